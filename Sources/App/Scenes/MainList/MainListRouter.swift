import Core

/// Where the main list leads.
@MainActor
protocol MainListRouter: AlertPresenting {
  /// Whether something stands in the entry of the open page.
  var isTyping: Bool { get }
  /// Shows a page beside the main list.
  /// - Parameter isReveal: whether a narrow window turns to it.
  func open(_ page: Page, isReveal: Bool)
  /// Opens the scene that makes a list.
  func addList()
  /// Opens the scene that renames a list.
  func rename(_ list: TodoList)
  /// Opens the scene with the invitations.
  func showInvitations()
  /// Opens the scene with the people of a list.
  func share(_ list: TodoList)
}
