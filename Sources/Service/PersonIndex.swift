import Basics
import Core
import Glibc
import Platform
import Sync

/// The people of a server sorted by name, with an index for fast search.
///
/// Creating one takes a while and is done off the main thread. Searching 10 000 people takes less than two
/// milliseconds, because their words are stored folded in one block of memory.
package struct PersonIndex: Sendable {
  package let rows: [PersonRowModel]
  private let places: [ExactText: Int]
  /// For each person: a space before each word, and a zero at the end.
  private let text: [CChar]
  private let starts: [Int]

  /// - Parameter people: in any order; of several with the same ID the last one is used.
  package init(_ people: [Person]) {
    let unique = Dictionary(people.map { (ExactText($0.id), $0) }) { $1 }.values
    let sorted = unique.map { (key: TextFolding.sortKey($0.name), person: $0) }.sorted {
      $0.key == $1.key
        ? $0.person.id.precedesExactly($1.person.id) : $0.key < $1.key
    }
    // Names that look the same count as the same.
    let skeletons = sorted.map { ComparableName($0.person.name).skeleton }
    var counts: [String: Int] = [:]
    for skeleton in skeletons { counts[skeleton, default: 0] += 1 }
    // User names matter only where people have the same name, who are few.
    let pairs = zip(skeletons, sorted).map { skeleton, row -> String? in
      counts[skeleton, default: 0] > 1
        ? skeleton + "\n" + ComparableName(row.person.shownUsername).skeleton : nil
    }
    for case let pair? in pairs { counts[pair, default: 0] += 1 }
    rows = zip(sorted, pairs).map { row, pair in
      let isTwin = pair.map { counts[$0, default: 0] > 1 } ?? false
      return PersonRowModel(row.person, isNamesake: pair != nil, isTwin: isTwin)
    }
    var places: [ExactText: Int] = [:]
    var text: [CChar] = []
    var starts: [Int] = []
    for (place, row) in rows.enumerated() {
      places[ExactText(row.id)] = place
      starts.append(text.count)
      for word in TextFolding.words(row.name + " " + row.username) {
        text.append(CChar(bitPattern: UInt8(ascii: " ")))
        text += word.utf8.map(CChar.init(bitPattern:))
      }
      text.append(0)
    }
    self.places = places
    self.text = text
    self.starts = starts
  }

  package func row(of user: String) -> PersonRowModel? { places[ExactText(user)].map { rows[$0] } }

  /// The people whose names contain all words, in any order. Those with words that begin with the query come
  /// first.
  /// - Parameters:
  ///   - query: as it was typed; a blank one finds everybody.
  ///   - excluded: the user IDs of people who are left out.
  package func search(_ query: String, excluding excluded: Set<ExactText> = []) -> [PersonRowModel]
  {
    let words = TextFolding.words(query)
    guard !words.isEmpty else {
      return excluded.isEmpty ? rows : rows.filter { !excluded.contains(ExactText($0.id)) }
    }
    let anywhere = words.map { Array($0.utf8CString) }
    let beginnings = words.map { Array((" " + $0).utf8CString) }
    var found: (first: [PersonRowModel], later: [PersonRowModel]) = ([], [])
    text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      for (place, start) in starts.enumerated() {
        let person = base + start
        guard anywhere.allSatisfy({ strstr(person, $0) != nil }) else { continue }
        let row = rows[place]
        if excluded.contains(ExactText(row.id)) { continue }
        if beginnings.allSatisfy({ strstr(person, $0) != nil }) {
          found.first.append(row)
        } else {
          found.later.append(row)
        }
      }
    }
    return found.first + found.later
  }
}
