import Basics
public import Core
import FoundationEssentials

/// This computer's clock.
public struct SystemSyncClock: SyncClock {
  public init() {}

  public func now() -> Timestamp { Timestamp(Date()) }

  public func sleep(for duration: Duration) async throws(CancellationError) {
    try await Task.pause(for: duration)
  }
}
