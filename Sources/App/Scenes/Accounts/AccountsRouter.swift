import Core

/// Where the dialog with the accounts leads.
@MainActor
protocol AccountsRouter: AlertPresenting {
  func didFinish()
  /// Opens the scene that adds an account.
  func addAccount()
  /// Opens the scene in which the user of an account signs in again.
  func signInAgain(_ account: Account)
  /// Opens the scene in which the user of an account changes how they are known.
  func editProfile(of account: Account)
}
