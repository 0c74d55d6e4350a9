/// The requests to the identity servers; the same error means different things for each.
enum IdentityRequest: Hashable, Sendable {
  case signUp
  case signIn
  case refresh
}
