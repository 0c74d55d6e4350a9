/// The state of trying again, of one account or of one record that is held back.
public struct SyncRetry: Hashable, Sendable {
  /// Failed tries in a row.
  public let attempts: Int
  /// No try before this moment, unless something wakes the engine.
  public let notBefore: Timestamp
  public let problem: SyncProblem
  /// Whether the server itself asked to wait until then (`Retry-After`, RFC 9110, section 10.2.3).
  public let isAsked: Bool
  /// The record at which an account's round ended, so that a message can name it.
  public let record: RecordKey?

  public init(
    attempts: Int, notBefore: Timestamp, problem: SyncProblem, isAsked: Bool = false,
    record: RecordKey? = nil
  ) {
    self.attempts = attempts
    self.notBefore = notBefore
    self.problem = problem
    self.isAsked = isAsked
    self.record = record
  }

  /// Whether this failure and an earlier one belong to one row of failures, in which no try succeeded.
  public func continues(_ earlier: SyncRetry) -> Bool {
    attempts > earlier.attempts || self == earlier
  }

  /// No server is waited for longer than this, whatever it asks, in milliseconds: a day.
  public static let longestAskedPause: Int64 = 24 * 60 * 60 * 1000

  /// Whether the server's wish to be left alone holds at a moment. One further ahead than any wish was
  /// noted before the calendar was set back.
  public func isAskedToWait(at now: Timestamp) -> Bool {
    let left = notBefore.milliseconds.subtractingReportingOverflow(now.milliseconds)
    return isAsked && !left.overflow && (1...Self.longestAskedPause).contains(left.partialValue)
  }
}
