import Basics

/// A person whom a server knows.
public struct Person: Hashable, Sendable, Codable, Identifiable {
  /// The user ID.
  @Exact public private(set) var id: String
  @Exact public var username: String
  @Exact public var fullname: String
  /// Where a picture of the person can be had; nil: nowhere. Whether it is a URL that may be asked is
  /// decided when it is asked for.
  public var pictureURL: String?
  /// Whether the person wants to be listed among all people; nil while that is not known.
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

  /// What the person is called where there is room for one name.
  public var name: String {
    if !fullname.isEmpty { return fullname }
    return username.isEmpty ? id : username
  }
}
