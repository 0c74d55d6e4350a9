import Core

/// Finds the person in a document of the collection `users`.
enum FirestorePersonReader {
  static let collection = "users"
  static let username = "username"
  static let fullname = "fullname"
  static let pictureURL = "profileImageUrl"
  static let findable = "findable"
  static let fields = [findable, fullname, pictureURL, username]

  /// A name that is longer, in bytes, is none. Other applications may have allowed more than this one.
  private static let longestName = 2000

  /// Nil for a field of the wrong type, and for somebody without any name.
  /// - Parameter isLoopback: whether the server is an emulator on this computer. The picture of another one's
  ///   people is never asked for here, where other services may listen.
  static func person(_ document: FirestoreDocument, id: String, fromLoopback isLoopback: Bool)
    -> Person?
  {
    let reader = FirestoreFieldReader(fields: document.fields)
    guard let names = try? (reader.string(username), reader.string(fullname)),
      let picture = try? reader.string(pictureURL) ?? ""
    else { return nil }
    // What cannot be read is not known, and nobody is less there for it.
    let isFindable = (try? reader.bool(findable)) ?? nil
    let username = names.0?.trimmedName ?? ""
    let fullname = names.1?.trimmedName ?? ""
    guard !username.isEmpty || !fullname.isEmpty, username.utf8.count <= longestName,
      fullname.utf8.count <= longestName
    else { return nil }
    // Without a picture that can be asked for somebody is still there.
    let isPicture =
      !picture.isEmpty && picture.utf8.count <= PictureURL.longest
      && (isLoopback || PictureURL(picture)?.isLoopback != true)
    return Person(
      id: id, username: username, fullname: fullname, pictureURL: isPicture ? picture : nil,
      isFindable: isFindable)
  }
}

extension String {
  /// One line, without white space around it.
  fileprivate var trimmedName: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
  }
}
