import Basics
import Core
import FoundationEssentials

/// The result of signing in. The tokens are secrets: only the refresh token is ever stored, and only in the
/// ``SecretStore``.
public struct IdentitySession: Hashable, Sendable, Redacted {
  /// The user's ID in the project, `localId` in the answer; 1–128 bytes.
  public let userID: String
  /// The user's address on the server; nil after a renewal, which does not include it.
  public let email: String?
  /// The current bearer token.
  public let idToken: String
  /// The token for requesting a new ID token.
  public let refreshToken: String
  /// How long the ID token is valid, counted from its receipt.
  public let expiresIn: Duration

  public init(
    userID: String, email: String?, idToken: String, refreshToken: String, expiresIn: Duration
  ) {
    self.userID = userID
    self.email = email
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }
}

extension IdentitySession {
  /// The answer to signing up and in
  /// (https://firebase.google.com/docs/reference/rest/auth#section-sign-in-email-password).
  private struct SignInAnswer: Decodable {
    let localId: String?
    let email: String?
    let idToken: String?
    let refreshToken: String?
    let expiresIn: String?
    let mfaPendingCredential: String?
  }

  /// The answer to a renewal
  /// (https://firebase.google.com/docs/reference/rest/auth#section-refresh-token).
  private struct RefreshAnswer: Decodable {
    enum CodingKeys: String, CodingKey {
      case user = "user_id"
      case idToken = "id_token"
      case refreshToken = "refresh_token"
      case expiresIn = "expires_in"
    }

    let user: String?
    let idToken: String?
    let refreshToken: String?
    let expiresIn: String?
  }

  /// No token is used for longer than this, in seconds, whatever the server says.
  private static let longest: Int64 = 24 * 60 * 60

  /// Parses a success answer.
  static func read(_ body: Data, to request: IdentityRequest) throws(IdentityError)
    -> IdentitySession
  {
    guard request != .refresh else {
      let answer = try decode(RefreshAnswer.self, from: body)
      return try made(
        answer.user, email: nil, answer.idToken, answer.refreshToken, answer.expiresIn)
    }
    let answer = try decode(SignInAnswer.self, from: body)
    if answer.mfaPendingCredential != nil, answer.idToken == nil { throw .secondFactorRequired }
    return try made(
      answer.localId, email: answer.email, answer.idToken, answer.refreshToken, answer.expiresIn)
  }

  private static func made(
    _ user: String?, email: String?, _ idToken: String?, _ refreshToken: String?,
    _ expiresIn: String?
  ) throws(IdentityError) -> IdentitySession {
    guard let user, (1...128).contains(user.utf8.count) else {
      throw .protocolViolation(detail: "answer without a user")
    }
    guard let idToken, isToken(idToken), let refreshToken, isToken(refreshToken) else {
      throw .protocolViolation(detail: "answer without a usable token")
    }
    guard let expiresIn, let seconds = Int64(expiresIn), seconds > 0 else {
      throw .protocolViolation(detail: "answer without the time of expiry")
    }
    return IdentitySession(
      userID: user, email: email, idToken: idToken, refreshToken: refreshToken,
      expiresIn: .seconds(min(seconds, longest)))
  }

  /// Whether a text is valid in a header field: visible ASCII, of a length that servers accept.
  private static func isToken(_ text: String) -> Bool {
    (1...16_384).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }

  private static func decode<T: Decodable>(_ type: T.Type, from body: Data) throws(IdentityError)
    -> T
  {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw .protocolViolation(detail: "answer is not as documented")
    }
  }
}
