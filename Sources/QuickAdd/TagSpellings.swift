/// The spellings of the known tags: `#home` means “Home” if only that is known.
package struct TagSpellings: Sendable {
  private let tags: [String]
  private let names: Names

  /// - Parameter tags: the known tags. Of tags that differ only in case and width, the first one is used for any other
  ///   spelling.
  package init(_ tags: [String]) {
    self.tags = tags
    names = Names(tags)
  }

  /// The known tag for a typed one without its mark; nil for a new tag.
  package func known(_ typed: String) -> String? {
    if let same = exactly(typed) { return same }
    let line = TypedLine(typed)
    guard let found = names.longest(line, at: 0), found.end == line.count else { return nil }
    return tags[found.index]
  }

  /// Whether two tags differ only in case and width.
  package static func areSame(_ a: String, _ b: String) -> Bool {
    TypedLine(a).characters == TypedLine(b).characters
  }

  /// The longest known tag that is at a position of a line as a whole word.
  /// - Parameter text: returns the typed text for a range of characters.
  func longest(
    _ line: TypedLine, at place: Int, text: (Range<Int>) -> String
  ) -> (end: Int, tag: String)? {
    guard let found = names.longest(line, at: place) else { return nil }
    return (found.end, exactly(text(place..<found.end)) ?? tags[found.index])
  }

  /// The known tag with exactly this spelling, which has precedence over other spellings.
  private func exactly(_ typed: String) -> String? {
    tags.first { $0.utf8.elementsEqual(typed.utf8) }
  }
}
