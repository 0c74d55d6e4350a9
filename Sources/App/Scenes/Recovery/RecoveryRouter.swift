/// Where the dialog leads in which lost things are found again.
@MainActor
protocol RecoveryRouter: AlertPresenting {
  func didFinish()
}
