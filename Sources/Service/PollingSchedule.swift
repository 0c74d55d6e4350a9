import Sync
import Synchronization

/// How often servers are polled. With many lists, each is polled less often.
package final class PollingSchedule: Sendable {
  private struct State {
    var count = 0
    var isLookedAt = false
  }

  private let state = Mutex(State())

  /// Sets how many accounts and shared lists are synchronised.
  package func setCount(_ number: Int) {
    state.withLock { $0.count = number }
  }

  /// Sets whether a window of the app has the focus.
  package func setLookedAt(_ isLookedAt: Bool) {
    state.withLock { $0.isLookedAt = isLookedAt }
  }

  /// The interval at which an account is polled.
  /// - Parameter isWatched: whether the server reports what is new, so that polling only makes up for lost messages.
  package func pollEvery(isWatched: Bool) -> Duration {
    let isLookedAt = state.withLock(\.isLookedAt)
    return max(.seconds((isWatched ? 5 : isLookedAt ? 1 : 15) * 60), share)
  }

  /// An account that was read within this time is not read again just because the window got the focus.
  package var freshness: Duration { max(.seconds(30), share / 10) }

  /// One poll every three seconds, all accounts together.
  private var share: Duration { .seconds(3) * state.withLock(\.count) }
}
