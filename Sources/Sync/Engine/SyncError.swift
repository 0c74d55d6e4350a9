public import Core

/// Why a server did not do what was asked of it.
public enum SyncError: Error, Hashable, Sendable {
  /// The cause of a temporary failure.
  public enum TransientCause: Hashable, Sendable {
    /// No answer: no network, no server, a broken connection or a timeout.
    case unreachable
    /// The server answered that it cannot serve the request now.
    case unavailable(status: Int)
  }

  /// May work later. `retryAfter` is the pause that the server asked for.
  case transient(cause: TransientCause, retryAfter: Duration?)
  /// The server understood and refused; a retry will not help. `code` is the server's own name for the
  /// reason, or empty.
  case rejected(status: Int, code: String)
  /// The record is not in the state that the precondition names.
  case conflict
  /// The server rejects the credentials.
  case authentication
  /// The answer is invalid. `detail` contains nothing the user has written.
  case protocolViolation(detail: String)

  /// The same in the form that is stored and shown.
  public var problem: SyncProblem {
    switch self {
    case .transient(.unreachable, _): .unreachable
    case .transient(.unavailable(let status), _): .unavailable(status: status)
    case .rejected(let status, let code): .refused(status: status, code: code)
    // Only if the record keeps changing faster than it can be read again.
    case .conflict: .unavailable(status: 409)
    case .authentication: .authentication
    case .protocolViolation(let detail): .protocolViolation(detail: detail)
    }
  }

  /// The pause that the server asked for.
  public var retryAfter: Duration? {
    guard case .transient(_, let duration) = self else { return nil }
    return duration
  }
}
