/// How a user signs in to an account. Contains no secret.
public struct SignIn: Hashable, Sendable, Codable {
  public let email: String
  public let identity: IdentitySettings

  public init(email: String, identity: IdentitySettings) {
    self.email = email
    self.identity = identity
  }
}
