import Core

/// Where the to-do list leads.
@MainActor
protocol TodoListRouter: AlertPresenting {
  /// Opens the edit task scene for a to-do.
  func edit(_ todo: Todo)
  /// Opens the edit task scene for a new to-do.
  func create(_ draft: TodoDraft)
  /// Opens the scene that renames the list.
  func rename(_ list: TodoList)
  /// Asks whether to delete the list, and does it.
  func delete(_ list: TodoList)
  /// The list of this page is gone.
  func listDidDisappear()
}
