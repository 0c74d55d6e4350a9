import Basics
import Core
import Sync

/// Validates the texts that the user typed about themselves.
enum ProfileForm {
  /// The maximum length of a name, in bytes as the server counts them.
  private static let longestName = 200
  private static let longestAddress = 2000

  /// The person made from the typed texts.
  static func person(
    _ id: String, _ texts: [ProfileProblem.Field: String], isFindable: Bool
  ) throws(ProfileProblem) -> Person {
    let fullname = name(texts[.fullname])
    let username = name(texts[.username])
    let address = trimmed(texts[.pictureURL])
    guard !username.isEmpty else { throw .usernameMissing }
    guard !username.contains(where: \.isWhitespace) else { throw .usernameHasSpace }
    guard !Person.looksLikeAddress(username) else { throw .usernameIsAddress }
    guard !Person.looksLikeAddress(fullname) else { throw .fullnameIsAddress }
    guard fullname.utf8.count <= longestName else { throw .tooLong(.fullname) }
    guard username.utf8.count <= longestName else { throw .tooLong(.username) }
    guard address.utf8.count <= longestAddress else { throw .tooLong(.pictureURL) }
    guard address.isEmpty || isAddress(address) else { throw .pictureAddressInvalid }
    return Person(
      id: id, username: username, fullname: fullname,
      pictureURL: address.isEmpty ? nil : address, isFindable: isFindable)
  }

  /// Whether the address may be that of a picture. Whoever loads the picture checks further rules.
  static func isAddress(_ address: String) -> Bool {
    let start = "https://"
    guard address.lowercased().hasPrefix(start) else { return false }
    let rest = address.dropFirst(start.count)
    return rest.first.map { $0 != "/" } ?? false
      && address.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
  }

  /// A typed name as it is stored: on one line, trimmed, without control characters.
  static func name(_ text: String?) -> String { text.flatMap(TodoContent.normalized) ?? "" }

  static func trimmed(_ text: String?) -> String {
    guard let text, let start = text.firstIndex(where: { !$0.isWhitespace }),
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[start...end])
  }
}

extension ProfileProblem {
  /// The field to correct; nil if no field can solve the problem.
  var field: Field? {
    switch self {
    case .usernameMissing, .usernameHasSpace, .usernameIsAddress: .username
    case .fullnameIsAddress: .fullname
    case .tooLong(let field): field
    case .pictureAddressInvalid: .pictureURL
    case .notKept: nil
    }
  }
}
