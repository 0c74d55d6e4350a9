/// Why a change has not reached the server; stored with it and turned into words by the window.
public enum SyncProblem: Hashable, Sendable, Codable {
  /// The server could not be reached at all. Normal, and told quietly.
  case unreachable
  /// The server answered that it cannot serve now: 429 or 5xx.
  case unavailable(status: Int)
  /// The server understood the change and refused it. `code` is the server's own name for the reason
  /// (Firestore: `error.status`, for example `PERMISSION_DENIED`).
  case refused(status: Int, code: String)
  /// The server wants to know who is asking: 401, or a token it does not accept.
  case authentication
  /// The server's answer did not make sense; `detail` is for the log and the details of the dialog.
  case protocolViolation(detail: String)
}
