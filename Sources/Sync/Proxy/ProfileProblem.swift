public import Core

/// Why a profile cannot be saved as it was typed.
public enum ProfileProblem: Error, Hashable, Sendable {
  case usernameMissing
  /// A user name is a single word.
  case usernameHasSpace
  /// A user name must not look like an e-mail address, because nobody verifies whose it is.
  case usernameIsAddress
  /// Nor must a full name.
  case fullnameIsAddress
  case tooLong(Field)
  /// The picture's URL may not be requested.
  case pictureAddressInvalid
  /// This computer could not store it. `reason` is for the log.
  case notKept(reason: String)

  /// The fields that can be edited.
  public enum Field: Hashable, Sendable, CaseIterable {
    case fullname
    case username
    case pictureURL
  }

  /// In Unicode scalars, which is how Firestore's rules count characters.
  public static let longestUsername = 100
  public static let longestFullname = 200
  /// In bytes.
  public static let longestPictureURL = PictureURL.longest

  /// What is wrong with a profile; nil if it can be saved.
  public init?(_ person: Person) {
    if person.username.isEmpty {
      self = .usernameMissing
    } else if person.username.contains(where: \.isWhitespace) {
      self = .usernameHasSpace
    } else if Person.looksLikeAddress(person.username) {
      self = .usernameIsAddress
    } else if Person.looksLikeAddress(person.fullname) {
      self = .fullnameIsAddress
    } else if person.username.unicodeScalars.count > Self.longestUsername {
      self = .tooLong(.username)
    } else if person.fullname.unicodeScalars.count > Self.longestFullname {
      self = .tooLong(.fullname)
    } else if let url = person.pictureURL, url.utf8.count > Self.longestPictureURL {
      self = .tooLong(.pictureURL)
    } else if let url = person.pictureURL, PictureURL(url) == nil {
      self = .pictureAddressInvalid
    } else {
      return nil
    }
  }
}
