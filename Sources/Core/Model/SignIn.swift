/// How a user signs in to an account. What is secret about it is not here.
public struct SignIn: Hashable, Sendable, Codable {
  public let email: String
  public let identity: IdentitySettings

  public init(email: String, identity: IdentitySettings) {
    self.email = email
    self.identity = identity
  }
}
