import GRDB
import Synchronization

/// What a reader of the store receives: first everything, then what each commit changed.
public enum StoreFeed<Snapshot: Sendable>: Sendable {
  /// The first rows, read quickly so that the first frame has something to show.
  case opening(Snapshot)
  /// Everything as of one commit. Comes again after a change too large to list row by row, and when a page has another
  /// order.
  case snapshot(Snapshot)
  /// What a later commit changed.
  case change(StoreChange)
  /// Reading failed; nothing follows.
  case failed(StoreError)
}

/// The rows of a page: what is open and what is done, each in the order of the page.
public struct TodoSections: Hashable, Sendable {
  public var open: TodoRowList
  public var done: TodoRowList
  public var order: TodoRow.Order

  public init(
    open: TodoRowList = TodoRowList(), done: TodoRowList = TodoRowList(),
    order: TodoRow.Order = .position
  ) {
    self.open = open
    self.done = done
    self.order = order
  }

  public init(
    open: [TodoRow], done: [TodoRow] = [], order: TodoRow.Order = .position
  ) {
    self.init(open: TodoRowList(open), done: TodoRowList(done), order: order)
  }
}

/// Joins a snapshot with the commits after it, without gap or overlap.
///
/// The snapshot is taken on the writer's queue between two commits and read on another connection, so a long
/// read blocks nobody. Commits that happen meanwhile are kept until the snapshot has been delivered.
final class FeedSource<Snapshot: Sendable>: Sendable {
  typealias Read = @Sendable (Database) throws -> Snapshot

  /// How many to-dos can be read within a few milliseconds; a file with more is large.
  private static var largeCount: Int { 1_000 }

  private enum Phase {
    case loading(kept: [StoreChange])
    case live
  }

  /// Whether nobody listens any more, or reading failed.
  ///
  /// Not guarded by the lock, to avoid a deadlock: a stream reports its end while it holds its own lock, and
  /// takes the same lock when we yield to it under ours.
  private let isEnded = Atomic(false)
  var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

  private let phase = Mutex(Phase.loading(kept: []))
  private let continuation: AsyncStream<StoreFeed<Snapshot>>.Continuation
  private let writer: any DatabaseWriter
  private let opening: Read?
  private let everything: Read
  private let deferredReads: DeferredReadQueue
  private let isRelevant: @Sendable (StoreChange) -> Bool
  private let mustReload: @Sendable (StoreChange) -> Bool

  /// - Parameters:
  ///   - deferredReads: holds back the full read of a large file after its opening.
  ///   - isRelevant: whether the reader is told of a commit.
  ///   - mustReload: whether a relevant commit requires everything to be read again.
  init(
    writer: any DatabaseWriter, continuation: AsyncStream<StoreFeed<Snapshot>>.Continuation,
    opening: Read?, everything: @escaping Read, deferredReads: DeferredReadQueue,
    isRelevant: @escaping @Sendable (StoreChange) -> Bool,
    mustReload: @escaping @Sendable (StoreChange) -> Bool
  ) {
    self.writer = writer
    self.continuation = continuation
    self.opening = opening
    self.everything = everything
    self.deferredReads = deferredReads
    self.isRelevant = isRelevant
    self.mustReload = mustReload
  }

  /// Reads the snapshot. Call on the writer's queue, outside a transaction.
  func load(isFirst: Bool) {
    // The snapshot includes every commit until now; those kept so far would be delivered twice.
    phase.withLock { if case .loading = $0 { $0 = .loading(kept: []) } }
    if hasEnded { return }
    writer.spawnConcurrentRead { [self] result in
      do {
        let db = try result.get()
        if isFirst, let opening {
          continuation.yield(.opening(try opening(db)))
          // Commits that are kept until then are dropped then, because they belong to the later snapshot.
          if deferredReads.isHeld, try Self.isLarge(db) {
            return deferredReads.perform { [self] in loadAgain() }
          }
        }
        deliver(try everything(db))
      } catch {
        end()
        continuation.yield(.failed(StoreError(error)))
        continuation.finish()
      }
    }
  }

  /// Receives a commit. Call on the writer's queue, after the commit.
  func receive(_ change: StoreChange) {
    guard !hasEnded, isRelevant(change) else { return }
    let isReload = mustReload(change)
    let mustLoad = phase.withLock { phase in
      switch phase {
      case .loading(let kept):
        phase = .loading(kept: kept + [change])
        return false
      case .live where isReload:
        phase = .loading(kept: [])
        return true
      case .live:
        continuation.yield(.change(change))
        return false
      }
    }
    if mustLoad { load(isFirst: false) }
  }

  /// Stops: nobody listens any more.
  func end() {
    isEnded.store(true, ordering: .releasing)
  }

  private func deliver(_ snapshot: Snapshot) {
    let mustLoadAgain = phase.withLock { phase in
      guard case .loading(let kept) = phase else { return false }
      continuation.yield(.snapshot(snapshot))
      if kept.contains(where: mustReload) {
        phase = .loading(kept: [])
        return true
      }
      for change in kept { continuation.yield(.change(change)) }
      phase = .live
      return false
    }
    if mustLoadAgain { loadAgain() }
  }

  private func loadAgain() {
    writer.asyncWriteWithoutTransaction { [self] _ in load(isFirst: false) }
  }

  /// Whether reading everything takes a while. The highest row number is known without counting.
  private static func isLarge(_ db: Database) throws -> Bool {
    try Int.fetchOne(db.cachedStatement(sql: "SELECT MAX(rowid) FROM todo")) ?? 0 > largeCount
  }
}
