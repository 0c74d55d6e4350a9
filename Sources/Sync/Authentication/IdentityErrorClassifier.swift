import Core

/// The only place that classifies error answers: by HTTP status, by the code at the beginning of the message
/// and by the reason, never by prose (https://firebase.google.com/docs/reference/rest/auth, "common error
/// codes" of each method; https://cloud.google.com/apis/design/errors#error_info).
///
/// An answer that the service did not write, such as a hotel network's sign-in page, says nothing about the
/// user, whatever its status: it must not sign anybody out.
enum IdentityErrorClassifier {
  /// Classifies an answer.
  /// - Parameter now: for a date in `Retry-After`.
  /// - Returns: nil for a success.
  static func error(of response: HTTPResponse, to request: IdentityRequest, now: Timestamp)
    -> IdentityError?
  {
    if response.status == 200 { return response.beginsAsJSON ? nil : unreachable }
    let foreignError = IdentityError.transient(IntermediaryAnswer.error(of: response, now: now))
    guard let body = IdentityErrorBody.read(response.body) else { return foreignError }
    let code = body.code
    if let error = keyError(body.reasons) { return error }
    switch response.status {
    case 407, 408, 500...599:
      return body.isOfService ? transient(response, now) : foreignError
    default: break
    }
    if let error = request == .refresh ? tokenError(code) : userError(code, request) {
      return error
    }
    // Nothing would be sent any more until the user has signed in again.
    if request == .refresh, !body.isOfService { return foreignError }
    switch response.status {
    case 429: return transient(response, now)
    case 400...499: return .refused(status: response.status, code: code)
    default: return .protocolViolation(detail: "status \(response.status)")
    }
  }

  private static func keyError(_ reasons: Set<String>) -> IdentityError? {
    // API_KEY_INVALID, API_KEY_SERVICE_BLOCKED and others; keyInvalid is the older form.
    if reasons.contains(where: { $0.hasPrefix("API_KEY_") || $0 == "keyInvalid" }) {
      return .badKey
    }
    return reasons.contains("SERVICE_DISABLED") ? .notEnabled : nil
  }

  private static func userError(_ code: String, _ request: IdentityRequest) -> IdentityError? {
    switch code {
    case "EMAIL_NOT_FOUND", "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS": .wrongCredentials
    case "MISSING_PASSWORD": request == .signUp ? .weakPassword : .wrongCredentials
    case "WEAK_PASSWORD", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": .weakPassword
    case "EMAIL_EXISTS": .emailInUse
    case "INVALID_EMAIL", "MISSING_EMAIL": .invalidEmail
    case "USER_DISABLED": .userDisabled
    case "TOO_MANY_ATTEMPTS_TRY_LATER", "QUOTA_EXCEEDED": .tooManyAttempts
    // The last two: only administrators create users; the project has no authentication.
    case "OPERATION_NOT_ALLOWED", "PASSWORD_LOGIN_DISABLED", "ADMIN_ONLY_OPERATION",
      "CONFIGURATION_NOT_FOUND":
      .notEnabled
    default: nil
    }
  }

  private static func tokenError(_ code: String) -> IdentityError? {
    switch code {
    case "TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN",
      "MISSING_REFRESH_TOKEN", "PROJECT_NUMBER_MISMATCH":
      .tokenRevoked
    case "TOO_MANY_ATTEMPTS_TRY_LATER", "QUOTA_EXCEEDED": .tooManyAttempts
    default: nil
    }
  }

  private static let unreachable = IdentityError.transient(
    .transient(cause: .unreachable, retryAfter: nil))

  private static func transient(_ response: HTTPResponse, _ now: Timestamp) -> IdentityError {
    let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now) }
    return .transient(
      .transient(cause: .unavailable(status: response.status), retryAfter: retryAfter))
  }
}
