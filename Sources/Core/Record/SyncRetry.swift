/// The state of trying again, of one account or of one record that is held back.
public struct SyncRetry: Hashable, Sendable {
  /// Failed tries in a row.
  public let attempts: Int
  /// No try before this moment, unless something wakes the engine.
  public let notBefore: Timestamp
  public let problem: SyncProblem
  /// The record at which an account's round ended, so that a message can name it.
  public let record: RecordKey?

  public init(
    attempts: Int, notBefore: Timestamp, problem: SyncProblem, record: RecordKey? = nil
  ) {
    self.attempts = attempts
    self.notBefore = notBefore
    self.problem = problem
    self.record = record
  }
}
