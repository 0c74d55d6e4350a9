/// The user's edit of their own profile that the server has not accepted yet.
public struct PendingProfile: Hashable, Sendable {
  /// How the server refused it.
  public struct Refusal: Hashable, Sendable {
    public let status: Int
    /// The server's own name for the reason, or empty.
    public let code: String

    public init(status: Int, code: String) {
      self.status = status
      self.code = code
    }
  }

  public let person: Person
  /// Grows with every stored edit, so that a later one is never taken for the one that was sent.
  public let revision: Int64
  /// Nil unless the server refused this very edit.
  public let refusal: Refusal?

  public init(person: Person, revision: Int64, refusal: Refusal? = nil) {
    self.person = person
    self.revision = revision
    self.refusal = refusal
  }
}
