import Basics
import Core

/// The only place that classifies error answers: by HTTP status and by the canonical code in `error.status`
/// (https://cloud.google.com/apis/design/errors#error_codes).
///
/// An answer without such a code was not written by the service but by something in between, such as a hotel
/// network's sign-in page or a company's proxy. It says nothing about the records or the user, whatever its
/// status; see ``IntermediaryAnswer``.
enum FirestoreErrorClassifier {
  /// Classifies an answer.
  /// - Parameters:
  ///   - isEmulator: whether the server is one on this computer.
  ///   - isConditional: whether the request had a precondition.
  ///   - sentBytes: how large the body of the request was.
  ///   - now: for a date in `Retry-After`.
  /// - Returns: nil for a success.
  static func error(
    of response: HTTPResponse, isEmulator: Bool, isConditional: Bool, sentBytes: Int = 0,
    now: Timestamp
  ) -> SyncError? {
    if (200..<300).contains(response.status) { return nil }
    guard let body = FirestoreErrorBody.read(response.body) else {
      return IntermediaryAnswer.error(of: response, sentBytes: sentBytes, now: now)
    }
    let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now) }
    return error(
      status: response.status, body: body, isEmulator: isEmulator, isConditional: isConditional,
      retryAfter: retryAfter)
  }

  /// Classifies an error by its parts.
  /// - Parameter isEmulator: false within an answer and in a live connection: a token is refused before these begin.
  static func error(
    status: Int, body: FirestoreErrorBody.Status, isEmulator: Bool = false, isConditional: Bool,
    retryAfter: Duration?
  ) -> SyncError {
    let code = body.status ?? ""
    switch code {
    case "UNAUTHENTICATED":
      return .authentication
    case "INVALID_ARGUMENT" where isEmulator && body.message == emulatorTokenRefusal:
      return .authentication
    case "RESOURCE_EXHAUSTED", "ABORTED", "UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL",
      "CANCELLED":
      return .transient(cause: .unavailable(status: status), retryAfter: retryAfter)
    case "FAILED_PRECONDITION" where isConditional, "ALREADY_EXISTS" where isConditional,
      "NOT_FOUND" where isConditional:
      return .conflict
    default:
      break
    }
    switch status {
    case 401:
      return .authentication
    case 412 where isConditional:
      return .conflict
    case 407, 408, 429, 500...599:
      return .transient(cause: .unavailable(status: status), retryAfter: retryAfter)
    case 400...499:
      return .rejected(status: status, code: code.asErrorDetail)
    default:
      return .protocolViolation(detail: "status \(status)")
    }
  }

  /// For a token it cannot read, the emulator answers 400 INVALID_ARGUMENT where the service answers 401.
  /// Only this text distinguishes it from other invalid arguments. No other server is believed it: it might quote what
  /// somebody typed.
  private static let emulatorTokenRefusal = "invalid jwt"
}
