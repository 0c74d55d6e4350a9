import Basics
import Core

/// The paths of an account's records: `lists`, `todos` and `members` below `users/{owner}`, and `consents`
/// below the user's own tree.
///
/// The account's own tree is read completely. Of the tree of a person who shares a list, only that list is
/// read. A collection group query over all `members` finds the lists that are shared with the user.
struct FirestorePaths: Hashable, Sendable {
  let settings: FirestoreSettings
  /// The membership in a list of another person; nil for the user's own records.
  let share: Account.Share?
  /// The prefix of a document's name before its path.
  private let root: String
  /// The prefix of the names of the owner's documents.
  private let ownerPrefix: String

  init(settings: FirestoreSettings, share: Account.Share? = nil) {
    self.settings = settings
    self.share = share
    root = Self.databaseName(settings) + "/documents"
    ownerPrefix = root + "/users/" + (share?.owner ?? settings.user) + "/"
  }

  /// The kinds to read.
  var kinds: [RecordKind] {
    share == nil ? [.list, .member, .todo, .consent, .membership] : Self.kindsOfShare
  }

  /// The kinds to read of a shared list.
  static let kindsOfShare: [RecordKind] = [.list, .member, .todo]

  var rootURL: String {
    settings.serverURL + "/v1/projects/" + settings.project.percentEncodedSegment + "/databases/"
      + settings.database.percentEncodedSegment + "/documents"
  }

  var commitURL: String { rootURL + ":commit" }

  var batchGetURL: String { rootURL + ":batchGet" }

  /// The URL for queries for records of a kind.
  func queryURL(of kind: RecordKind) -> String { parentURL(of: kind) + ":runQuery" }

  /// The URL for counting the results of a query.
  func aggregationURL(of kind: RecordKind) -> String {
    parentURL(of: kind) + ":runAggregationQuery"
  }

  /// The channel of live updates that Google's client for browsers uses.
  var listenURL: String {
    settings.serverURL + "/google.firestore.v1.Firestore/Listen/channel"
  }

  private func parentURL(of kind: RecordKind) -> String {
    kind == .membership ? rootURL : rootURL + "/users/" + owner.percentEncodedSegment
  }

  var databaseName: String { Self.databaseName(settings) }

  private static func databaseName(_ settings: FirestoreSettings) -> String {
    "projects/\(settings.project)/databases/\(settings.database)"
  }

  /// The user whose tree the records are in.
  var owner: String { share?.owner ?? settings.user }

  /// The parent document of a kind's collection.
  func parentName(of kind: RecordKind) -> String {
    kind == .membership ? root : root + "/users/" + owner
  }

  /// The query's selection for records of a kind.
  func selection(of kind: RecordKind) -> FirestoreQuery.Selection {
    if kind == .membership {
      return .init(collection: "members", isGroup: true, field: "user", value: settings.user)
    }
    guard let share else { return .init(collection: collection(of: kind)) }
    return .init(
      collection: collection(of: kind), field: kind == .list ? "id" : "listID",
      value: share.list.rawValue)
  }

  func documentName(of key: RecordKey) -> String {
    if let (owner, member) = key.sharedBy { return root + "/users/\(owner)/members/" + member }
    return collectionName(of: key.kind) + key.id
  }

  /// The record that a document stands for; nil if it is not one of this account's.
  func key(ofDocument name: String) -> RecordKey? {
    for kind in kinds {
      if let key = key(ofDocument: name, kind: kind) { return key }
    }
    return nil
  }

  /// The record that a document of this kind stands for; nil if it is not one of this account's.
  func key(ofDocument name: String, kind: RecordKind) -> RecordKey? {
    if kind == .membership { return membership(ofDocument: name) }
    guard
      let id = name.dropping(exactPrefix: ownerPrefix)?
        .dropping(exactPrefix: collection(of: kind) + "/")
    else { return nil }
    return Self.isDocumentID(id) ? RecordKey(kind: kind, id: id) : nil
  }

  private func membership(ofDocument name: String) -> RecordKey? {
    let prefix = root + "/users/"
    guard name.utf8.starts(with: prefix.utf8) else { return nil }
    let parts = String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      .splitExactly(at: "/")
    guard parts.count == 3, parts[1].isExactly("members"), !parts[0].isExactly(settings.user),
      Self.isDocumentID(parts[0]), Self.isDocumentID(parts[2])
    else { return nil }
    return .membership(owner: parts[0], member: parts[2])
  }

  private func collection(of kind: RecordKind) -> String {
    switch kind {
    case .list: "lists"
    case .todo: "todos"
    case .member, .membership: "members"
    case .consent: "consents"
    }
  }

  /// Whether Firestore can hold a document of this ID
  /// (https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields).
  static func isDocumentID(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= 1500 && id != "." && id != ".."
      && !id.utf8.contains(UInt8(ascii: "/"))
      && !(id.utf8.starts(with: "__".utf8) && id.utf8.suffix(2).elementsEqual("__".utf8))
  }

  /// Whether a record's ID can be the name of a document.
  static func isRecordID(_ id: String, of kind: RecordKind) -> Bool {
    guard kind == .membership else { return isDocumentID(id) }
    let parts = id.splitExactly(at: "/")
    return parts.count == 2 && parts.allSatisfy(isDocumentID)
  }

  private func collectionName(of kind: RecordKind) -> String {
    ownerPrefix + collection(of: kind) + "/"
  }
}
