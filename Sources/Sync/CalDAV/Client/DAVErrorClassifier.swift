import Basics
import Core

/// The only place that classifies the error answers of a WebDAV server: by HTTP status, and by the precondition in the
/// `DAV:error` element (RFC 4918 §16), because servers choose between 403, 405, 409 and 412 for the same refusal.
enum DAVErrorClassifier {
  /// Classifies an answer.
  /// - Parameters:
  ///   - isConditional: whether the request had a precondition in its header.
  ///   - now: for a date in `Retry-After`.
  /// - Returns: nil for a success.
  static func error(of response: HTTPResponse, isConditional: Bool, now: Timestamp) -> SyncError? {
    if (200..<300).contains(response.status) { return nil }
    let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now) }
    let code = code(in: response)
    switch response.status {
    // A server's 401 says how to sign in (RFC 9110 §15.5.2); a sign-in page of the network does not.
    case 401 where response.headers["www-authenticate"] == nil:
      return .transient(cause: .unreachable, retryAfter: nil)
    case 401:
      return .authentication
    // A sign-in page of the network (RFC 6585 §6).
    case 511:
      return .transient(cause: .unreachable, retryAfter: nil)
    // There is no more room, or the server lacks the method: a retry does not help.
    case 501, 505, 507:
      return .rejected(status: response.status, code: code)
    case 407, 408, 423, 425, 429, 500...599:
      return .transient(cause: .unavailable(status: response.status), retryAfter: retryAfter)
    case 404 where isConditional, 410 where isConditional:
      return .conflict
    case 412 where isConditional && code.isEmpty:
      return .conflict
    case 400...499:
      return .rejected(status: response.status, code: code)
    default:
      return .protocolViolation(detail: "status \(response.status)")
    }
  }

  /// The name of the precondition that was not met; empty if the answer names none. Servers also put explanations
  /// there: servers on sabre/dav for every refusal, as elements in a namespace of their own, other servers as a
  /// `responsedescription`.
  private static func code(in response: HTTPResponse) -> String {
    // Most bodies are pages for people, or empty.
    guard let error = try? DAVError(reading: response.body) else { return "" }
    let names = error.conditions
      .subtracting(explanations).filter { $0.isDAV || $0.isCalDAV }.map(\.local)
      .sorted { $0.precedesExactly($1) }
    return names.first?.asErrorDetail ?? ""
  }

  /// Elements that name no precondition. DAViCal puts the name of the header there, which says no more than the status
  /// 412.
  private static let explanations: Set<XMLName> = [
    .dav("responsedescription"), .dav("if-match"), .dav("if-none-match"),
  ]
}

extension SyncError {
  /// Whether the error says that nothing is at the path.
  var isMissing: Bool {
    if case .rejected(404, _) = self { return true }
    if case .rejected(410, _) = self { return true }
    return false
  }
}
