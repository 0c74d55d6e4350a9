/// Why a change has not reached the server. Stored with the change; the window turns it into text.
public enum SyncProblem: Hashable, Sendable, Codable {
  /// The server could not be reached. Normal when offline, so it is shown quietly.
  case unreachable
  /// The server answered that it cannot serve the request now: 429 or 5xx.
  case unavailable(status: Int)
  /// The server understood the change and refused it. `code` is the server's own name for the reason
  /// (Firestore: `error.status`, for example `PERMISSION_DENIED`).
  case refused(status: Int, code: String)
  /// Signing in is needed: 401, or a token that the server does not accept.
  case authentication
  /// The server's certificate is trusted neither by the user nor by the system. Nothing was sent.
  case untrusted(UntrustedCertificate)
  /// The server's answer was invalid; `detail` is for the log and the dialog's details.
  case protocolViolation(detail: String)

  /// Whether nothing has reached the server.
  public var isUnreached: Bool {
    switch self {
    case .unreachable, .untrusted: true
    case .unavailable, .refused, .authentication, .protocolViolation: false
    }
  }
}

/// The retry state of an account or of a quarantined record.
public struct SyncRetry: Hashable, Sendable {
  /// Failed attempts in a row.
  public let attempts: Int
  /// No attempt before this time, unless something wakes the engine.
  public let notBefore: Timestamp
  public let problem: SyncProblem
  /// Whether the server itself asked to wait until then (`Retry-After`, RFC 9110, section 10.2.3).
  public let isAsked: Bool
  /// Whether a connection broke or took too long since the last success. The next batch then starts small.
  public let wasInterrupted: Bool
  /// The record at which an account's sync round stopped, so that a message can name it.
  public let record: RecordKey?

  public init(
    attempts: Int, notBefore: Timestamp, problem: SyncProblem, isAsked: Bool = false,
    wasInterrupted: Bool = false, record: RecordKey? = nil
  ) {
    self.attempts = attempts
    self.notBefore = notBefore
    self.problem = problem
    self.isAsked = isAsked
    self.wasInterrupted = wasInterrupted
    self.record = record
  }

  /// Whether this failure and an earlier one belong to one series, without a success in between. An attempt that was
  /// woken early does not raise the number of attempts, and stops at the same record.
  public func continues(_ earlier: SyncRetry) -> Bool {
    if let record, let before = earlier.record, record != before { return false }
    return attempts >= earlier.attempts
  }

  /// The longest pause that a server can ask for, in milliseconds: a day.
  public static let longestAskedPause: Int64 = 24 * 60 * 60 * 1000

  /// Whether a pause that the server asked for is still running. One further ahead than the longest possible
  /// pause was stored before the clock was set back, and is ignored.
  public func isAskedToWait(at now: Timestamp) -> Bool {
    let left = notBefore.milliseconds.subtractingReportingOverflow(now.milliseconds)
    return isAsked && !left.overflow && (1...Self.longestAskedPause).contains(left.partialValue)
  }
}
