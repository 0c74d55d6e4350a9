/// Beginnings and endings of words, indexed by one character.
struct WordList: Sendable {
  private let byFirst: [Character: [[Character]]]
  private let byLast: [Character: [[Character]]]

  init(_ words: String...) {
    let all = words.flatMap { $0.split(separator: "|") }.map { Array($0) }
    byFirst = Dictionary(grouping: all.sorted { $0.count > $1.count }) { $0[0] }
    byLast = Dictionary(grouping: all) { $0[$0.count - 1] }
  }

  /// Whether one of the words ends at a position.
  func end(_ line: TypedLine, before place: Int) -> Bool {
    guard let last = line[place - 1], let words = byLast[last] else { return false }
    return words.contains { word in
      place >= word.count && line.characters[place - word.count..<place] == word[...]
    }
  }

  /// Moves over the longest of the words that is here.
  func take(_ cursor: inout LineCursor) -> Bool {
    guard let first = cursor.character, let words = byFirst[first] else { return false }
    let line = cursor.line
    for word in words {
      let end = cursor.place + word.count
      guard end <= line.count, line.characters[cursor.place..<end] == word[...] else { continue }
      cursor.place = end
      return true
    }
    return false
  }
}

/// Words and their meanings, indexed by the first character. If several words match, the first one counts.
struct WordTable<Value: Sendable>: Sendable {
  private let byFirst: [Character: [(word: [Character], value: Value)]]

  init(_ words: [([String], Value)]) {
    let all = words.flatMap { words, value in words.map { (word: Array($0), value: value) } }
    byFirst = Dictionary(grouping: all) { $0.word[0] }
  }

  /// Moves over the word that is here.
  func take(_ cursor: inout LineCursor) -> Value? {
    guard let first = cursor.character, let words = byFirst[first] else { return nil }
    let line = cursor.line
    for (word, value) in words {
      let end = cursor.place + word.count
      guard end <= line.count, line.characters[cursor.place..<end] == word[...] else { continue }
      cursor.place = end
      return value
    }
    return nil
  }
}
