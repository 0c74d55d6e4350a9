import Basics
import Core

/// Work with a time limit.
enum Deadline {
  /// - Parameter work: must end soon after its task is cancelled.
  /// - Returns: nil after a timeout.
  @MainActor
  static func run<Value: Sendable>(
    within limit: Duration, _ work: @escaping @MainActor () async -> Value
  ) async -> Value? {
    let task = Task { await work() }
    let timer = Task {
      guard (try? await Task.pause(for: limit)) != nil else { return false }
      task.cancel()
      return true
    }
    let value = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    timer.cancel()
    return await timer.value ? nil : value
  }
}
