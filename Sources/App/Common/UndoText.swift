import Core
import Platform
import Service

/// Names commands for the menu.
enum UndoText {
  private typealias Field = Todo.Field

  /// The name of a command, such as `Delete “Milk”`.
  static func title(of step: UndoStep) -> String {
    let records = step.edits.filter(\.isOfRecord)
    if records.isEmpty, let edit = step.edits.first { return title(ofLocal: edit) }
    let lists = records.filter { $0.key.kind == .list }
    let todos = records.filter { $0.key.kind == .todo }
    if let edit = records.first, case .answer(let before, let after) = edit.change {
      return title(ofAnswer: before?.choice, after?.choice, ErrorText.short(edit.title))
    }
    // A deleted list takes its to-dos along, so the list is named. A list that was made only to hold a to-do is not
    // named.
    if let list = lists.first, list.isDeletion || todos.isEmpty { return title(ofList: list) }
    if step.isSkip, let todo = todos.first { return tr("Skip “%s”", ErrorText.short(todo.title)) }
    guard let todo = whole(todos) else {
      return todos.isEmpty
        ? tr("Change Members") : ntr("Change %d To-Do", "Change %d To-Dos", todos.count)
    }
    let name = ErrorText.short(todo.title)
    return switch todo.change {
    case .added: tr("Add “%s”", name)
    case .deleted: tr("Delete “%s”", name)
    case .changed(let before, let after): title(ofChange: before, after, name)
    case .member, .answer, .shown, .copy: tr("Change “%s”", name)
    }
  }

  /// Names a change of what only this computer shows or keeps.
  private static func title(ofLocal edit: UndoStep.Edit) -> String {
    let name = ErrorText.short(edit.title)
    return switch edit.change {
    case .shown(true): tr("Show List “%s”", name)
    case .shown(false): tr("Hide List “%s”", name)
    case .copy(let row, _) where row.isConflict: tr("Dismiss Conflict of “%s”", name)
    default: tr("Change “%s”", name)
    }
  }

  private static func title(
    ofAnswer before: Consent.Choice?, _ after: Consent.Choice?, _ name: String
  ) -> String {
    switch (before, after) {
    case (_, .accepted): tr("Accept Invitation to “%s”", name)
    case (_, .declined): tr("Decline Invitation to “%s”", name)
    case (_, .blocked): tr("Block a Person")
    case (.blocked, nil): tr("Unblock a Person")
    case (_, nil): tr("Withdraw Answer to “%s”", name)
    }
  }

  /// The list or to-do that a command deleted; nil for every other command.
  static func deleted(_ step: UndoStep) -> String? {
    let gone = step.edits.filter(\.isDeletion)
    let shown =
      gone.first { $0.key.kind == .list } ?? (gone.count == step.edits.count ? gone.last : nil)
    return shown.map { ErrorText.short($0.title) }
  }

  /// Reports the repeating subtasks that ended because their parent was completed or cancelled, since the user may have
  /// wanted them to go on; nil if none ended.
  static func ended(_ step: UndoStep) -> String? {
    let count = step.endedRepeats
    guard count > 0, let todo = step.edits.first(where: { $0.key.kind == .todo }) else {
      return nil
    }
    // Translators: %2$s is the title of the to-do that the subtasks are a part of
    return ntr(
      "%1$d repeating subtask ended with “%2$s”", "%1$d repeating subtasks ended with “%2$s”",
      count, ErrorText.short(todo.title))
  }

  /// The to-do that a command was about, if all others are its subtasks. In a deletion they come before it; in a
  /// completion, after it.
  private static func whole(_ todos: [UndoStep.Edit]) -> UndoStep.Edit? {
    if todos.count < 2 { return todos.first }
    if todos.allSatisfy(\.isDeletion) { return todos.last }
    // A repeating to-do opens its subtasks again when it moves on.
    if let advanced = todos.first(where: \.completesOccurrence) { return advanced }
    if todos.allSatisfy(\.changesStatus) || todos.allSatisfy({ $0.changes(Field.listID) }) {
      return todos.first
    }
    // Siblings may have been moved to make room; the moved to-do comes last.
    return todos.allSatisfy { $0.changes(Field.position) } ? todos.last : nil
  }

  private static func title(ofList edit: UndoStep.Edit) -> String {
    let name = ErrorText.short(edit.title)
    return switch edit.change {
    case .added: tr("Add List “%s”", name)
    case .deleted: tr("Delete List “%s”", name)
    case .changed(_, let after): title(ofChange: after, list: name)
    case .member, .answer, .shown, .copy: tr("Change List “%s”", name)
    }
  }

  /// A change of several fields is named as a change of the list.
  private static func title(ofChange after: RecordFields, list name: String) -> String {
    switch Set(after.keys) {
    case [TodoList.Field.name]: tr("Rename List “%s”", name)
    case [TodoList.Field.position]: tr("Move List “%s”", name)
    case [TodoList.Field.sortOrder]: tr("Sort List “%s”", name)
    default: tr("Change List “%s”", name)
    }
  }

  private static func title(
    ofChange before: RecordFields, _ after: RecordFields, _ name: String
  ) -> String {
    if UndoStep.Edit.completes(before, after) { return tr("Complete “%s”", name) }
    if case .string(let text)? = after[Field.status], let status = Todo.Status(rawValue: text) {
      return switch status {
      case .done: tr("Complete “%s”", name)
      case .open: tr("Reopen “%s”", name)
      case .cancelled: tr("Cancel “%s”", name)
      }
    }
    if after[Field.listID] != nil { return tr("Move “%s” to Another List", name) }
    switch (before[Field.parent], after[Field.parent]) {
    case (.null?, .string?): return tr("Make “%s” a Subtask", name)
    case (.string?, .null?): return tr("Move “%s” to the Top Level", name)
    case (_, _?): return tr("Move “%s”", name)
    default: break
    }
    return title(ofFields: before, after, name)
  }

  /// A change of several fields is named as a change of the to-do.
  private static func title(
    ofFields before: RecordFields, _ after: RecordFields, _ name: String
  ) -> String {
    let names = Set(after.keys)
    let repeating: Set = [Field.recurrence, Field.due, Field.start]
    if after[Field.recurrence] != nil, names.isSubset(of: repeating) {
      return after[Field.recurrence] == .null
        ? tr("End Repeating “%s”", name) : tr("Change Repetition of “%s”", name)
    }
    return switch names {
    case [Field.position]: tr("Move “%s”", name)
    case [Field.content]: tr("Rename “%s”", name)
    case [Field.notes]: tr("Change Notes of “%s”", name)
    case [Field.due]: tr("Change Due Date of “%s”", name)
    case [Field.start]: tr("Change Start of “%s”", name)
    case [Field.priority]: title(ofPriority: before[Field.priority], after[Field.priority], name)
    case [Field.tags]: tr("Change Tags of “%s”", name)
    case [Field.reminders]: tr("Change Reminders of “%s”", name)
    // Snoozing a to-do whose reminder has not rung adds a reminder.
    case [Field.snoozes], [Field.snoozes, Field.reminders]: tr("Snooze “%s”", name)
    case [Field.url]: tr("Change Link of “%s”", name)
    case [Field.assignee]:
      after[Field.assignee] == .null ? tr("Remove Assignee of “%s”", name) : tr("Assign “%s”", name)
    default: tr("Change “%s”", name)
    }
  }

  /// The highest priority is shown as a star.
  private static func title(
    ofPriority before: FieldValue?, _ after: FieldValue?, _ name: String
  ) -> String {
    func level(_ value: FieldValue?) -> Priority.Level {
      guard case .integer(let number)? = value else { return .none }
      return Priority(rawValue: Int(clamping: number)).level
    }
    return switch (level(before), level(after)) {
    case (_, .high): tr("Star “%s”", name)
    case (.high, .none): tr("Remove Star of “%s”", name)
    default: tr("Change Priority of “%s”", name)
    }
  }
}

extension UndoStep.Edit {
  /// Whether an occurrence of a repeating to-do was completed: the to-do stays open and gains a completion.
  fileprivate static func completes(_ before: RecordFields, _ after: RecordFields) -> Bool {
    guard case .set(let completions)? = after[Todo.Field.completions] else { return false }
    guard case .set(let earlier)? = before[Todo.Field.completions] else {
      return !completions.isEmpty
    }
    return completions.isStrictSuperset(of: earlier)
  }

  fileprivate var completesOccurrence: Bool {
    guard case .changed(let before, let after) = change else { return false }
    return Self.completes(before, after)
  }

  fileprivate var changesStatus: Bool { changes(Todo.Field.status) }

  fileprivate func changes(_ field: String) -> Bool {
    guard case .changed(_, let after) = change else { return false }
    return after[field] != nil
  }

  fileprivate var isDeletion: Bool {
    if case .deleted = change { return true }
    return false
  }
}
