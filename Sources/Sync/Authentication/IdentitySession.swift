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
