import Core
import Platform

/// What a row shows of a person, made once for each and without a widget.
package struct PersonRowModel: Hashable, Sendable, Identifiable {
  package let person: Person
  package let name: String
  /// With an `@` before it, and with the user ID where others have both names too; empty where the person has
  /// none.
  package let username: String
  /// The name where it stands alone: with what tells the person from others of that name.
  package let distinctName: String

  /// The user ID.
  package var id: String { person.id }
  /// What a screen reader says for the whole row.
  package var accessibleLabel: String { username.isEmpty ? name : name + ", " + username }

  /// - Parameters:
  ///   - isNamesake: whether somebody else is called so.
  ///   - isTwin: whether somebody else has the same user name besides.
  package init(_ person: Person, isNamesake: Bool = false, isTwin: Bool = false) {
    self.person = person
    name = person.name
    let handle = person.username.isEmpty ? "" : "@" + person.username
    let id = person.id.onOneLine(limit: 40)
    username = isTwin ? [handle, id].filter { !$0.isEmpty }.joined(separator: " · ") : handle
    distinctName =
      !isNamesake || person.name == person.id
      ? name
      : trc(
        "a person's name and user ID", "%s (%s)", name, isTwin || handle.isEmpty ? id : handle)
  }
}
