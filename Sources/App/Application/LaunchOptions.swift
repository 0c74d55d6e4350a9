import Core

/// What the command line asks for.
struct LaunchOptions: Sendable {
  /// Sets up this account first.
  var account: Account?
  /// Whether a second start ends after it has brought the window of the first to the front.
  var isUnique = true
}
