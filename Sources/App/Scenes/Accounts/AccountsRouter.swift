/// Where the accounts dialog leads.
@MainActor
protocol AccountsRouter: AlertPresenting {
  func didFinish()
}
