/// How the known tags are spelled: `#home` means “Home” where only that is known.
package struct TagSpellings: Sendable {
  private let tags: [String]
  private let names: Names

  /// - Parameter tags: the known tags. Of those that differ in nothing but case and width, the first one is meant by any
  ///   other spelling.
  package init(_ tags: [String]) {
    self.tags = tags
    names = Names(tags)
  }

  /// The known tag that is meant by a typed one, without a mark before it; nil for a new tag.
  package func known(_ typed: String) -> String? {
    if let same = exactly(typed) { return same }
    let line = TypedLine(typed)
    guard let found = names.longest(line, at: 0), found.end == line.count else { return nil }
    return tags[found.index]
  }

  /// Whether two tags differ in nothing but case and width.
  package static func areSame(_ a: String, _ b: String) -> Bool {
    TypedLine(a).characters == TypedLine(b).characters
  }

  /// The longest known tag that stands whole at a place of a line.
  /// - Parameter text: the typed text of a range of characters.
  func longest(
    _ line: TypedLine, at place: Int, text: (Range<Int>) -> String
  ) -> (end: Int, tag: String)? {
    guard let found = names.longest(line, at: place) else { return nil }
    return (found.end, exactly(text(place..<found.end)) ?? tags[found.index])
  }

  /// A spelling that is known itself means no other one.
  private func exactly(_ typed: String) -> String? {
    tags.first { $0.utf8.elementsEqual(typed.utf8) }
  }
}
