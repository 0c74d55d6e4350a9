import Core
import Synchronization

/// Listens to a server and asks for a round when it tells of something new; connects again with growing
/// pauses when the connection ends.
public final class LiveUpdates: Sendable {
  private let engine: SyncEngine
  private let scheduler: SyncScheduler
  private let pauses: Mutex<Task<Void, Never>?> = Mutex(nil)
  private let listening: Mutex<Task<Void, Never>?> = Mutex(nil)
  private let isConnectedNow = Mutex(false)

  /// Begins at once, if the server can tell anything.
  public init(engine: SyncEngine, scheduler: SyncScheduler) {
    self.engine = engine
    self.scheduler = scheduler
    guard engine.backend.canWatch else { return }
    listening.withLock { task in
      task = Task(priority: .utility) { [weak self] in
        var attempts = 0
        while !Task.isCancelled {
          attempts += 1
          guard let wait = await self?.listen(&attempts) else { return }
          await self?.pause(wait)
        }
      }
    }
  }

  deinit {
    listening.withLock { $0?.cancel() }
  }

  /// Whether changes are told as they happen.
  public var isConnected: Bool { isConnectedNow.withLock { $0 } }

  /// Connects now if a pause is under way.
  public func wake() {
    pauses.withLock { $0?.cancel() }
  }

  /// Ends, and waits for the end.
  public func stop() async {
    let task = listening.withLock { $0 }
    task?.cancel()
    await task?.value
  }

  /// Listens until that fails.
  /// - Parameter attempts: failures in a row, this one included; starts anew with a connection.
  /// - Returns: how long to wait; nil to end.
  private func listen(_ attempts: inout Int) async -> Duration? {
    let engine = engine
    let scheduler = scheduler
    let wasConnected = Mutex(false)
    var wish: Duration?
    do {
      try await engine.watch { [weak self] signal in
        switch signal {
        case .connected:
          wasConnected.withLock { $0 = true }
          self?.isConnectedNow.withLock { $0 = true }
          scheduler.requestSync(pull: true)
        case .changed(let versions):
          Task(priority: .utility) {
            if await engine.knows(versions) { return }
            scheduler.requestSync(pull: true, wake: false)
          }
        }
      }
    } catch {
      wish = error.retryAfter
    }
    isConnectedNow.withLock { $0 = false }
    if Task.isCancelled { return nil }
    if wasConnected.withLock({ $0 }) { attempts = 1 }
    return await engine.pause(attempts: attempts, wish: wish)
  }

  private func pause(_ duration: Duration) async {
    let clock = engine.clock
    let pause = Task<Void, Never> { try? await clock.sleep(for: duration) }
    pauses.withLock { $0 = pause }
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
  }
}

extension SyncEngine {
  /// Listens from where the server has been read to.
  func watch(_ onSignal: @escaping @Sendable (LiveSignal) -> Void) async throws(SyncError) {
    var cursors: [RecordKind: SyncCursor] = [:]
    for kind in backend.kinds {
      // Without a cursor only what changes from now on is told; the pull at the connection has the rest.
      cursors[kind] = try? await store.syncCursor(of: kind, of: account)
    }
    try await backend.watch(since: cursors, onSignal: onSignal)
  }

  /// Whether these states of the server are known here, once what is under way is done.
  func knows(_ versions: [RecordKey: RecordVersion?]) async -> Bool {
    await takeTurn()
    defer { endTurn() }
    return (try? await store.knows(versions, of: account)) ?? false
  }

  /// How long to wait after a number of failures in a row.
  func pause(attempts: Int, wish: Duration?) -> Duration {
    if let wish { return max(wish, policy.shortestPause) }
    return randomly { policy.pause(attempts: attempts, using: &$0) }
  }
}
