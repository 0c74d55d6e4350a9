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
  /// The server's answer was invalid; `detail` is for the log and the dialog's details.
  case protocolViolation(detail: String)
}
