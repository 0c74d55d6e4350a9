import Core
import Sync
import Synchronization

/// Whether an account's server was reachable the last time. Its shared lists need that: while the server is
/// unreachable, the account itself retries with the usual back-off, and its shared lists only at the polling interval.
package final class ServerReachability: Sendable {
  private let state = Mutex(false)

  package var isAway: Bool { state.withLock(\.self) }

  /// Records how a round of the account itself ended.
  /// - Returns: whether the server was unreachable until now and is reachable again.
  package func note(_ outcome: SyncOutcome) -> Bool {
    let isAway: Bool
    switch outcome.end {
    case .stopped(let retry): isAway = retry.problem.isUnreached
    case .finished where outcome.isPullComplete || outcome.sent > 0: isAway = false
    case .finished, .tooEarly, .storeFailed, .cancelled: return false
    }
    return state.withLock { state in
      defer { state = isAway }
      return state && !isAway
    }
  }
}
