import Basics
public import Core
public import Sync
import Synchronization

/// A server in memory with the rules of a real one: versions, preconditions on every write, batches that
/// are taken whole or not at all, tombstones, pages and cursors.
///
/// Each user has a tree of records. The member records in it decide who else may see and change what, see
/// ``SimulatedClient``. A client without a user has the tree ``home``.
///
/// Several devices may use it at once. Faults are planned for calls to come and happen in order.
public final class SimulatedServer: Sendable {
  /// Something that goes wrong.
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
    /// The call is not carried out, and answered so.
    case answerOtherOnly
  }

  /// What a call was, in the order in which the server saw them.
  public enum Call: Hashable, Sendable {
    case push([RecordKey])
    case fetch([RecordKey])
    case changes(RecordKind)
  }

  /// Runs inside every call, so that a simulation can let anything happen meanwhile.
  public enum Moment: Hashable, Sendable {
    case arrived
    case answered
  }

  /// A write of one record with the fields before and after; nil fields are a tombstone or nothing.
  public struct Write: Sendable {
    public let key: RecordKey
    /// The user in whose tree it is; empty for somebody who is alone.
    public let tree: String
    public let before: RecordFields?
    public let after: RecordFields?
    /// Whether the tree of another user has a record of this name that is not deleted.
    public let isElsewhere: Bool
  }

  /// A record in the tree of a user.
  struct Place: Hashable, Sendable {
    let tree: String
    let key: RecordKey
  }

  struct Document: Hashable, Sendable {
    /// The version at which a record of this name was made.
    var created: Int64
    var fields: RecordFields?
    /// The list that it belongs to, which a tombstone keeps if it was told; a list belongs to itself.
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
    /// What was moved from one tree to another, and so is sent to both.
    var moved: Set<RecordKey> = []
    /// What each document was before, oldest first.
    var history: [Place: [Document]] = [:]
    /// The versions that recent batches were answered with.
    var answers: [[RecordVersion]] = []
    var countQuestions = 0
    var countError = 0
    var comparisons = 0
    /// What was refused when the server refused everything, and since then was neither taken nor refused for itself.
    var refusedLikeAll: Set<RecordKey> = []
    /// What each user could ever see.
    var seen: [String: Set<RecordKey>] = [:]
    var confusions: [String] = []

    /// - Parameter list: what a tombstone says it was in.
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

    /// A user sees all of their own. Whoever has accepted to take part in a list sees all that is in it, and
    /// from then on also what comes into it.
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

  /// The tree of whoever says no user.
  static let home = ""

  let state = Mutex(State())

  public init() {}

  // MARK: Faults

  /// What happens to the next calls, one fault each.
  public func plan(_ faults: [Fault]) {
    state.withLock { $0.faults += faults }
  }

  /// Forgets the faults that have not happened yet.
  public func clearPlan() {
    state.withLock { $0.faults = [] }
  }

  /// Decides about the fault of each call for which none is planned.
  public func chooseFaults(_ choose: (@Sendable (Call) -> Fault?)?) {
    state.withLock { $0.choose = choose }
  }

  /// Is run inside every call.
  public func during(_ onCall: (@Sendable (Call, Moment) async -> Void)?) {
    state.withLock { $0.onCall = onCall }
  }

  /// Is told of every write.
  public func watchWrites(_ onWrite: (@Sendable (Write) -> Void)?) {
    state.withLock { $0.onWrite = onWrite }
  }

  /// Notes that a record was moved: it may be sent to several trees.
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

  /// Makes every count wrong by so many records.
  public func lieAboutCounts(by error: Int) {
    state.withLock { $0.countError = error }
  }

  /// Lets the server's time go on as it does while so many versions are written.
  public func passTime(_ versions: Int64) {
    state.withLock { $0.version += versions }
  }

  /// Lets the calls arrive that were delayed or are delivered once more.
  public func deliverLate() {
    state.withLock { state in
      let late = state.late
      state.late = []
      for (changes, client) in late { _ = try? state.commit(changes, client) }
    }
  }

  /// The changes that are still on their way, each with the user in whose tree it is.
  public var late: [(change: PendingChange, user: String)] {
    state.withLock { $0.late.flatMap { call in call.changes.map { ($0, call.client.tree) } } }
  }

  // MARK: Looking

  public var calls: [Call] { state.withLock { $0.calls } }

  /// How often something was written, repetitions included.
  public var writes: Int { state.withLock { $0.writes } }

  /// How often it was asked how many records there are.
  public var countQuestions: Int { state.withLock { $0.countQuestions } }

  /// How often names and versions were asked for, a part at a time.
  public var comparisons: Int { state.withLock { $0.comparisons } }

  /// The records of the first tree that are not deleted.
  public var records: [RecordKey: RecordFields] { records(of: Self.home) }

  /// The records of a user's tree that are not deleted.
  public func records(of user: String) -> [RecordKey: RecordFields] {
    state.withLock { state in
      var records: [RecordKey: RecordFields] = [:]
      for (place, document) in state.documents where place.tree == user {
        records[place.key] = document.fields
      }
      return records
    }
  }

  /// Everything in a user's tree, deleted or not.
  public func names(of user: String?) -> [RecordKey] {
    state.withLock { state in
      state.documents.keys.filter { $0.tree == user ?? Self.home }.map(\.key)
    }.sorted { a, b in
      a.kind == b.kind ? a.id.precedesExactly(b.id) : a.kind.rawValue < b.kind.rawValue
    }
  }

  /// The records of the first tree that are remembered as deleted.
  public var tombstones: Set<RecordKey> {
    state.withLock { state in
      Set(
        state.documents.filter { $0.key.tree == Self.home && $0.value.fields == nil }
          .map(\.key.key))
    }
  }

  /// Whether the last write of a record, by whomever, was refused because the server refused everything.
  public func wasRefusedLikeAll(_ key: RecordKey) -> Bool {
    state.withLock { $0.refusedLikeAll.contains(key) }
  }

  /// Whether a user could ever see a record.
  public func wasEverVisible(_ key: RecordKey, to user: String) -> Bool {
    state.withLock { $0.seen[user]?.contains(key) == true }
  }

  /// What was sent as somebody else than it belonged to.
  public var confusions: [String] { state.withLock { $0.confusions } }

  // MARK: Another client

  /// Writes as another device would; nil fields delete.
  /// - Parameters:
  ///   - user: in whose tree; nil for the first.
  ///   - list: the list that a tombstone says it was in.
  public func write(
    _ key: RecordKey, _ fields: RecordFields?, of user: String? = nil, list: ListID? = nil
  ) {
    state.withLock { _ = $0.write(key, fields, in: user ?? Self.home, list: list) }
  }

  /// Changes some fields as another device would.
  public func edit(_ key: RecordKey, _ fields: RecordFields) {
    state.withLock { state in
      let before = state.documents[Place(tree: Self.home, key: key)]?.fields ?? [:]
      _ = state.write(key, before.merging(fields) { $1 }, in: Self.home)
    }
  }

  /// Removes a record without a trace, as somebody with access to the database can.
  /// - Parameter user: in whose tree; nil for the first.
  public func erase(_ key: RecordKey, of user: String? = nil) {
    state.withLock { state in
      // Time goes on: nothing that is written later is as old as what was lost.
      state.version += 1
      state.documents[Place(tree: user ?? Self.home, key: key)] = nil
    }
  }

  /// The versions that a record had before, oldest first.
  public func earlierVersions(of key: RecordKey, of user: String? = nil) -> [Int64] {
    state.withLock { $0.history[Place(tree: user ?? Self.home, key: key)] ?? [] }.map(\.version)
  }

  /// The version that a record has now; nil if there is none.
  public func version(of key: RecordKey, of user: String? = nil) -> Int64? {
    state.withLock { $0.documents[Place(tree: user ?? Self.home, key: key)]?.version }
  }

  /// The list that a record is in, or was in when it was deleted; nil if that is not known.
  public func list(of key: RecordKey, of user: String? = nil) -> ListID? {
    state.withLock { $0.documents[Place(tree: user ?? Self.home, key: key)]?.list }
      .map(ListID.init(rawValue:))
  }

  /// Brings a record back as it was at an earlier version, as from a backup.
  public func restore(_ key: RecordKey, to version: Int64, of user: String? = nil) {
    state.withLock { state in
      state.version += 1
      let place = Place(tree: user ?? Self.home, key: key)
      guard let old = state.history[place]?.last(where: { $0.version == version }) else { return }
      state.documents[place] = old
      // An acceptance that is there again lets its user see what is in the list.
      state.noteSeen(place, old)
    }
  }
}
