import Core

/// Reads a person from a document of the collection `users`.
enum FirestorePersonReader {
  static let collection = "users"
  static let username = "username"
  static let fullname = "fullname"
  static let pictureURL = "profileImageUrl"
  static let findable = "findable"
  static let fields = [findable, fullname, pictureURL, username]

  /// A name longer than this, in bytes, is ignored. Other applications may have allowed more than this one.
  private static let longestName = 2000

  /// Nil for a field of the wrong type, and for a person without any name.
  /// - Parameter isLoopback: whether the server is an emulator on this computer. Pictures of another server's
  ///   people are never requested from this computer, where other services may listen.
  static func person(_ document: FirestoreDocument, id: String, fromLoopback isLoopback: Bool)
    -> Person?
  {
    let reader = FirestoreFieldReader(fields: document.fields)
    guard let names = try? (reader.string(username), reader.string(fullname)),
      let picture = try? reader.string(pictureURL) ?? ""
    else { return nil }
    // An unreadable value counts as unknown; the person is still shown.
    let isFindable = (try? reader.bool(findable)) ?? nil
    let username = names.0?.trimmedName ?? ""
    let fullname = names.1?.trimmedName ?? ""
    guard !username.isEmpty || !fullname.isEmpty, username.utf8.count <= longestName,
      fullname.utf8.count <= longestName
    else { return nil }
    // Without a usable picture the person is still shown.
    let isPicture =
      !picture.isEmpty && picture.utf8.count <= PictureURL.longest
      && (isLoopback || PictureURL(picture)?.isLoopback != true)
    return Person(
      id: id, username: username, fullname: fullname, pictureURL: isPicture ? picture : nil,
      isFindable: isFindable)
  }
}

extension String {
  /// One line, trimmed, without control characters and characters that nobody sees, such as those that change the
  /// direction of text. Empty if nothing would be seen of it.
  fileprivate var trimmedName: String {
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if scalar.properties.isWhitespace { line.append(" ") }
      default:
        let isIgnorable = scalar.properties.isDefaultIgnorableCodePoint
        if scalar.isJoining || !isIgnorable { line.append(scalar) }
      }
    }
    let name = String(line).split(separator: " ").joined(separator: " ")
    let isSeen = name.unicodeScalars.contains { !$0.isJoining && !$0.properties.isWhitespace }
    return isSeen ? name : ""
  }
}

extension Unicode.Scalar {
  /// Whether it is invisible, but the letters or emoji around it need it: the joiners and the variation selectors.
  fileprivate var isJoining: Bool {
    [0x200C, 0x200D].contains(value) || (0xFE00...0xFE0F).contains(value)
      || (0xE0100...0xE01EF).contains(value)
  }
}
