/// A list of another person that is no longer shared with the user.
public struct StoreParting: Hashable, Sendable {
  /// Its name.
  public let list: String
  /// The user ID of the person who owns it.
  public let owner: String
  /// How many to-dos had changes that the owner does not have; copies of them are in the trash.
  public let keptCount: Int
}
