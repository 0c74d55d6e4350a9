/// A position in a typed line that advances over what it reads. A copy serves to go back.
struct LineCursor {
  let line: TypedLine
  var place: Int

  var character: Character? { line[place] }

  /// Moves over spaces; false if there are none.
  @discardableResult
  mutating func spaces() -> Bool {
    let start = place
    while character == " " || character == "\t" { place += 1 }
    return place > start
  }

  /// The position where the spaces before a cursor begin; nil at the beginning of the line.
  static func beforeSpaces(_ cursor: LineCursor) -> Int? {
    var place = cursor.place
    while let before = cursor.line[place - 1], before == " " || before == "\t" { place -= 1 }
    return place > 0 ? place : nil
  }

  /// Moves over exactly these characters.
  mutating func take(_ text: String) -> Bool {
    var index = place
    for wanted in text {
      guard line[index] == wanted else { return false }
      index += 1
    }
    place = index
    return true
  }

  /// Moves over the first of the texts that is found here.
  mutating func takeAny(_ texts: [String]) -> Bool { texts.contains { take($0) } }

  /// Moves over a number of one to four digits, if no further digit follows.
  mutating func number(digits: ClosedRange<Int> = 1...4) -> Int? {
    var index = place
    var value = 0
    while let character = line[index], character.isDigit, index - place <= 4 {
      value = value * 10 + (character.wholeNumberValue ?? 0)
      index += 1
    }
    guard digits.contains(index - place) else { return nil }
    place = index
    return value
  }

  /// Moves over a word of Latin letters that ends here; empty if there is none.
  mutating func word() -> String {
    var index = place
    while let character = line[index], character.isLatin, index - place < 16 { index += 1 }
    guard index > place, LineCursor(line: line, place: index).isAtEndOfWord else { return "" }
    defer { place = index }
    return String(line.characters[place..<index])
  }

  /// Moves over spaces and the word after them, if it is one of these; otherwise does not move.
  mutating func next(_ words: Set<String>) -> String? {
    var ahead = self
    guard ahead.spaces() else { return nil }
    let word = ahead.word()
    guard words.contains(word) else { return nil }
    self = ahead
    return word
  }

  /// Whether a word in Latin letters or a number begins here.
  var isAtStartOfWord: Bool {
    guard let before = line[place - 1] else { return true }
    return !before.continuesWord && !"@#~〜/.\\&+$€£%:".contains(before)
  }

  /// Whether a word in Latin letters or a number ends here.
  var isAtEndOfWord: Bool {
    guard let character else { return true }
    if character == "-" { return line[place + 1].map { $0 == " " } ?? true }
    if character.continuesWord { return false }
    // Punctuation ends a word, unless the text continues without a space: 5.30, a@b, and/or.
    if ".,:/@&+*=\\%$".contains(character) {
      return line[place + 1].map { $0 == " " || $0.isNewline } ?? true
    }
    return true
  }

  /// Whether only punctuation and spaces are left.
  var isAtEnd: Bool {
    var ahead = self
    while let character = ahead.character {
      guard character.isWhitespace || ".,;!?)".contains(character) else { return false }
      ahead.place += 1
    }
    return true
  }
}
