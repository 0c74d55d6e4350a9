import Core
import Sync

/// A server that was never asked: it answers nothing.
struct EmptySource<Value: Hashable & Sendable & Codable>: ServerSource {
  func read(_ account: AccountID) -> AsyncThrowingStream<ServerAnswer<Value>, any Error> {
    AsyncThrowingStream {
      $0.finish(throwing: SyncError.transient(cause: .unreachable, retryAfter: nil))
    }
  }
}
