import Core

/// What was typed into the entry of a page and is no to-do yet.
struct EntryDraft: Equatable {
  var text: String
  /// The row that it is to be a subtask of.
  var parent: TodoRow?
  /// Parts that are to be text, as they were typed.
  var asText: Set<String> = []

  /// The same on another page, which has not got that row.
  var elsewhere: EntryDraft { EntryDraft(text: text, asText: asText) }

  /// Both texts, for there is one entry. A subtask stays one only if both are to be one of the same row.
  func before(_ next: EntryDraft?) -> EntryDraft {
    guard let next else { return self }
    return EntryDraft(
      text: text + " " + next.text, parent: parent?.id == next.parent?.id ? parent : nil,
      asText: asText.union(next.asText))
  }
}
