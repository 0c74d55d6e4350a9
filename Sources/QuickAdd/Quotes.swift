/// Text in quotation marks, in which nothing is recognised: Watch “Tomorrow Never Dies”.
struct Quotes {
  private static let closing: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "「": "」", "『": "』", "《": "》", "«": "»",
  ]

  /// Opening marks without a closing one in the rest of the line, so that each is searched for only once.
  private var unclosed: Set<Character> = []

  /// The position after a quotation that begins at a position; nil if none begins there.
  mutating func end(_ line: TypedLine, at place: Int) -> Int? {
    guard let mark = line[place], let closing = Quotes.closing[mark], !unclosed.contains(mark)
    else {
      return nil
    }
    // 27" is a measure in inches, and opens no quotation.
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
