public import Core

/// Why a server did not do what was asked of it.
public enum SyncError: Error, Hashable, Sendable {
  /// What stands in the way for now.
  public enum TransientCause: Hashable, Sendable {
    /// No answer: no network, no server, a broken connection or a time limit.
    case unreachable
    /// The server answered that it cannot serve now.
    case unavailable(status: Int)
  }

  /// May work later. `retryAfter` is the server's own wish.
  case transient(cause: TransientCause, retryAfter: Duration?)
  /// The server understood and refused; asking again will not help. `code` is the server's own name
  /// for the reason, or empty.
  case rejected(status: Int, code: String)
  /// The record is not in the state that the change was made for.
  case conflict
  /// The server does not accept who is asking.
  case authentication
  /// The answer makes no sense. `detail` holds nothing the user has written.
  case protocolViolation(detail: String)

  /// The same as it is stored and told.
  public var problem: SyncProblem {
    switch self {
    case .transient(.unreachable, _): .unreachable
    case .transient(.unavailable(let status), _): .unavailable(status: status)
    case .rejected(let status, let code): .refused(status: status, code: code)
    // Only when the record keeps changing faster than it can be read again.
    case .conflict: .unavailable(status: 409)
    case .authentication: .authentication
    case .protocolViolation(let detail): .protocolViolation(detail: detail)
    }
  }

  /// How long the server asks to be left alone.
  public var retryAfter: Duration? {
    guard case .transient(_, let duration) = self else { return nil }
    return duration
  }
}
