import Core

/// Where the dialog for a list's name leads.
@MainActor
protocol AddListRouter: AlertPresenting {
  func didCancel()
  /// The list was made, or has its new name.
  /// - Parameter notice: what the user should know of that.
  func didFinish(_ list: TodoList, notice: String?)
}
