import Core

/// The text in the entry of a page that has not become a to-do yet.
struct EntryDraft: Equatable {
  var text: String
  /// The to-do that it is to be a subtask of.
  var parent: TodoRow?
  /// The parts that are kept as plain text, as typed.
  var asText: Set<String> = []

  /// The draft for another page, which does not have the parent's row.
  var elsewhere: EntryDraft { EntryDraft(text: text, asText: asText) }

  /// Joins two texts, since there is only one entry. The result has a parent only if both drafts have the same one.
  func before(_ next: EntryDraft?) -> EntryDraft {
    guard let next else { return self }
    return EntryDraft(
      text: text + " " + next.text, parent: parent?.id == next.parent?.id ? parent : nil,
      asText: asText.union(next.asText))
  }
}
