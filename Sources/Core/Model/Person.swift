import Basics

/// A person whom a server knows.
public struct Person: Hashable, Sendable, Codable, Identifiable {
  /// The user ID.
  @Exact public private(set) var id: String
  @Exact public var username: String
  @Exact public var fullname: String
  /// Where a picture of the person is; nil if nowhere. Whether this URL may be requested is decided when it
  /// is requested.
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
