import Core

/// What the window is asked for from outside: over the bus, by the desktop or by another start.
package enum WindowRequest: Equatable, Sendable {
  /// The entry for a new to-do.
  case newTodo
  /// Adds a to-do and shows it.
  case add(String)
  /// Shows a to-do in its list.
  case show(TodoID)
  case preferences
}
