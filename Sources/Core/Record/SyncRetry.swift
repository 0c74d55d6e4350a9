/// The state of trying again, of one account or of one record that is held back.
public struct SyncRetry: Hashable, Sendable {
  /// Failed tries in a row.
  public let attempts: Int
  /// No try before this moment, unless something wakes the engine.
  public let notBefore: Timestamp
  public let problem: SyncProblem

  public init(attempts: Int, notBefore: Timestamp, problem: SyncProblem) {
    self.attempts = attempts
    self.notBefore = notBefore
    self.problem = problem
  }
}
