import Core
import Foundation

/// People in the order of their names, to which more are added.
///
/// Upper and lower case, accents and the width of letters make no difference; people of the same name
/// stand in the order of their user IDs.
struct PersonOrder: Sendable {
  private struct Entry: Sendable {
    let key: String
    let person: Person

    init(_ person: Person) {
      self.person = person
      key = person.name.folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    static func precedes(_ a: Entry, _ b: Entry) -> Bool {
      (a.key, a.person.name, a.person.id) < (b.key, b.person.name, b.person.id)
    }
  }

  private var entries: [Entry] = []

  init(_ people: [Person] = []) {
    entries = people.map(Entry.init).sorted(by: Entry.precedes)
  }

  var people: [Person] { entries.map(\.person) }

  /// Adds people who are not there yet.
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

  /// People in their order, one of them as given here, whether there already or not.
  static func placing(_ person: Person, in people: [Person]) -> [Person] {
    if let place = people.firstIndex(where: { $0.id == person.id }) {
      if people[place] == person { return people }
      if people[place].name == person.name {
        var people = people
        people[place] = person
        return people
      }
    }
    return PersonOrder(people.filter { $0.id != person.id } + [person]).people
  }
}
