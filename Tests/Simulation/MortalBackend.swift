import Core
import Sync
import Synchronization
import TestSupport

/// A simulated computer's backend, which fails once the power has failed.
struct MortalBackend: SyncBackend {
  let base: any SyncBackend
  let disk: UnsafeDisk
  /// Logs every record that is refused individually.
  let refusals: RecordLog
  /// Returns the quarantined records.
  let quarantined: @Sendable () async -> Set<RecordKey>
  /// Logs every record that is sent although it is quarantined.
  let trespasses: RecordLog
  /// Called with changes that are about to be sent.
  let willSend: @Sendable ([PendingChange]) -> Void
  /// Called before and after the server handles each call; returns whether the power fails at that moment.
  let isCutOff: @Sendable () -> Bool
  /// A proxy in between, which may answer with an earlier answer.
  let proxy: ConfusedProxy
  /// Called with changes whose answer says that they have arrived.
  var wasAnswered: @Sendable ([PendingChange]) -> Void = { _ in }
  /// The records that were refused last because the server refused everything.
  var refusedLikeAll = RecordLog()
  /// Returns whether a refused record was refused because the server refuses everything.
  var isRefusedLikeAll: @Sendable (RecordKey) -> Bool = { _ in false }

  var kinds: [RecordKind] { base.kinds }
  var batchLimit: Int { base.batchLimit }

  func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    for key in await quarantined().intersection(changes.map(\.key)) { trespasses.add(key) }
    return try await alive { () async throws(SyncError) in
      do throws(SyncError) {
        let versions = try await proxy.answer(changes) { () async throws(SyncError) in
          willSend(changes)
          return try await base.push(changes)
        }
        wasAnswered(changes)
        return versions
      } catch {
        if case .rejected = error, changes.count == 1 { noteRefusal(of: changes[0].key) }
        throw error
      }
    }
  }

  private func noteRefusal(of key: RecordKey) {
    refusals.add(key)
    if isRefusedLikeAll(key) { refusedLikeAll.add(key) } else { refusedLikeAll.remove(key) }
  }

  func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    try await alive { () async throws(SyncError) in try await base.fetch(keys) }
  }

  func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    try await alive { () async throws(SyncError) in
      try await base.changes(of: kind, since: cursor)
    }
  }

  func count(of kind: RecordKind) async throws(SyncError) -> Int? {
    try await alive { () async throws(SyncError) in try await base.count(of: kind) }
  }

  func versions(of kind: RecordKind, after place: SyncCursor?) async throws(SyncError)
    -> VersionPage?
  {
    try await alive { () async throws(SyncError) in
      try await base.versions(of: kind, after: place)
    }
  }

  private func alive<T>(_ call: () async throws(SyncError) -> T) async throws(SyncError) -> T {
    try check()
    let result = try await call()
    try check()
    return result
  }

  private func check() throws(SyncError) {
    if isCutOff() { disk.cutPower() }
    if disk.isDead { throw .transient(cause: .unreachable, retryAfter: nil) }
  }
}

/// A proxy between a computer and the server. It may mistake the answer to one batch for the answer to another, whether
/// or not the other batch arrives.
final class ConfusedProxy: Sendable {
  enum Confusion {
    case arrives
    case isDropped
    /// The batch arrives, but its answer comes too late, and another batch may get that answer.
    case isAnsweredLate
  }

  private let answers = Mutex<[[RecordVersion]]>([])
  private let choose: @Sendable () -> Confusion?

  /// - Parameter choose: chooses the confusion for each batch.
  init(_ choose: @escaping @Sendable () -> Confusion?) {
    self.choose = choose
  }

  func answer(
    _ changes: [PendingChange], _ push: () async throws(SyncError) -> [RecordVersion]
  ) async throws(SyncError) -> [RecordVersion] {
    let confusion = choose()
    let other = answers.withLock { $0.last { $0.count == changes.count } }
    if confusion == .isDropped, let other { return other }
    let versions = try await push()
    if confusion == .arrives, let other { return other }
    answers.withLock { $0 = $0.suffix(10) + [versions] }
    if confusion == .isAnsweredLate { throw .transient(cause: .interrupted, retryAfter: nil) }
    return versions
  }
}
