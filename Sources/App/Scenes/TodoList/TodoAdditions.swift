import Basics
import Core
import Platform
import Sync
import Toolkit

/// The to-dos that were entered on a page and are not known to be saved yet: which rows are shown before
/// their commit, where they stand, and what stands in the entry again when one failed.
struct TodoAdditions {
  /// Those of which no commit has been heard yet.
  private var awaited: Set<TodoID> = []
  /// Rows of those that are on screen, in the order of typing.
  private var shown: [TodoRow] = []
  /// The place of the newest to-do: the next one stands behind it, whichever is shown first.
  private var lastPosition = ""
  /// What failed to be saved and stands at the beginning of the entry again.
  private var returned = ""

  /// A to-do goes on its way.
  /// - Parameter last: the place of the last open row on screen.
  /// - Returns: its place until the store has given it one.
  mutating func begin(_ id: TodoID, after last: String, at time: Timestamp) -> String {
    returned = ""
    awaited.insert(id)
    lastPosition = PositionKey.next(
      after: lastPosition.precedesExactly(last) ? last : lastPosition, at: time)
    return lastPosition
  }

  /// The row to show before the commit; none if that has come or failed, or the row is shown.
  /// - Parameter mark: the one that the row will have once it is saved.
  mutating func showEarly(_ draft: TodoDraft, at position: String, mark: TodoRow.Mark) -> TodoRow? {
    guard awaited.contains(draft.id), !shown.contains(where: { $0.id == draft.id }) else {
      return nil
    }
    let row = TodoRow(
      id: draft.id, listID: draft.listID ?? ListID(rawValue: ""), parent: draft.parent,
      content: draft.content, priority: draft.priority, due: draft.due, start: draft.start,
      hasReminder: !draft.reminders.isEmpty, hasRecurrence: draft.recurrence != nil,
      hasNotes: !draft.notes.isEmpty, tags: draft.tags, position: position, mark: mark)
    shown.append(row)
    return row
  }

  /// The commit takes long: the row says so.
  /// - Returns: the row as it is on screen and as it is to be; nil if it is not shown early.
  mutating func markSaving(_ id: TodoID) -> (before: TodoRow, after: TodoRow)? {
    guard let index = shown.firstIndex(where: { $0.id == id }) else { return nil }
    let before = shown[index]
    shown[index].mark = .saving
    return (before, shown[index])
  }

  /// Whether a row that was committed is one that was entered here; asked once for each.
  mutating func confirm(_ id: TodoID) -> Bool { awaited.remove(id) != nil }

  /// The row that was shown early and is no longer right.
  mutating func withdrawRow(_ id: TodoID) -> TodoRow? {
    shown.firstIndex { $0.id == id }.map { shown.remove(at: $0) }
  }

  /// A to-do could not be saved: its text comes back before what was typed meanwhile, behind other texts
  /// that came back.
  /// - Parameter entry: what stands in the entry now.
  /// - Returns: what is to stand there.
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

  /// The rows of the page were read anew.
  /// - Returns: the rows shown early that are not among them. They stay on screen: their commits come after
  ///   what was read.
  mutating func keepRows(notOn page: TodoPage) -> [TodoRow] {
    shown.removeAll { page.outline.row($0.id) != nil || page.index(of: $0.id) != nil }
    awaited.formIntersection(shown.map(\.id))
    return shown
  }

  /// Another page is shown: what was entered on the one before comes with its commit.
  mutating func forgetRows() {
    awaited = []
    shown = []
  }
}
