public import Sync

/// Makes each request only when its answer is awaited, so that faults planned for calls always meet the same calls.
public struct RequestsInOrder: RequestStarter {
  public init() {}

  public func start<Answer: Sendable>(_ request: @escaping @Sendable () async -> Answer) async
    -> PendingAnswer<Answer>
  {
    PendingAnswer(wait: request, stop: {})
  }
}
