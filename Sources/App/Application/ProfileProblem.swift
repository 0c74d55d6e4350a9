/// Why a profile cannot be saved as it was typed.
enum ProfileProblem: Error, Hashable, Sendable {
  case usernameMissing
  /// A user name is one word.
  case usernameHasSpace
  case tooLong(Field)
  /// The address of the picture is none that may be asked.
  case pictureAddressInvalid
  /// This computer could not keep it.
  case notKept(reason: String)

  /// What can be typed.
  enum Field: Hashable, Sendable, CaseIterable {
    case fullname
    case username
    case pictureURL
  }

  /// Where it can be mended; nil: nowhere.
  var field: Field? {
    switch self {
    case .usernameMissing, .usernameHasSpace: .username
    case .tooLong(let field): field
    case .pictureAddressInvalid: .pictureURL
    case .notKept: nil
    }
  }
}
