import Core

/// The text in the entry of a page that has not become a to-do yet.
struct EntryDraft: Equatable {
  var text: String
  /// The to-do that it is to be a subtask of.
  var parent: TodoRow?
  var corrections = EntryCorrections()

  /// The draft for another page, which does not have the parent's row.
  var elsewhere: EntryDraft { EntryDraft(text: text, corrections: corrections) }

  /// Joins two texts, since there is only one entry. The result has a parent only if both drafts have the same one.
  func before(_ next: EntryDraft?) -> EntryDraft {
    guard let next else { return self }
    return EntryDraft(
      text: text + " " + next.text, parent: parent?.id == next.parent?.id ? parent : nil,
      corrections: next.corrections.union(corrections))
  }
}

/// What the user has decided about parts of a text. The parts are named as typed.
struct EntryCorrections: Equatable {
  /// The parts that are kept as plain text.
  var asText: Set<String> = []
  /// The lists chosen for marks.
  var lists: [String: ListID] = [:]

  /// Joins the corrections of two texts. If they disagree about a list, these have precedence.
  func union(_ other: EntryCorrections) -> EntryCorrections {
    EntryCorrections(
      asText: asText.union(other.asText), lists: lists.merging(other.lists) { own, _ in own })
  }
}
