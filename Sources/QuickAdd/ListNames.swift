/// The names of the known lists, of which several may have one name.
struct ListNames {
  private let lists: [QuickAddList]
  private let names: Names
  /// The lists by their names without case and width.
  private let byLetters: [[Character]: [Int]]
  private let byFoldedName: [String: [Int]]

  init(_ lists: [QuickAddList]) {
    self.lists = lists
    names = Names(lists.map(\.name))
    byLetters = Dictionary(grouping: lists.indices) { Names.letters(of: lists[$0].name) }
    byFoldedName = Dictionary(grouping: lists.indices) { lists[$0].foldedName }
  }

  /// The longest known name that is at a position of a line as a whole word, and the lists that it means.
  /// - Parameter text: returns the typed text for a range of characters.
  func longest(
    _ line: TypedLine, at place: Int, text: (Range<Int>) -> String
  ) -> (end: Int, lists: [Int])? {
    guard let found = names.longest(line, at: place) else { return nil }
    return (found.end, meant(by: text(place..<found.end)))
  }

  /// The lists that a completely typed name means, in their order: those with exactly this name, otherwise all those
  /// whose names count as the same.
  func meant(by typed: String) -> [Int] {
    let same = byLetters[TypedLine(typed).characters, default: []]
    let exact = same.filter { lists[$0].name.utf8.elementsEqual(typed.utf8) }
    guard exact.isEmpty else { return exact }
    return Set(same + same.flatMap { byFoldedName[lists[$0].foldedName, default: []] }).sorted()
  }
}
