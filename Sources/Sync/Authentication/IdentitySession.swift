/// What a user has after signing in. The tokens are secrets: they are never written anywhere but into
/// the ``SecretStore``, and only the refresh token at all.
public struct IdentitySession: Hashable, Sendable, Redacted {
  /// The user's ID in the project, `localId` in the answer; 1–128 bytes.
  public let userID: String
  /// The address as the server has it; nil after a renewal, which does not tell it.
  public let email: String?
  /// The bearer token for the next while.
  public let idToken: String
  /// What a new ID token is asked for with.
  public let refreshToken: String
  /// How long the ID token is good for, from its receipt on.
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
