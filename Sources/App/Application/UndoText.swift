import Core
import Platform
import Service

/// Names commands in the words of a menu.
enum UndoText {
  /// What a command did, such as `Delete “Milk”`.
  static func title(of step: UndoStep) -> String {
    let lists = step.edits.filter { $0.key.kind == .list }
    let todos = step.edits.filter { $0.key.kind == .todo }
    // A list that is deleted takes its to-dos along; one that is made for a to-do is not worth a word.
    if let list = lists.first, list.isDeletion || todos.isEmpty { return title(ofList: list) }
    guard let todo = whole(todos) else {
      return todos.isEmpty
        ? tr("Change Members") : ntr("Change %d To-Do", "Change %d To-Dos", todos.count)
    }
    let name = ErrorText.short(todo.title)
    return switch todo.change {
    case .added: tr("Add “%s”", name)
    case .deleted: tr("Delete “%s”", name)
    case .changed(_, let after): title(ofChange: after, name)
    case .member: tr("Change “%s”", name)
    }
  }

  /// What a command deleted: a list or a to-do; nil for every other command.
  static func deleted(_ step: UndoStep) -> String? {
    let gone = step.edits.filter(\.isDeletion)
    let shown =
      gone.first { $0.key.kind == .list } ?? (gone.count == step.edits.count ? gone.last : nil)
    return shown.map { ErrorText.short($0.title) }
  }

  /// The to-do that a command was about, if the others are its subtasks: they go before it, and are completed after
  /// it.
  private static func whole(_ todos: [UndoStep.Edit]) -> UndoStep.Edit? {
    if todos.count < 2 { return todos.first }
    if todos.allSatisfy(\.isDeletion) { return todos.last }
    return todos.allSatisfy(\.changesStatus) ? todos.first : nil
  }

  private static func title(ofList edit: UndoStep.Edit) -> String {
    let name = ErrorText.short(edit.title)
    return switch edit.change {
    case .added: tr("Add List “%s”", name)
    case .deleted: tr("Delete List “%s”", name)
    case .changed, .member: tr("Rename List “%s”", name)
    }
  }

  private static func title(ofChange after: RecordFields, _ name: String) -> String {
    switch after["status"] {
    case .string("done"): tr("Complete “%s”", name)
    case .string("open"): tr("Reopen “%s”", name)
    default: tr("Change “%s”", name)
    }
  }
}

extension UndoStep.Edit {
  fileprivate var changesStatus: Bool {
    guard case .changed(_, let after) = change else { return false }
    return after["status"] != nil
  }

  fileprivate var isDeletion: Bool {
    if case .deleted = change { return true }
    return false
  }
}
