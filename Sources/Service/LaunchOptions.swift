import Core

/// What the command line asks for.
package struct LaunchOptions: Sendable {
  /// Adds this account first.
  package var account: Account?
  /// Whether a second start only brings the first one's window to the front.
  package var isUnique = true
  /// Started by D-Bus to answer requests: shows no window until one is asked for.
  package var isService = false
  /// Puts the focus into the entry for a new to-do.
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
