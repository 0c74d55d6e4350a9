/// Starts requests that run beside each other. Passed in so that a simulation decides which answer comes first.
public protocol RequestStarter: Sendable {
  /// Starts a request and returns without waiting for its answer.
  func start<Answer: Sendable>(_ request: @escaping @Sendable () async -> Answer) async
    -> PendingAnswer<Answer>
}

/// The answer to a request that was started.
public struct PendingAnswer<Answer: Sendable>: Sendable {
  private let wait: @Sendable () async -> Answer
  private let stop: @Sendable () -> Void

  /// - Parameters:
  ///   - wait: waits for the answer.
  ///   - stop: gives the request up, as far as that is still possible.
  public init(wait: @escaping @Sendable () async -> Answer, stop: @escaping @Sendable () -> Void) {
    self.wait = wait
    self.stop = stop
  }

  /// Waits for the answer. A cancelled caller cancels the request.
  public func value() async -> Answer { await wait() }

  /// Gives the request up; nobody waits for its answer.
  public func cancel() { stop() }
}

/// Runs each request in a task of its own.
public struct ConcurrentRequestStarter: RequestStarter {
  public init() {}

  public func start<Answer: Sendable>(_ request: @escaping @Sendable () async -> Answer) async
    -> PendingAnswer<Answer>
  {
    let task = Task(operation: request)
    return PendingAnswer {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    } stop: {
      task.cancel()
    }
  }
}
