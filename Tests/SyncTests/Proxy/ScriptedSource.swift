import Core
import Sync
import Synchronization
import TestSupport

/// A source that answers what a test tells it to, when it tells it to.
final class ScriptedSource<Value: Hashable & Sendable & Codable>: ServerSource {
  typealias Continuation = AsyncThrowingStream<ServerAnswer<Value>, any Error>.Continuation

  private struct State {
    var requests: [(account: AccountID, continuation: Continuation)] = []
    var ended: Set<Int> = []
  }

  private let state = Mutex(State())

  /// How many requests there were.
  var count: Int { state.withLock { $0.requests.count } }

  /// Whether nobody reads the answers to a request any more.
  func isEnded(_ number: Int) -> Bool { state.withLock { $0.ended.contains(number) } }

  func read(_ account: AccountID) -> AsyncThrowingStream<ServerAnswer<Value>, any Error> {
    let (stream, continuation) = AsyncThrowingStream<ServerAnswer<Value>, any Error>.makeStream()
    let number = state.withLock { state in
      state.requests.append((account, continuation))
      return state.requests.count - 1
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.ended.insert(number) }
    }
    return stream
  }

  /// Waits for a request.
  func request(_ number: Int) async -> Bool { await eventually { self.count > number } }

  func answer(_ number: Int, _ answer: ServerAnswer<Value>) {
    state.withLock { $0.requests[number].continuation }.yield(answer)
  }

  func end(_ number: Int, throwing error: SyncError? = nil) {
    state.withLock { $0.requests[number].continuation }.finish(throwing: error)
  }
}
