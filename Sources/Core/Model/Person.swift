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

  /// What a user may change of their own profile.
  public enum Field: String, CaseIterable, Sendable {
    case username
    case fullname
    case pictureURL
    case isFindable
  }

  /// Every field, as for a new profile.
  public static let allFields = Set(Field.allCases)

  /// The fields in which a profile differs from another one. Not known to be findable is not findable.
  public func differences(from other: Person) -> Set<Field> {
    Set(
      Field.allCases.filter { field in
        switch field {
        case .username: !username.isExactly(other.username)
        case .fullname: !fullname.isExactly(other.fullname)
        case .pictureURL: pictureURL != other.pictureURL
        case .isFindable: (isFindable ?? false) != (other.isFindable ?? false)
        }
      })
  }

  /// This profile with some fields of another one.
  public func taking(_ fields: Set<Field>, from other: Person) -> Person {
    var person = self
    if fields.contains(.username) { person.username = other.username }
    if fields.contains(.fullname) { person.fullname = other.fullname }
    if fields.contains(.pictureURL) { person.pictureURL = other.pictureURL }
    if fields.contains(.isFindable) { person.isFindable = other.isFindable }
    return person
  }

  /// Whether a name could be taken for an e-mail address.
  public static func looksLikeAddress(_ name: String) -> Bool {
    // Full-width and small variants of the sign look like it.
    name.unicodeScalars.contains { $0 == "@" || $0 == "\u{FF20}" || $0 == "\u{FE6B}" }
  }
}
