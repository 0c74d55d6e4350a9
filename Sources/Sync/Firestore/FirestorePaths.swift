import Core

/// Where the records of one account are: `users/{user}/lists/{id}` and `users/{user}/todos/{id}`.
struct FirestorePaths: Hashable, Sendable {
  let settings: FirestoreSettings

  /// What comes before a document's path in its name.
  private var root: String { databaseName + "/documents" }

  private var rootURL: String {
    settings.serverURL + "/v1/projects/" + settings.project.percentEncodedSegment + "/databases/"
      + settings.database.percentEncodedSegment + "/documents"
  }

  var commitURL: String { rootURL + ":commit" }

  var batchGetURL: String { rootURL + ":batchGet" }

  /// Runs a query on the collections of the user.
  var queryURL: String { userURL + ":runQuery" }

  /// Counts what a query finds.
  var aggregationURL: String { userURL + ":runAggregationQuery" }

  /// The channel of live updates that Google's client for browsers uses.
  var listenURL: String {
    settings.serverURL + "/google.firestore.v1.Firestore/Listen/channel"
  }

  private var userURL: String { rootURL + "/users/" + settings.user.percentEncodedSegment }

  var databaseName: String { "projects/\(settings.project)/databases/\(settings.database)" }

  /// The document whose collections hold the records.
  var userName: String { root + "/users/" + settings.user }

  func documentName(of key: RecordKey) -> String {
    collectionName(of: key.kind) + key.id
  }

  /// The record that a document belongs to; nil if it is not one of this user's.
  func key(ofDocument name: String) -> RecordKey? {
    for kind in RecordKind.allCases {
      if let key = key(ofDocument: name, kind: kind) { return key }
    }
    return nil
  }

  /// The record that a document of this kind belongs to; nil if it is not one of this user's.
  func key(ofDocument name: String, kind: RecordKind) -> RecordKey? {
    let prefix = collectionName(of: kind)
    guard name.utf8.starts(with: prefix.utf8) else { return nil }
    let id = String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    return Self.isDocumentID(id) ? RecordKey(kind: kind, id: id) : nil
  }

  func collection(of kind: RecordKind) -> String {
    switch kind {
    case .list: "lists"
    case .todo: "todos"
    }
  }

  /// Whether Firestore can hold a document of this ID
  /// (https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields).
  static func isDocumentID(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= 1500 && id != "." && id != ".." && !id.contains("/")
      && !(id.hasPrefix("__") && id.hasSuffix("__"))
  }

  private func collectionName(of kind: RecordKind) -> String {
    userName + "/" + collection(of: kind) + "/"
  }
}
