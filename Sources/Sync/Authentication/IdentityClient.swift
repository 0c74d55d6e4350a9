import Basics
public import Core
import FoundationEssentials

/// The body of a request to sign up or in
/// (https://firebase.google.com/docs/reference/rest/auth#section-create-email-password).
struct PasswordCredentials: Encodable, Redacted {
  let email: String
  let password: String
  let returnSecureToken = true
}

/// A value that contains secrets, which no description, log or mirror shows.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
}

extension Redacted {
  public var description: String { "\(Self.self)(redacted)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The requests to the identity servers; the same error means different things for each.
enum IdentityRequest: Hashable, Sendable {
  case signUp
  case signIn
  case refresh
}

/// Signs users up and in with e-mail address and password, and renews their tokens, through the REST
/// API of Firebase Authentication (https://firebase.google.com/docs/reference/rest/auth).
public struct IdentityClient: Sendable {
  /// The most bytes read from one answer.
  static let maxResponseBytes = 64 * 1024

  private let settings: IdentitySettings
  private let transport: any HTTPTransport
  private let clock: any SyncClock
  private let timeout: Duration

  /// - Parameters:
  ///   - clock: for moments named in `Retry-After`.
  ///   - timeout: for each exchange as a whole.
  public init(
    settings: IdentitySettings, transport: any HTTPTransport,
    clock: any SyncClock = SystemSyncClock(), timeout: Duration = .seconds(30)
  ) {
    self.settings = settings
    self.transport = transport
    self.clock = clock
    self.timeout = timeout
  }

  /// Creates a user and signs in (`accounts:signUp`).
  /// - Throws: ``IdentityError``; a cancelled task gets a transient one.
  public func signUp(email: String, password: String) async throws(IdentityError)
    -> IdentitySession
  {
    try await enter(email, password, .signUp, "accounts:signUp")
  }

  /// Signs an existing user in (`accounts:signInWithPassword`).
  /// - Throws: ``IdentityError``; a cancelled task gets a transient one.
  public func signIn(email: String, password: String) async throws(IdentityError)
    -> IdentitySession
  {
    try await enter(email, password, .signIn, "accounts:signInWithPassword")
  }

  /// Requests a new ID token.
  /// - Parameter token: the user's refresh token. If the answer contains another one, that replaces it.
  /// - Throws: ``IdentityError``; ``IdentityError/tokenRevoked`` when the user has to sign in again.
  public func refresh(token: String) async throws(IdentityError) -> IdentitySession {
    let form = "grant_type=refresh_token&refresh_token=" + token.percentEncodedSegment
    return try await send(
      Data(form.utf8), as: "application/x-www-form-urlencoded", .refresh,
      to: settings.tokenURL + "/v1/token")
  }

  private func enter(
    _ email: String, _ password: String, _ request: IdentityRequest, _ method: String
  ) async throws(IdentityError) -> IdentitySession {
    let body: Data
    do {
      body = try JSONEncoder().encode(PasswordCredentials(email: email, password: password))
    } catch {
      throw .protocolViolation(detail: "request cannot be written")
    }
    return try await send(
      body, as: "application/json", request, to: settings.identityURL + "/v1/" + method)
  }

  private func send(_ body: Data, as type: String, _ request: IdentityRequest, to url: String)
    async throws(IdentityError) -> IdentitySession
  {
    let response: HTTPResponse
    do {
      response = try await transport.send(
        HTTPRequest(
          method: .post, url: url + "?key=" + settings.apiKey.percentEncodedSegment,
          headers: ["Accept": "application/json", "Content-Type": type], body: body,
          maxResponseBytes: Self.maxResponseBytes, timeout: timeout))
    } catch {
      let failure = SyncError(error)
      if case .protocolViolation(let detail) = failure { throw .protocolViolation(detail: detail) }
      throw .transient(failure)
    }
    if let error = IdentityErrorClassifier.error(of: response, to: request, now: clock.now()) {
      throw error
    }
    return try IdentitySession.read(response.body, to: request)
  }
}
