import Sync
import Synchronization

/// How often servers are polled. With many lists, each is polled less often.
package final class SyncPace: Sendable {
  private let count = Mutex(0)

  /// Sets how many accounts and shared lists are synchronised.
  package func setCount(_ number: Int) {
    count.withLock { $0 = number }
  }

  /// The interval at which an account is polled.
  package var pollEvery: Duration { max(.seconds(5 * 60), share) }

  /// An account that was read within this time is not read again just because the window got the focus.
  package var freshness: Duration { max(.seconds(30), share / 10) }

  /// One poll every three seconds, all accounts together.
  private var share: Duration { .seconds(3) * count.withLock(\.self) }
}
