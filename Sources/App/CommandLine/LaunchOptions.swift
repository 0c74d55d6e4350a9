import Core

/// What the command line asks for.
struct LaunchOptions: Sendable {
  /// Sets up this account first.
  var account: Account?
  /// Whether a second start ends after it has brought the window of the first to the front.
  var isUnique = true
  /// Started by the bus to answer it: without a window until one is asked for.
  var isService = false
  /// Begins with the entry for a new to-do.
  var startsWithNewTodo = false
}
