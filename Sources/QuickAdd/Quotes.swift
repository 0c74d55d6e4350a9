/// Text in quotation marks, in which nothing is looked for: Watch “Tomorrow Never Dies”.
struct Quotes {
  private static let closing: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "「": "」", "『": "』", "《": "》", "«": "»",
  ]

  /// Marks that nothing closes any more: each is looked for once.
  private var unclosed: Set<Character> = []

  /// The place after a quotation that begins at a place; nil if none does.
  mutating func end(_ line: TypedLine, at place: Int) -> Int? {
    guard let mark = line[place], let closing = Quotes.closing[mark], !unclosed.contains(mark)
    else {
      return nil
    }
    // 27" is a measure, and closes nothing.
    if mark == "\"", let before = line[place - 1], before.isLetter || before.isNumber,
      !before.isEastAsian
    {
      return nil
    }
    guard let end = line.characters[(place + 1)...].firstIndex(of: closing) else {
      unclosed.insert(mark)
      return nil
    }
    return end + 1
  }
}
