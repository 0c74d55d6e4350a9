import Basics
public import Core
public import Sync
import Synchronization

/// A server in memory with the rules of a real one: versions, preconditions on every write, atomic batches, tombstones,
/// pages and cursors.
///
/// Each user has a tree of records. The member records in it decide who else may see and change what, see
/// ``SimulatedClient``. A client without a user has the tree ``home``.
///
/// Several devices may use it at once. Faults are planned for following calls and happen in order.
public final class SimulatedServer: Sendable {
  /// A fault of a call.
  public enum Fault: Hashable, Sendable {
    /// No fault: the call succeeds.
    case pass
    /// The call fails and has no effect.
    case refuse(SyncError)
    /// The call takes effect, but its answer is lost.
    case loseAnswer
    /// The call seems lost and arrives when ``deliverLate()`` is called.
    case delay
    /// The call is carried out and arrives once more when ``deliverLate()`` is called.
    case duplicate
    /// The cursor is rejected as expired; other calls succeed.
    case expireCursor
    /// The call waits until its task is cancelled.
    case hang
    /// The call takes effect and gets the answer to an earlier batch of the same size.
    case answerOther
    /// The call has no effect, but gets the answer to an earlier batch of the same size.
    case answerOtherOnly
  }

  /// A call, as logged in the order in which the server saw them.
  public enum Call: Hashable, Sendable {
    case push([RecordKey])
    case fetch([RecordKey])
    case changes(RecordKind)
  }

  /// When the handler given to ``during(_:)`` runs within a call.
  public enum Moment: Hashable, Sendable {
    case arrived
    case answered
  }

  /// A write of one record with the fields before and after; nil fields are a tombstone or nothing.
  public struct Write: Sendable {
    public let key: RecordKey
    /// The user in whose tree it is; empty for the only user.
    public let tree: String
    public let before: RecordFields?
    public let after: RecordFields?
    /// Whether the tree of another user has a live record with this ID.
    public let isElsewhere: Bool
  }

  /// A record in the tree of a user.
  struct Place: Hashable, Sendable {
    let tree: String
    let key: RecordKey
  }

  struct Document: Hashable, Sendable {
    /// The version at which the record was first created.
    var created: Int64
    var fields: RecordFields?
    /// The list to which it belongs. A tombstone keeps it if the deletion named it; a list belongs to itself.
    var list: String?
    var version: Int64
  }

  struct State {
    var documents: [Place: Document] = [:]
    var version: Int64 = 0
    var faults: [Fault] = []
    var refusals: [RecordKey: SyncError] = [:]
    var outage: SyncError?
    var calls: [Call] = []
    var writes = 0
    var late: [(changes: [PendingChange], client: SimulatedClient)] = []
    var firstCursor: Int64 = 0
    var onCall: (@Sendable (Call, Moment) async -> Void)?
    var choose: (@Sendable (Call) -> Fault?)?
    var onWrite: (@Sendable (Write) -> Void)?
    /// The records that were moved from one tree to another, and may therefore be sent to both.
    var moved: Set<RecordKey> = []
    /// The earlier states of each document, oldest first.
    var history: [Place: [Document]] = [:]
    /// The answers to recent batches.
    var answers: [[RecordVersion]] = []
    var countQuestions = 0
    var countError = 0
    var comparisons = 0
    /// The records refused because the server refused everything, and since then neither accepted nor refused
    /// individually.
    var refusedLikeAll: Set<RecordKey> = []
    /// The records that each user could see at some time.
    var seen: [String: Set<RecordKey>] = [:]
    var confusions: [String] = []

    /// - Parameter list: the list to which a tombstone belonged.
    mutating func write(
      _ key: RecordKey, _ fields: RecordFields?, in tree: String, list: ListID? = nil
    ) -> RecordVersion {
      version += 1
      let place = Place(tree: tree, key: key)
      let present = documents[place]
      let before = present?.fields
      let document = Document(
        created: present?.created ?? version, fields: fields,
        list: key.list(of: fields) ?? list?.rawValue, version: version)
      documents[place] = document
      if let present { history[place, default: []].append(present) }
      noteSeen(place, document)
      let isElsewhere = documents.contains { other, document in
        other.key == key && other.tree != tree && document.fields != nil
      }
      onWrite?(
        Write(key: key, tree: tree, before: before, after: fields, isElsewhere: isElsewhere))
      return RecordVersion(tag: "v\(version)", ordinal: version)
    }

    /// Notes what users can see: all of their own records, and everything in a list that they have accepted, including
    /// what is added later.
    fileprivate mutating func noteSeen(_ place: Place, _ document: Document) {
      seen[place.tree, default: []].insert(place.key)
      guard let list = document.list else { return }
      var owner = place.tree
      if place.key.kind == .consent {
        guard case .string(let name)? = document.fields?["user"] else { return }
        owner = name
      }
      let here = documents.filter { $0.key.tree == owner && $0.value.list == list }
      for (other, member) in here where other.key.kind == .member && member.fields != nil {
        guard let user = member.user(of: other.key), consent(of: user, to: owner, list) == .accepted
        else { continue }
        if place.key == other.key || place.key.kind == .consent {
          seen[user, default: []].formUnion(here.keys.filter { $0.key.kind != .consent }.map(\.key))
        }
        if owner == place.tree { seen[user, default: []].insert(place.key) }
      }
    }
  }

  /// The tree of a client without a user.
  static let home = ""

  let state = Mutex(State())

  public init() {}

  // MARK: Faults

  /// Plans faults for the next calls, one each.
  public func plan(_ faults: [Fault]) {
    state.withLock { $0.faults += faults }
  }

  /// Discards the planned faults that have not happened yet.
  public func clearPlan() {
    state.withLock { $0.faults = [] }
  }

  /// Chooses the fault of each call for which none is planned.
  public func chooseFaults(_ choose: (@Sendable (Call) -> Fault?)?) {
    state.withLock { $0.choose = choose }
  }

  /// Sets a handler that runs inside every call.
  public func during(_ onCall: (@Sendable (Call, Moment) async -> Void)?) {
    state.withLock { $0.onCall = onCall }
  }

  /// Sets a handler that is called with every write.
  public func watchWrites(_ onWrite: (@Sendable (Write) -> Void)?) {
    state.withLock { $0.onWrite = onWrite }
  }

  /// Notes that a record was moved, so that it may be sent to several trees.
  public func noteMoved(_ key: RecordKey) {
    state.withLock { _ = $0.moved.insert(key) }
  }

  /// Refuses every write of a record; nil accepts it again.
  public func refuse(_ key: RecordKey, with error: SyncError?) {
    state.withLock { $0.refusals[key] = error }
  }

  /// Fails every call; nil ends that.
  public func fail(_ error: SyncError?) {
    state.withLock { $0.outage = error }
  }

  /// Makes every cursor given out so far unusable.
  public func expireCursors() {
    state.withLock { state in
      state.version += 1
      state.firstCursor = state.version
    }
  }

  /// Makes every count wrong by this number of records.
  public func lieAboutCounts(by error: Int) {
    state.withLock { $0.countError = error }
  }

  /// Lets time pass on the server, as if this number of versions were written.
  public func passTime(_ versions: Int64) {
    state.withLock { $0.version += versions }
  }

  /// Delivers the delayed and duplicated calls.
  public func deliverLate() {
    state.withLock { state in
      let late = state.late
      state.late = []
      for (changes, client) in late { _ = try? state.commit(changes, client) }
    }
  }

  /// The changes that have not been delivered yet, each with the user in whose tree it is.
  public var late: [(change: PendingChange, user: String)] {
    state.withLock { $0.late.flatMap { call in call.changes.map { ($0, call.client.tree) } } }
  }

  // MARK: State

  public var calls: [Call] { state.withLock { $0.calls } }

  /// The number of writes, including repetitions.
  public var writes: Int { state.withLock { $0.writes } }

  /// The number of calls that asked for a count of records.
  public var countQuestions: Int { state.withLock { $0.countQuestions } }

  /// The number of calls that asked for a page of IDs and versions.
  public var comparisons: Int { state.withLock { $0.comparisons } }

  /// The live records of the first tree.
  public var records: [RecordKey: RecordFields] { records(of: Self.home) }

  /// The live records of a user's tree.
  public func records(of user: String) -> [RecordKey: RecordFields] {
    state.withLock { state in
      var records: [RecordKey: RecordFields] = [:]
      for (place, document) in state.documents where place.tree == user {
        records[place.key] = document.fields
      }
      return records
    }
  }

  /// The keys of all records in a user's tree, including deleted ones.
  public func names(of user: String?) -> [RecordKey] {
    state.withLock { state in
      state.documents.keys.filter { $0.tree == user ?? Self.home }.map(\.key)
    }.sorted { a, b in
      a.kind == b.kind ? a.id.precedesExactly(b.id) : a.kind.rawValue < b.kind.rawValue
    }
  }

  /// The keys of the tombstones in the first tree.
  public var tombstones: Set<RecordKey> {
    state.withLock { state in
      Set(
        state.documents.filter { $0.key.tree == Self.home && $0.value.fields == nil }
          .map(\.key.key))
    }
  }

  /// Whether the last write of a record, by any client, was refused because the server refused everything.
  public func wasRefusedLikeAll(_ key: RecordKey) -> Bool {
    state.withLock { $0.refusedLikeAll.contains(key) }
  }

  /// Whether a user could see a record at any time.
  public func wasEverVisible(_ key: RecordKey, to user: String) -> Bool {
    state.withLock { $0.seen[user]?.contains(key) == true }
  }

  /// Changes that were sent through the wrong account or to the wrong tree.
  public var confusions: [String] { state.withLock { $0.confusions } }

  // MARK: Another client

  /// Writes like another device; nil fields delete.
  /// - Parameters:
  ///   - user: the user of the tree; nil for the first tree.
  ///   - list: the list to which a tombstone belonged.
  public func write(
    _ key: RecordKey, _ fields: RecordFields?, of user: String? = nil, list: ListID? = nil
  ) {
    state.withLock { _ = $0.write(key, fields, in: user ?? Self.home, list: list) }
  }

  /// Changes some fields like another device.
  public func edit(_ key: RecordKey, _ fields: RecordFields) {
    state.withLock { state in
      let before = state.documents[Place(tree: Self.home, key: key)]?.fields ?? [:]
      _ = state.write(key, before.merging(fields) { $1 }, in: Self.home)
    }
  }

  /// Removes a record without a tombstone, as somebody with access to the database can.
  /// - Parameter user: the user of the tree; nil for the first tree.
  public func erase(_ key: RecordKey, of user: String? = nil) {
    state.withLock { state in
      // The version grows, so that no later write gets a version as old as the lost one.
      state.version += 1
      state.documents[Place(tree: user ?? Self.home, key: key)] = nil
    }
  }

  /// The earlier versions of a record, oldest first.
  public func earlierVersions(of key: RecordKey, of user: String? = nil) -> [Int64] {
    state.withLock { $0.history[Place(tree: user ?? Self.home, key: key)] ?? [] }.map(\.version)
  }

  /// The present version of a record; nil if there is none.
  public func version(of key: RecordKey, of user: String? = nil) -> Int64? {
    state.withLock { $0.documents[Place(tree: user ?? Self.home, key: key)]?.version }
  }

  /// The list that a record is in, or was in when it was deleted; nil if that is unknown.
  public func list(of key: RecordKey, of user: String? = nil) -> ListID? {
    state.withLock { $0.documents[Place(tree: user ?? Self.home, key: key)]?.list }
      .map(ListID.init(rawValue:))
  }

  /// Returns a record to its state at an earlier version, as from a backup.
  public func restore(_ key: RecordKey, to version: Int64, of user: String? = nil) {
    state.withLock { state in
      state.version += 1
      let place = Place(tree: user ?? Self.home, key: key)
      guard let old = state.history[place]?.last(where: { $0.version == version }) else { return }
      state.documents[place] = old
      // A restored acceptance lets its user see the contents of the list.
      state.noteSeen(place, old)
    }
  }
}
