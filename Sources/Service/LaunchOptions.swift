import Core

/// What the command line asks for.
package struct LaunchOptions: Sendable {
  /// Sets up this account first.
  package var account: Account?
  /// Whether a second start ends after it has brought the window of the first to the front.
  package var isUnique = true
  /// Started by the bus to answer it: without a window until one is asked for.
  package var isService = false
  /// Begins with the entry for a new to-do.
  package var startsWithNewTodo = false

  package init(
    account: Account? = nil, isUnique: Bool = true, isService: Bool = false,
    startsWithNewTodo: Bool = false
  ) {
    self.account = account
    self.isUnique = isUnique
    self.isService = isService
    self.startsWithNewTodo = startsWithNewTodo
  }
}
