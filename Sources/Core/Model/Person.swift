import Basics

/// A person whom a server knows.
public struct Person: Hashable, Sendable, Codable, Identifiable {
  /// The user ID.
  @Exact public private(set) var id: String
  @Exact public var username: String
  @Exact public var fullname: String
  /// The URL of the person's picture; nil if there is none. Whether it may be requested is checked at the request.
  public var pictureURL: String?
  /// Whether the person is listed for everybody; nil if not known.
  public var isFindable: Bool?

  public init(
    id: String, username: String, fullname: String, pictureURL: String? = nil,
    isFindable: Bool? = nil
  ) {
    self.id = id
    self.username = username
    self.fullname = fullname
    self.pictureURL = pictureURL
    self.isFindable = isFindable
  }

  /// The person's name where there is room for one.
  public var name: String {
    if !fullname.isEmpty { return fullname }
    return username.isEmpty ? id : username
  }
}
