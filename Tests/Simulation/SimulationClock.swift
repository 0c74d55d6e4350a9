import Core
import Sync
import TestSupport

/// A computer's clock, by which pauses end at once, and time limits never.
///
/// The server always answers or fails, and a limit that ends beside the answer would be a race: what happened
/// then depended on the threads, not on the seed.
struct SimulationClock: SyncClock {
  let base: ManualClock
  /// Nobody moves it.
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
