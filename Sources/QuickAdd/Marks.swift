/// Parts that begin with a mark: `#tag`, `@person`, `~list` or `/list`, and exclamation marks.
struct Marks {
  let context: QuickAddContext
  let tags: TagSpellings
  private let people: Names
  private let lists: Names

  init(_ context: QuickAddContext) {
    self.context = context
    tags = TagSpellings(context.tags)
    people = Names(context.people.map(\.names))
    lists = Names(context.lists)
  }

  /// - Parameter text: returns the typed text for a range of characters.
  func match(
    _ line: TypedLine, at place: Int, text: (Range<Int>) -> String
  ) -> PhraseMatch? {
    guard let character = line[place], Marks.isAlone(before: place, in: line) else { return nil }
    switch character {
    case "!": return priority(line, at: place)
    case "#": return tag(line, at: place, text: text)
    case "@": return people.longest(line, at: place + 1).map { ($0.end, .person($0.index)) }
    case "~", "/": return lists.longest(line, at: place + 1).map { ($0.end, .list($0.index)) }
    default: return nil
    }
  }

  /// Whether a mark is at the beginning of a word; elsewhere it does not count: C#, a@b, and/or.
  static func isAlone(before place: Int, in line: TypedLine) -> Bool {
    line[place - 1].map { $0.isWhitespace || $0 == "(" || $0 == "（" || $0 == "、" } ?? true
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
        let characters = name.prefix(Names.longest).map(TypedLine.folded)
        if let first = characters.first { byFirst[first, default: []].append((index, characters)) }
      }
    }
    self.byFirst = byFirst.mapValues { $0.sorted { $0.characters.count > $1.characters.count } }
  }

  func longest(_ line: TypedLine, at place: Int) -> (end: Int, index: Int)? {
    guard let first = line[place], let names = byFirst[first] else { return nil }
    for name in names {
      let end = place + name.characters.count
      guard end <= line.count, line.characters[place..<end].elementsEqual(name.characters) else {
        continue
      }
      // If the text continues after the name, it is another word.
      guard line[end].map({ !Marks.belongsToTag($0) || ($0 == "-") }) ?? true else { continue }
      return (end, name.index)
    }
    return nil
  }
}
