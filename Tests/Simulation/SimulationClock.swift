import Core
import Sync
import TestSupport

/// A computer's clock, by which pauses end at once and time limits never do.
///
/// The simulated server always answers or fails. A limit that ended while an answer arrives would be a race, in which
/// the result would depend on the threads and not on the seed.
struct SimulationClock: SyncClock {
  let base: ManualClock
  /// A clock that is never moved.
  private let stopped = ManualClock()

  init(_ base: ManualClock) {
    self.base = base
  }

  func now() -> Timestamp { base.now() }

  func sleep(for duration: Duration) async throws(CancellationError) {
    let isLimit = duration >= RetryPolicy.standard.discardLimit
    try await (isLimit ? stopped : base).sleep(for: duration)
  }
}
