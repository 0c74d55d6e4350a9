import Basics

/// A list through which a user knows another person.
public struct Acquaintance: Hashable, Sendable {
  /// The user ID of the other person.
  @Exact public private(set) var user: String
  /// The user ID of the person who owns the list: the other person, the user, or a third one.
  @Exact public private(set) var owner: String
  public let list: ListID

  public init(user: String, owner: String, list: ListID) {
    self.user = user
    self.owner = owner
    self.list = list
  }
}
