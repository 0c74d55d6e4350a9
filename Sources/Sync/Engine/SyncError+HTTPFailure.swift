import Core

extension SyncError {
  /// What a failed exchange means for synchronisation.
  ///
  /// An untrusted certificate counts as unreachable: whoever answered, it was not the server. A network with
  /// a sign-in page looks like this. The error of a cancelled exchange does not matter, because a cancelled
  /// caller does not look at it.
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
