public import Core

/// Makes HTTP requests. Separates backends from the network.
public protocol HTTPTransport: Sendable {
  /// Sends a request and reads the whole answer.
  ///
  /// Every status code is an answer, not an error. Redirections are not followed.
  /// - Throws: ``HTTPFailure`` when no complete answer came within the limits of the request, or
  ///   ``HTTPFailure/cancelled`` as soon as the calling task is cancelled.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

/// Why there is no complete answer to a request.
public enum HTTPFailure: Error, Hashable, Sendable {
  /// No connection could be made. `reason` is for the log only.
  case unreachable(reason: String)
  /// The connection broke before the answer was complete. `reason` is for the log only.
  case interrupted(reason: String)
  /// The exchange took longer than the request allows.
  case timedOut
  /// The answer has more than `limit` bytes.
  case tooLarge(limit: Int)
  /// The peer's certificate is not trusted.
  case untrusted(UntrustedCertificate)
  /// TLS failed otherwise.
  case tls
  /// What came back is not HTTP.
  case malformedResponse
  /// Plain http to another computer, which is never allowed.
  case insecureAddress
  /// The address is not on the public internet, which the request requires.
  case privateAddress
  /// The URL is not an absolute http or https URL, or a header cannot be sent.
  case malformedURL
  /// The calling task was cancelled.
  case cancelled
}
