import Basics

/// A list that a server holds, whether it is shown here or not.
public struct CatalogueEntry: Hashable, Sendable, Codable, Identifiable {
  public let id: ListID
  @Exact public var name: String
  /// The user ID of the person who owns the list.
  @Exact public var owner: String
  /// What the user may do; nil for the owner, who may do everything.
  public var role: ListRole?
  /// How many to-dos are open; nil if the server did not say.
  public var openCount: Int?

  public init(id: ListID, name: String, owner: String, role: ListRole?, openCount: Int?) {
    self.id = id
    self.name = name
    self.owner = owner
    self.role = role
    self.openCount = openCount
  }
}
