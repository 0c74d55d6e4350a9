/// What the identity servers are asked for; the same refusal means different things to each.
enum IdentityRequest: Hashable, Sendable {
  case signUp
  case signIn
  case refresh
}
