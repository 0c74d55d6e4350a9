public import Core

/// Why a server did not do what was asked of it.
public enum SyncError: Error, Hashable, Sendable {
  /// The cause of a temporary failure.
  public enum TransientCause: Hashable, Sendable {
    /// No network or no server, or what answered was not the server.
    case unreachable
    /// A connection was made and then broke, or the answer took too long.
    case interrupted
    /// The server answered that it cannot serve the request now.
    case unavailable(status: Int)
    /// The same, but something between here and the server may have answered (RFC 9110 §3.7). The user need not wait
    /// as long as it says.
    case intermediary(status: Int)
  }

  /// Why one change has to wait while others are sent.
  public enum Obstacle: Hashable, Sendable {
    /// The server no longer has the list of a to-do. Reading the lists tells what happens to it.
    case listIsMissing
    /// The server takes no further new lists for a while.
    case tooManyNewLists
  }

  /// May work later. `retryAfter` is the pause that was asked for.
  case transient(cause: TransientCause, retryAfter: Duration?)
  /// The server understood and refused; a retry will not help. `code` is the server's own name for the
  /// reason, or empty.
  case rejected(status: Int, code: String)
  /// The record is not in the state that the precondition names.
  case conflict
  /// The change cannot be taken yet, which is not a refusal. It stays in the outbox, and others are sent.
  case postponed(Obstacle)
  /// The server rejects the credentials.
  case authentication
  /// The server's certificate is not the one that the user trusts.
  case untrusted(UntrustedCertificate)
  /// The answer is invalid. `detail` contains nothing the user has written.
  case protocolViolation(detail: String)

  /// The same in the form that is stored and shown.
  public var problem: SyncProblem {
    switch self {
    case .transient(.unreachable, _), .transient(.interrupted, _): .unreachable
    case .transient(.unavailable(let status), _), .transient(.intermediary(let status), _):
      .unavailable(status: status)
    case .rejected(let status, let code): .refused(status: status, code: code)
    // A conflict is reported only if the record keeps changing faster than it can be read again.
    case .conflict, .postponed(.listIsMissing): .unavailable(status: 409)
    case .postponed(.tooManyNewLists): .unavailable(status: 429)
    case .authentication: .authentication
    case .untrusted(let certificate): .untrusted(certificate)
    case .protocolViolation(let detail): .protocolViolation(detail: detail)
    }
  }

  /// The pause that was asked for.
  public var retryAfter: Duration? {
    guard case .transient(_, let duration) = self else { return nil }
    return duration
  }

  /// Whether the server itself asked for a pause. Then even the user has to wait.
  var isAskedByServer: Bool {
    if case .transient(.intermediary, _) = self { false } else { retryAfter != nil }
  }
}

extension SyncError {
  /// Whether a connection was made and did not last until the answer.
  var isInterruption: Bool {
    if case .transient(.interrupted, _) = self { true } else { false }
  }

  /// Whether a server may fail like this on one record each time, and on no other: by a defect of its own, because
  /// somebody holds a lock on the record (RFC 4918 §11.3), or because the record is too large for a proxy.
  var mayBeAboutOneRecord: Bool {
    switch self {
    case .transient(.unavailable(status: 423), nil), .transient(.unavailable(status: 500), nil),
      .transient(.intermediary(status: 500), nil), .transient(.intermediary(status: 413), nil):
      true
    default: false
    }
  }

  /// The error to report if the earlier of two failures of a request was an interruption.
  var afterInterruption: SyncError {
    guard case .transient(.unreachable, let retryAfter) = self else { return self }
    return .transient(cause: .interrupted, retryAfter: retryAfter)
  }

  /// Whether something on the way to the server takes only smaller requests.
  var isTooLargeForIntermediary: Bool {
    if case .transient(.intermediary(status: 413), _) = self { true } else { false }
  }

  /// Whether the same request may succeed a moment later. If the server names a time, it is not asked before
  /// that.
  var isWorthAQuickTry: Bool {
    switch self {
    case .transient(.intermediary(status: 413), _): false
    case .transient(_, let retryAfter): retryAfter == nil
    case .protocolViolation: true
    case .rejected, .conflict, .postponed, .authentication, .untrusted: false
    }
  }
}

extension SyncError {
  /// What a failed exchange means for synchronisation.
  ///
  /// An untrusted certificate counts as unreachable, because the answer did not come from the server. A network with a
  /// sign-in page looks like this. The error of a cancelled exchange does not matter, because a cancelled caller does
  /// not look at it.
  init(_ failure: HTTPFailure) {
    switch failure {
    case .unreachable, .untrusted, .tls, .cancelled:
      self = .transient(cause: .unreachable, retryAfter: nil)
    case .interrupted, .timedOut:
      self = .transient(cause: .interrupted, retryAfter: nil)
    case .tooLarge(let limit):
      self = .protocolViolation(detail: "answer over \(limit) bytes")
    case .malformedResponse:
      self = .protocolViolation(detail: "answer is not HTTP")
    case .insecureAddress:
      self = .protocolViolation(detail: "plain http to another computer")
    case .privateAddress:
      self = .protocolViolation(detail: "address that must not be asked")
    case .malformedURL:
      self = .protocolViolation(detail: "request cannot be sent")
    }
  }
}
