import Platform
import QuickAdd

/// The names that identify people when they are typed, in a terminal and in the window: the whole name, the user name,
/// and the name with what distinguishes namesakes. A name that several people have identifies nobody.
package struct PersonNames: Sendable {
  /// The names of each person; the first one is shown if it identifies that person alone.
  private let names: [[String]]
  /// The people who have a name, by its folded form.
  private let owners: [String: Set<Int>]

  /// - Parameters:
  ///   - people: each of them once.
  ///   - others: the user IDs of people about whom nothing else is known.
  package init(_ people: [PersonRowModel], others: [String] = []) {
    names = people.map { row in
      [row.distinctName, row.person.shownUsername, row.name].filter { !$0.isEmpty }
    }
    var owners: [String: Set<Int>] = [:]
    // Everybody chooses their own names: one that is the user ID of somebody else identifies nobody.
    for (person, names) in names.enumerated() {
      for name in names + [people[person].id] {
        owners[ComparableName(name).folded, default: []].insert(person)
      }
    }
    for (place, user) in others.enumerated() {
      owners[ComparableName(user).folded, default: []].insert(people.count + place)
    }
    self.owners = owners
  }

  /// All names of the person at a position, including those that others have too.
  package subscript(person: Int) -> [String] { names[person] }

  /// Whether a name identifies the person at this position, and nobody else.
  package func means(_ name: String, _ person: Int) -> Bool {
    let folded = ComparableName(name).folded
    return !folded.isEmpty && owners[folded] == [person]
  }

  /// The names that a typed line can contain, each with the position of the person; the name that is shown comes first.
  package var typed: [QuickAddPerson] {
    names.enumerated().map { person, names in
      QuickAddPerson(names.filter { means($0, person) })
    }
  }
}
