import Core

/// Where the to-do list leads.
@MainActor
protocol TodoListRouter: AlertPresenting {
  /// Opens the edit task scene for a to-do.
  func edit(_ todo: Todo)
  /// Shows everything about a to-do that may only be read.
  func show(_ todo: Todo)
  /// Opens the edit task scene for a new to-do.
  func create(_ draft: TodoDraft)
  /// Opens the scene that renames the list.
  func rename(_ list: TodoList)
  /// Asks whether to delete the list, and does it.
  func delete(_ list: TodoList)
  /// Opens the scene with the people of the list.
  func share(_ list: TodoList)
  /// Asks whether to leave the list of another person, and does it.
  func leave(_ list: TodoList)
  /// The list of this page is gone.
  func listDidDisappear()
}
