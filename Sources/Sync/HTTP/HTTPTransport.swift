/// Makes HTTP requests. Separates backends from the network.
public protocol HTTPTransport: Sendable {
  /// Sends a request and reads the whole answer.
  ///
  /// Every status code is an answer, not an error. Redirections are not followed.
  /// - Throws: ``HTTPFailure`` when no complete answer came within the limits of the request, or
  ///   ``HTTPFailure/cancelled`` as soon as the calling task is cancelled.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
