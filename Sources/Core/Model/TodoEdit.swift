import Basics

/// An edit of a to-do in an open window: the state that it started from, and the edited state.
///
/// Each field is independent. An untouched field follows the stored value.
public struct TodoEdit: Hashable, Sendable {
  /// The texts that a person types letter by letter.
  public enum Text: Hashable, Sendable, CaseIterable {
    case title, notes, link
  }

  /// For each field, the stored value that the edit of it started from.
  public private(set) var base: Todo
  /// The edited to-do; its texts are as typed, not yet normalised.
  public var edited: Todo

  /// An edit without changes.
  public init(_ stored: Todo) {
    base = stored
    edited = stored
  }

  /// Whether there is something to save.
  public var isChanged: Bool { !changes.isEmpty }

  /// Updates untouched fields to the stored state.
  /// - Parameter held: texts that are being typed; they stay as they are and keep their base.
  public mutating func follow(_ stored: Todo, holding held: Set<Text> = []) {
    overlay(stored, keepingBaseOf: own(held), editedOf: own(held))
  }

  /// Makes a saved edit the base; changes made since it was saved stay.
  /// - Parameters:
  ///   - kept: the edit as it was saved.
  ///   - stored: the to-do as that save stored it.
  ///   - held: texts that are being typed.
  public mutating func confirm(
    _ kept: TodoEdit, stored: Todo, holding held: Set<Text> = []
  ) {
    let since = Self.differences(kept.edited.fields, edited.fields)
    let typed = since.union(held.map(\.field))
    overlay(
      stored, keepingBaseOf: typed.subtracting(kept.changes.keys), editedOf: typed)
  }

  /// The fields to store, by name. A blank title is left out, and so is a text whose normalised form is already stored.
  var changes: RecordFields {
    let (before, after) = (base.fields, edited.fields)
    var changes: RecordFields = [:]
    for name in Self.differences(before, after) { changes[name] = after[name] }
    if changes[Todo.Field.content] != nil {
      changes[Todo.Field.content] = TodoContent.normalized(edited.content).map(FieldValue.string)
    }
    if changes[Todo.Field.notes] != nil {
      changes[Todo.Field.notes] = .string(TodoContent.normalizedNotes(edited.notes))
    }
    if changes[Todo.Field.url] != nil {
      let url = edited.url.flatMap(TodoContent.normalized)
      changes[Todo.Field.url] = url.map(FieldValue.string) ?? .null
    }
    return changes.filter { $0.value != before[$0.key] }
  }

  /// The fields of a stored state with the changes applied. In a set, only added and removed members are applied.
  func applied(to stored: RecordFields) -> RecordFields {
    Self.merged(changes, since: base.fields, into: stored)
  }

  private func own(_ held: Set<Text>) -> Set<String> {
    Set(changes.keys).union(held.map(\.field))
  }

  private mutating func overlay(
    _ stored: Todo, keepingBaseOf started: Set<String>, editedOf typed: Set<String>
  ) {
    let before = base.fields
    // The base of a set is always the stored one: the changes of both sides hold.
    let own = started.filter { before[$0]?.members == nil }
    base = Self.overlaid(stored, with: before, since: [:], of: own)
    edited = Self.overlaid(stored, with: edited.fields, since: before, of: typed)
  }

  /// - Parameter base: the values from which edits of sets started.
  private static func overlaid(
    _ stored: Todo, with fields: RecordFields, since base: RecordFields, of names: Set<String>
  ) -> Todo {
    guard !names.isEmpty else { return stored }
    let all = merged(fields.filter { names.contains($0.key) }, since: base, into: stored.fields)
    return Todo(id: stored.id, account: stored.account, fields: all, now: stored.createdAt)
      ?? stored
  }

  private static func merged(
    _ changes: RecordFields, since base: RecordFields, into stored: RecordFields
  ) -> RecordFields {
    var fields = stored
    for (name, value) in changes {
      guard let new = value.members, let old = base[name]?.members,
        let members = stored[name]?.members
      else {
        fields[name] = value
        continue
      }
      fields[name] = .set(members.union(new.subtracting(old)).subtracting(old.subtracting(new)))
    }
    return fields
  }

  /// The names of the fields that differ, without those that a window does not edit.
  private static func differences(_ a: RecordFields, _ b: RecordFields) -> Set<String> {
    Set(a.keys).union(b.keys).subtracting(derived).filter { a[$0] != b[$0] }
  }

  private static let derived = [
    Todo.Field.createdAt, Todo.Field.modifiedAt, Todo.Field.position, Todo.Field.listID,
  ]
}

extension TodoEdit.Text {
  fileprivate var field: String {
    switch self {
    case .title: Todo.Field.content
    case .notes: Todo.Field.notes
    case .link: Todo.Field.url
    }
  }
}
