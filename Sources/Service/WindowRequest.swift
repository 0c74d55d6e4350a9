import Core

/// A request to the window from outside: over D-Bus, by the desktop or by another start.
package enum WindowRequest: Equatable, Sendable {
  /// Puts the focus into the entry for a new to-do.
  case newTodo
  /// Adds a to-do and shows it.
  case add(String)
  /// Shows a to-do in its list.
  case show(TodoID)
  case preferences
}
