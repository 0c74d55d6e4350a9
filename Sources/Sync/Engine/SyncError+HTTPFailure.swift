import Core

extension SyncError {
  /// What a failed exchange means for synchronisation.
  ///
  /// An untrusted certificate counts as not reached: whoever answered, it was not the server. This
  /// is what a network with a sign-in page looks like. A cancelled exchange has no meaning of its own;
  /// who cancels does not ask.
  init(_ failure: HTTPFailure) {
    switch failure {
    case .unreachable, .timedOut, .tls, .cancelled:
      self = .transient(cause: .unreachable, retryAfter: nil)
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
