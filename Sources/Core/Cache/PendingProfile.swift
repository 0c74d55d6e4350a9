/// What the user has made of the own profile and the server has not taken yet.
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
  /// Grows with every change that is kept, so that what was sent is never taken for a later one.
  public let revision: Int64
  /// Nil unless the server refused this very change.
  public let refusal: Refusal?

  public init(person: Person, revision: Int64, refusal: Refusal? = nil) {
    self.person = person
    self.revision = revision
    self.refusal = refusal
  }
}
