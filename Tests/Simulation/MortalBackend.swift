import Core
import Sync
import Synchronization
import TestSupport

/// The way of a simulated computer to the server, which ends when its power fails.
struct MortalBackend: SyncBackend {
  let base: any SyncBackend
  let disk: UnsafeDisk
  /// Told of every record that is refused for itself.
  let refusals: RecordLog
  /// Asked which records are quarantined.
  let quarantined: @Sendable () async -> Set<RecordKey>
  /// Told of every record that is sent although it is quarantined.
  let trespasses: RecordLog
  /// Told of what is about to be sent.
  let willSend: @Sendable ([PendingChange]) -> Void
  /// Asked at every call before and after the server has seen it: whether the power fails there.
  let isCutOff: @Sendable () -> Bool
  /// What stands between, and may answer with what was answered before.
  let proxy: ConfusedProxy
  /// Told of what was answered as if it had arrived.
  var wasAnswered: @Sendable ([PendingChange]) -> Void = { _ in }
  /// What was refused last when the server refused everything.
  var refusedLikeAll = RecordLog()
  /// Asked whether what was just refused was refused because the server refuses everything.
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

/// What stands between a computer and the server. It may take the answer to one batch for the answer to
/// another, whether that arrives or not.
final class ConfusedProxy: Sendable {
  enum Confusion {
    case arrives
    case isDropped
    /// It arrives, and the answer comes too late; another batch may be given it.
    case isAnsweredLate
  }

  private let answers = Mutex<[[RecordVersion]]>([])
  private let choose: @Sendable () -> Confusion?

  /// - Parameter choose: decides about each batch.
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
