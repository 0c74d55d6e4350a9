import Basics
import Core
import FoundationEssentials

/// Requests to one WebDAV server, with its credentials.
struct DAVExchange: Sendable {
  /// The most bytes read from one answer.
  static let maxResponseBytes = 64 * 1024 * 1024
  /// How often a redirection within the server is followed (RFC 9110 §15.4).
  static let mostRedirections = 5

  let origin: DAVOrigin
  let transport: any HTTPTransport
  let authenticator: DAVAuthenticator
  let clock: any SyncClock
  /// The time limit for each exchange as a whole.
  let timeout: Duration
  /// The fingerprint of a certificate that the user trusts.
  var trustedCertificate: String?

  struct Request: Sendable {
    var method: HTTPRequest.Method
    var path: DAVPath
    var headers: [String: String] = [:]
    var body: Data?
    var maxResponseBytes = DAVExchange.maxResponseBytes
    /// Whether a precondition stands in ``headers``.
    var isConditional = false
  }

  /// Sends a request, and sends it again with credentials if the server asks for them. Redirections are returned.
  func answer(to request: Request) async throws(HTTPFailure) -> HTTPResponse {
    guard origin.isAllowed else { throw .insecureAddress }
    let sent = authenticator.header(request.method, request.path.text)
    let response = try await send(request, authorization: sent)
    guard response.status == 401, authenticator.choose(for: response, after: sent) else {
      return response
    }
    return try await send(
      request, authorization: authenticator.header(request.method, request.path.text))
  }

  private func send(_ request: Request, authorization: String?) async throws(HTTPFailure)
    -> HTTPResponse
  {
    var headers = request.headers
    headers["Authorization"] = authorization
    // Writes carry preconditions, so the second of two equal writes fails.
    return try await transport.send(
      HTTPRequest(
        method: request.method, url: origin.url(request.path), headers: headers,
        body: request.body, maxResponseBytes: request.maxResponseBytes, timeout: timeout,
        isRepeatable: true, trustedCertificate: trustedCertificate))
  }

  /// Sends a request, follows redirections within the server, and throws for everything but a success.
  /// - Returns: the answer, and the path that was answered.
  @discardableResult
  func success(_ request: Request) async throws(SyncError) -> (
    response: HTTPResponse, path: DAVPath
  ) {
    var request = request
    for _ in 0...Self.mostRedirections {
      let response: HTTPResponse
      do throws(HTTPFailure) {
        response = try await answer(to: request)
      } catch {
        // If the user has not trusted a certificate, this is more likely a network's sign-in page than the server, so
        // it counts as unreachable.
        if case .untrusted(let certificate) = error, trustedCertificate != nil {
          throw .untrusted(certificate)
        }
        throw SyncError(error)
      }
      if let path = try redirection(response) {
        request.path = path
        continue
      }
      if let error = DAVErrorClassifier.error(
        of: response, isConditional: request.isConditional, now: clock.now())
      {
        throw error
      }
      return (response, request.path)
    }
    throw .protocolViolation(detail: "redirected in a circle")
  }

  /// Where a redirection leads; nil if the answer is not one. A redirection to another server is not followed: that
  /// server must get neither the credentials nor what the user has written.
  private func redirection(_ response: HTTPResponse) throws(SyncError) -> DAVPath? {
    guard [301, 302, 307, 308].contains(response.status),
      let location = response.headers["location"]
    else { return nil }
    if location.hasExactPrefix("/"), !location.hasExactPrefix("//") {
      return DAVPath(href: location)
    }
    guard let (target, path) = DAVOrigin.split(location), target == origin else {
      throw .transient(cause: .unreachable, retryAfter: nil)
    }
    return path
  }
}
