/// Where the state of synchronisation leads to.
@MainActor
protocol SyncStatusRouter: AlertPresenting {
  /// Opens the accounts, to set one up or to sign in.
  func didChooseAccounts()
}
