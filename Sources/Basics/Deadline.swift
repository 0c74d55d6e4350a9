/// Work with a time limit.
public enum Deadline {
  private enum End<Value: Sendable>: Sendable {
    case value(Value)
    case late
    /// Nobody waits for the limit any more.
    case cancelled
  }

  /// Runs work, and cancels it at its time limit. Returns only when the work has ended; use ``Promise`` for work
  /// whose end cannot be awaited.
  /// - Parameters:
  ///   - limit: how long the work may take.
  ///   - sleep: waits for a duration, and throws when it is cancelled; by this computer's clock unless another one is
  ///     passed.
  ///   - work: must end soon after its task is cancelled, which also happens when the caller is cancelled.
  /// - Returns: nil if the time was over first.
  public static func run<Value: Sendable>(
    within limit: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.pause(for: $0) },
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await withTaskGroup(of: End<Value>.self) { group in
      group.addTask { .value(await work()) }
      group.addTask { (try? await sleep(limit)) == nil ? .cancelled : .late }
      defer { group.cancelAll() }
      for await end in group {
        switch end {
        case .value(let value): return value
        case .late: return nil
        case .cancelled: continue
        }
      }
      return nil
    }
  }
}
