import Core

/// Where the dialog for a list's name leads.
@MainActor
protocol AddListRouter: AlertPresenting {
  func didCancel()
  /// The list was made, or has its new name.
  func didFinish(_ list: TodoList)
}
