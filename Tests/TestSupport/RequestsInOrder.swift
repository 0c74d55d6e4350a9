public import Sync

/// Makes each request when its answer is waited for, so that faults that are planned for calls meet the same calls
/// every time.
public struct RequestsInOrder: RequestStarter {
  public init() {}

  public func start<Answer: Sendable>(_ request: @escaping @Sendable () async -> Answer) async
    -> PendingAnswer<Answer>
  {
    PendingAnswer(wait: request, stop: {})
  }
}
