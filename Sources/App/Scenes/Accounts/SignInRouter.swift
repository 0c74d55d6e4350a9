import Core

/// Where the dialog leads in which somebody signs in.
@MainActor
protocol SignInRouter: AlertPresenting {
  func didFinish()
  /// The profile of a new user is kept, and has to be sent.
  func didKeepProfile(of account: AccountID)
}
