import Basics
import Core

/// People sorted by name, to which more can be added.
///
/// Case, accents and the width of letters are ignored; people with the same name are sorted by user ID.
struct PersonOrder: Sendable {
  private struct Entry: Sendable {
    let key: String
    let person: Person

    init(_ person: Person) {
      self.person = person
      key = Self.folded(person.name)
    }

    /// The accents of Latin, Greek and Cyrillic. In other scripts, readers see combining marks as letters.
    private static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

    private static func folded(_ name: String) -> String {
      let letters = TextFolding.decomposed(name).unicodeScalars.filter { !accents.contains($0) }
      return String(String.UnicodeScalarView(letters))
    }

    static func precedes(_ a: Entry, _ b: Entry) -> Bool {
      if a.key != b.key { return a.key < b.key }
      guard a.person.name.isExactly(b.person.name) else {
        return a.person.name.precedesExactly(b.person.name)
      }
      return a.person.id.precedesExactly(b.person.id)
    }
  }

  private var entries: [Entry] = []

  init(_ people: [Person] = []) {
    entries = people.map(Entry.init).sorted(by: Entry.precedes)
  }

  var people: [Person] { entries.map(\.person) }

  /// Adds people who are not included yet.
  mutating func add(_ people: [Person]) {
    let others = people.map(Entry.init).sorted(by: Entry.precedes)
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + others.count)
    var rest = others[...]
    for entry in entries {
      while let other = rest.first, Entry.precedes(other, entry) {
        merged.append(other)
        rest.removeFirst()
      }
      merged.append(entry)
    }
    entries = merged + rest
  }

  /// Sorted people with the user's own edit.
  static func applying(_ edit: PendingProfile, to people: [Person]) -> [Person] {
    let known = people.first { $0.id.isExactly(edit.person.id) }
    return placing(edit.applied(to: known), in: people)
  }

  /// Sorted people with one of them replaced or added.
  static func placing(_ person: Person, in people: [Person]) -> [Person] {
    if let place = people.firstIndex(where: { $0.id.isExactly(person.id) }) {
      if people[place] == person { return people }
      if people[place].name.isExactly(person.name) {
        var people = people
        people[place] = person
        return people
      }
    }
    return PersonOrder(people.filter { !$0.id.isExactly(person.id) } + [person]).people
  }
}
