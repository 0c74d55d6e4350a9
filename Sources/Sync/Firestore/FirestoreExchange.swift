import Core
import FoundationEssentials

/// Requests to one Firestore database: credentials, transport, and the meaning of errors.
struct FirestoreExchange: Sendable {
  /// The most bytes read from one answer.
  static let maxResponseBytes = 8 * 1024 * 1024
  static let tooLarge = SyncError(HTTPFailure.tooLarge(limit: maxResponseBytes))

  let transport: any HTTPTransport
  let tokens: any TokenProvider
  let clock: any SyncClock
  private let isEmulator: Bool
  /// The time limit for each exchange as a whole.
  let timeout: Duration

  /// - Parameter tokens: the credentials; nil sends the user's name to an emulator on this computer and
  ///   nothing to any other server.
  init(
    settings: FirestoreSettings, transport: any HTTPTransport, tokens: (any TokenProvider)?,
    clock: any SyncClock, timeout: Duration
  ) {
    self.transport = transport
    self.clock = clock
    self.timeout = timeout
    isEmulator = settings.isLoopback
    if let tokens {
      self.tokens = tokens
    } else if settings.isLoopback {
      self.tokens = EmulatorTokenProvider(user: settings.user)
    } else {
      self.tokens = AnonymousTokenProvider()
    }
  }

  /// Sends a request and throws for everything but a success.
  func send(
    _ method: HTTPRequest.Method, _ url: String, body: Data?, isConditional: Bool = false
  ) async throws(SyncError) -> HTTPResponse {
    guard
      let response = try await answer(method, url, body: body, isConditional: isConditional)
    else { throw Self.tooLarge }
    return response
  }

  /// Like ``send(_:_:body:isConditional:)``, but nil for an answer over the limit. A rejected token is
  /// renewed once.
  func answer(
    _ method: HTTPRequest.Method, _ url: String, body: Data?, isConditional: Bool = false
  ) async throws(SyncError) -> HTTPResponse? {
    let token = try await tokens.token()
    do throws(SyncError) {
      return try await answer(method, url, body: body, isConditional: isConditional, token: token)
    } catch {
      guard error == .authentication, let token else { throw error }
      await tokens.refuse(token)
      guard let renewed = try await tokens.token(), renewed != token else { throw error }
      return try await answer(
        method, url, body: body, isConditional: isConditional, token: renewed)
    }
  }

  private func answer(
    _ method: HTTPRequest.Method, _ url: String, body: Data?, isConditional: Bool, token: String?
  ) async throws(SyncError) -> HTTPResponse? {
    var headers = ["Accept": "application/json"]
    if body != nil { headers["Content-Type"] = "application/json" }
    if let token { headers["Authorization"] = "Bearer " + token }
    // Queries only read, and the second of two equal commits fails its preconditions.
    let request = HTTPRequest(
      method: method, url: url, headers: headers, body: body,
      maxResponseBytes: Self.maxResponseBytes, timeout: timeout, isRepeatable: true)
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      if case .tooLarge = error { return nil }
      throw SyncError(error)
    }
    if let error = FirestoreErrorClassifier.error(
      of: response, isEmulator: isEmulator, isConditional: isConditional,
      sentBytes: body?.count ?? 0, now: clock.now())
    {
      throw error
    }
    // A web page instead of an answer: an intermediary wrote it.
    guard response.beginsAsJSON else { throw .transient(cause: .unreachable, retryAfter: nil) }
    return response
  }
}
