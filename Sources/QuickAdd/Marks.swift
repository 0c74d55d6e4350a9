/// Parts that begin with a mark: `#tag`, `@person`, `~list` or `/list`, and exclamation marks.
struct Marks {
  let context: QuickAddContext
  let tags: TagSpellings
  let lists: ListNames
  private let people: Names

  init(_ context: QuickAddContext) {
    self.context = context
    tags = TagSpellings(context.tags)
    people = Names(context.people.map(\.names))
    lists = ListNames(context.lists)
  }

  /// - Parameters:
  ///   - chosen: the lists that the user has chosen for marks, by mark and name as typed.
  ///   - text: returns the typed text for a range of characters.
  func match(
    _ line: TypedLine, at place: Int, chosen: [String: Int], text: (Range<Int>) -> String
  ) -> PhraseMatch? {
    guard let character = line[place], Marks.isAlone(before: place, in: line) else { return nil }
    switch character {
    case "!": return priority(line, at: place)
    case "#": return tag(line, at: place, text: text)
    case "@": return people.longest(line, at: place + 1).map { ($0.end, .person($0.index)) }
    case "~", "/": return list(line, at: place, chosen: chosen, text: text)
    default: return nil
    }
  }

  /// Whether a mark is at the beginning of a word; elsewhere it does not count: C#, a@b, and/or.
  static func isAlone(before place: Int, in line: TypedLine) -> Bool {
    line[place - 1].map { $0.isWhitespace || $0 == "(" || $0 == "（" || $0 == "、" } ?? true
  }

  /// Whether a name ends at a position. If the text continues after it, it is another word.
  static func isWhole(_ line: TypedLine, to end: Int) -> Bool {
    line[end].map { !belongsToTag($0) || $0 == "-" } ?? true
  }

  /// A list by its name. The name of several lists means the one that the user has chosen, if that is one of them.
  private func list(
    _ line: TypedLine, at place: Int, chosen: [String: Int], text: (Range<Int>) -> String
  ) -> PhraseMatch? {
    guard let found = lists.longest(line, at: place + 1, text: text) else { return nil }
    guard let choice = chosen[text(place..<found.end)] else {
      return (found.end, .list(found.lists))
    }
    return (found.end, .list(found.lists.filter { $0 == choice }))
  }

  private func priority(_ line: TypedLine, at place: Int) -> (Int, QuickAddMeaning)? {
    var end = place
    while line[end] == "!" { end += 1 }
    guard line[end].map(\.isWhitespace) ?? true else { return nil }
    return QuickAddPriority(rawValue: end - place).map { (end, .priority($0)) }
  }

  /// A tag, which may be a new one. A number is not a tag: “issue #42”.
  private func tag(
    _ line: TypedLine, at place: Int, text: (Range<Int>) -> String
  ) -> (Int, QuickAddMeaning)? {
    if let known = tags.longest(line, at: place + 1, text: text) {
      return (known.end, .tag(known.tag))
    }
    var end = place + 1
    var isNumber = true
    while let character = line[end], end - place <= Names.longest, Marks.belongsToTag(character) {
      isNumber = isNumber && character.isNumber
      end += 1
    }
    // A hyphen at the end belongs to the sentence.
    while end > place + 1, let last = line[end - 1], last == "-" || last == "/" { end -= 1 }
    guard end > place + 1, !isNumber else { return nil }
    return (end, .tag(text(place + 1..<end)))
  }

  static func belongsToTag(_ character: Character) -> Bool {
    if character.isASCII {
      return character.isLatin || character.isDigit || "_-/".contains(character)
    }
    return character.isLetter || character.isNumber || character.isSymbol
      || character.unicodeScalars.contains { $0.properties.isEmoji }
  }
}

/// Finds known names that occur in a line as whole words; the longest one counts.
struct Names {
  /// The maximum length of a name that can be found, in `Character`s.
  static let longest = 100

  private let byFirst: [Character: [(index: Int, characters: [Character])]]

  init(_ names: [String]) {
    self.init(names.map { [$0] })
  }

  /// - Parameter names: for each item, all of its names.
  init(_ names: [[String]]) {
    var byFirst: [Character: [(index: Int, characters: [Character])]] = [:]
    for (index, names) in names.enumerated() {
      for name in names {
        let characters = Names.letters(of: name)
        if let first = characters.first { byFirst[first, default: []].append((index, characters)) }
      }
    }
    self.byFirst = byFirst.mapValues { $0.sorted { $0.characters.count > $1.characters.count } }
  }

  /// What is compared of a name.
  static func letters(of name: String) -> [Character] {
    name.prefix(longest).map(TypedLine.folded)
  }

  /// The longest name at a position. Of several items with this name, it is one of them.
  func longest(_ line: TypedLine, at place: Int) -> (end: Int, index: Int)? {
    guard let first = line[place], let names = byFirst[first] else { return nil }
    for name in names {
      let end = place + name.characters.count
      guard end <= line.count, line.characters[place..<end].elementsEqual(name.characters) else {
        continue
      }
      guard Marks.isWhole(line, to: end) else { continue }
      return (end, name.index)
    }
    return nil
  }
}
