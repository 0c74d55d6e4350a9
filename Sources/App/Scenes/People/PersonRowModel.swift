import Core

/// What a row shows of a person, made once for each and without a widget.
struct PersonRowModel: Hashable, Sendable, Identifiable {
  let person: Person
  let name: String
  /// With an `@` before it; empty where the person has none.
  let username: String

  /// The user ID.
  var id: String { person.id }
  /// The initials are taken from the name, the picture from its address.
  var face: Face { Face(name: name, pictureURL: person.pictureURL) }
  /// What a screen reader says for the whole row.
  var accessibleLabel: String { username.isEmpty ? name : name + ", " + username }

  init(_ person: Person) {
    self.person = person
    name = person.name
    username = person.username.isEmpty ? "" : "@" + person.username
  }
}
