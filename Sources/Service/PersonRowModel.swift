import Core
import Platform

/// What a row shows of a person, made once per person and without a widget.
package struct PersonRowModel: Hashable, Sendable, Identifiable {
  package let person: Person
  package let name: String
  /// Begins with `@`, and includes the user ID if name and user name look like those of somebody else; empty if the
  /// person has none.
  package let username: String
  /// The name for places where it is shown alone, with what distinguishes the person from namesakes.
  package let distinctName: String

  /// The user ID.
  package var id: String { person.id }
  /// What a screen reader says for the whole row.
  package var accessibleLabel: String { username.isEmpty ? name : name + ", " + username }

  /// - Parameters:
  ///   - isNamesake: whether the name looks like that of somebody else.
  ///   - isTwin: whether the user name does too.
  package init(_ person: Person, isNamesake: Bool = false, isTwin: Bool = false) {
    self.person = person
    name = person.name
    let handle = person.shownUsername.isEmpty ? "" : "@" + person.shownUsername
    let id = person.id.onOneLine(limit: 40)
    username = isTwin ? [handle, id].filter { !$0.isEmpty }.joined(separator: " · ") : handle
    distinctName =
      !isNamesake || person.name == person.id
      ? name
      : trc(
        "a person's name and user ID", "%s (%s)", name, isTwin || handle.isEmpty ? id : handle)
  }
}
