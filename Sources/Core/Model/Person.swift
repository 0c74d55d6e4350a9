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

  /// The person's name where there is room for one. A name that looks like an e-mail address is not shown, because
  /// nobody verifies whose it is.
  public var name: String {
    if !fullname.isEmpty, !Self.looksLikeAddress(fullname) { return fullname }
    return shownUsername.isEmpty ? id : shownUsername
  }

  /// The user name; empty if it looks like an e-mail address.
  public var shownUsername: String { Self.looksLikeAddress(username) ? "" : username }

  /// Whether a name could be taken for an e-mail address.
  public static func looksLikeAddress(_ name: String) -> Bool {
    // Full-width and small variants of the sign look like it.
    name.unicodeScalars.contains { $0 == "@" || $0 == "\u{FF20}" || $0 == "\u{FE6B}" }
  }
}
