import Platform
import QuickAdd

/// The names by which people are understood when they are typed, in a terminal and in the window: the whole name, the
/// user name, and what distinguishes namesakes. A name that several people have means nobody.
package struct PersonNames: Sendable {
  /// The names of each person; the first one is shown where it means that person alone.
  private let names: [[String]]
  /// Who has a name, by its folded form.
  private let owners: [String: Set<Int>]

  /// - Parameter people: each of them once.
  package init(_ people: [PersonRowModel]) {
    names = people.map { row in
      [row.distinctName, row.person.username, row.name].filter { !$0.isEmpty }
    }
    var owners: [String: Set<Int>] = [:]
    for (person, names) in names.enumerated() {
      for name in names { owners[NameLook(name).folded, default: []].insert(person) }
    }
    self.owners = owners
  }

  /// All names of the person at a position, also those that others have.
  package subscript(person: Int) -> [String] { names[person] }

  /// Whether a name means the person at this position, and nobody else.
  package func means(_ name: String, _ person: Int) -> Bool {
    let folded = NameLook(name).folded
    return !folded.isEmpty && owners[folded] == [person]
  }

  /// What a line can name, each with the position of the person; the name that is shown comes first.
  package var typed: [QuickAddPerson] {
    names.enumerated().map { person, names in
      QuickAddPerson(names.filter { means($0, person) })
    }
  }
}
