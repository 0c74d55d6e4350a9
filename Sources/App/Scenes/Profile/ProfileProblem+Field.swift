import Sync

extension ProfileProblem {
  /// Where it can be mended; nil: nowhere.
  var field: Field? {
    switch self {
    case .usernameMissing, .usernameHasSpace, .usernameIsAddress: .username
    case .tooLong(let field): field
    case .pictureAddressInvalid: .pictureURL
    case .notKept: nil
    }
  }
}
