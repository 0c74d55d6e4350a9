import Core
import Sync
import Synchronization

/// Whether the server of an account could be reached the last time, for the lists of others that are read
/// in its name: while it is away one of them all tries again, not each by itself.
package final class ServerReach: Sendable {
  private let state = Mutex(false)

  package var isAway: Bool { state.withLock(\.self) }

  /// Takes note of how a round of the account itself ended.
  /// - Returns: whether the server was away until now and is not any more.
  package func note(_ outcome: SyncOutcome) -> Bool {
    let isAway: Bool
    switch outcome.end {
    case .stopped(let retry): isAway = retry.problem == .unreachable
    case .finished where outcome.isPullComplete || outcome.sent > 0: isAway = false
    case .finished, .tooEarly, .storeFailed, .cancelled: return false
    }
    return state.withLock { state in
      defer { state = isAway }
      return state && !isAway
    }
  }
}
