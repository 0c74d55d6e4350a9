import Basics
import Core
import Platform
import Sync
import Toolkit

/// The to-dos entered on a page that are not known to be saved yet: the rows shown before their commit, the positions
/// of these rows, and the texts that return to the entry after a failure.
struct TodoAdditions {
  /// The to-dos whose commit has not arrived yet.
  private var awaited: Set<TodoID> = []
  /// The early rows on screen, in the order of typing.
  private var shown: [TodoRow] = []
  /// The position of the latest to-do; the next one goes behind it, whichever is shown first.
  private var lastPosition = ""
  /// The texts that could not be saved and are at the beginning of the entry again.
  private var returned = ""

  /// Registers a to-do that is about to be saved.
  /// - Parameter last: the position of the last open row on screen.
  /// - Returns: its position until the store assigns one.
  mutating func begin(_ id: TodoID, after last: String, at time: Timestamp) -> String {
    returned = ""
    awaited.insert(id)
    lastPosition = PositionKey.next(
      after: lastPosition.precedesExactly(last) ? last : lastPosition, at: time)
    return lastPosition
  }

  /// The row to show before the commit; nil if the commit has arrived or failed, or the row is shown already.
  /// - Parameter mark: the mark of the row once it is saved.
  mutating func showEarly(_ draft: TodoDraft, at position: String, mark: TodoRow.Mark) -> TodoRow? {
    guard awaited.contains(draft.id), !shown.contains(where: { $0.id == draft.id }) else {
      return nil
    }
    let row = TodoRow(
      id: draft.id, listID: draft.listID ?? ListID(rawValue: ""), parent: draft.parent,
      content: draft.content, priority: draft.priority, due: draft.due, start: draft.start,
      hasReminder: !draft.reminders.isEmpty, hasRecurrence: draft.recurrence != nil,
      hasNotes: !draft.notes.isEmpty, tags: draft.tags, position: position, mark: mark,
      createdAt: draft.createdAt ?? Timestamp(milliseconds: 0))
    shown.append(row)
    return row
  }

  /// Marks an early row because its commit takes long.
  /// - Returns: the row before and after that; nil if it is not shown.
  mutating func markSaving(_ id: TodoID) -> (before: TodoRow, after: TodoRow)? {
    guard let index = shown.firstIndex(where: { $0.id == id }) else { return nil }
    let before = shown[index]
    shown[index].mark = .saving
    return (before, shown[index])
  }

  /// Whether a committed row was entered here. Each to-do is confirmed only once.
  mutating func confirm(_ id: TodoID) -> Bool { awaited.remove(id) != nil }

  /// Removes and returns the early row of a to-do.
  mutating func withdrawRow(_ id: TodoID) -> TodoRow? {
    shown.firstIndex { $0.id == id }.map { shown.remove(at: $0) }
  }

  /// Takes back a to-do that could not be saved. Its text goes to the beginning of the entry, but behind other texts
  /// that have returned.
  /// - Parameter entry: the current text of the entry.
  /// - Returns: the new text of the entry.
  mutating func fail(_ id: TodoID, typed text: String, entry: String) -> String {
    awaited.remove(id)
    var typedSince = entry
    if !returned.isEmpty, entry == returned || entry.hasPrefix(returned + " ") {
      typedSince = String(entry.dropFirst(returned.count + 1))
      returned += " " + text
    } else {
      returned = text
    }
    return typedSince.isEmpty ? returned : returned + " " + typedSince
  }

  /// Called when the rows of the page were read again.
  /// - Returns: the early rows that are not among them. They stay on screen, since their commits come after the
  ///   reading.
  mutating func keepRows(notOn page: TodoPage) -> [TodoRow] {
    shown.removeAll { page.outline.row($0.id) != nil || page.index(of: $0.id) != nil }
    awaited.formIntersection(shown.map(\.id))
    return shown
  }

  /// Called when another page is shown: its early rows come with their commits.
  mutating func forgetRows() {
    awaited = []
    shown = []
  }
}
