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

  /// The profile as the user saw it; only ``fields`` of it are theirs.
  public let person: Person
  /// What the user changed. The rest is not sent: another computer may have changed it since.
  public let fields: Set<Person.Field>
  /// Grows with every stored edit, so that a later one is never taken for the one that was sent.
  public let revision: Int64
  /// Nil unless the server refused this very edit.
  public let refusal: Refusal?

  public init(
    person: Person, fields: Set<Person.Field>, revision: Int64, refusal: Refusal? = nil
  ) {
    self.person = person
    self.fields = fields
    self.revision = revision
    self.refusal = refusal
  }

  /// The server's profile with the edit.
  /// - Parameter person: nil if none is known.
  public func applied(to person: Person?) -> Person {
    person?.taking(fields, from: self.person) ?? self.person
  }
}
