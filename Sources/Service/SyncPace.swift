import Sync
import Synchronization

/// How often servers are read when nothing else gives a reason to: the more lists there are, the longer
/// until each has its turn again.
package final class SyncPace: Sendable {
  private let count = Mutex(0)

  /// How many accounts and shared lists are synchronised.
  package func setCount(_ number: Int) {
    count.withLock { $0 = number }
  }

  /// How long after a round an account is read again unasked.
  package var pollEvery: Duration { max(.seconds(5 * 60), share) }

  /// What was read so lately is not read again just because somebody looks.
  package var freshness: Duration { max(.seconds(30), share / 10) }

  /// One reading in three seconds, all accounts together.
  private var share: Duration { .seconds(3) * count.withLock(\.self) }
}
