/// Where the dialog leads in which somebody signs in.
@MainActor
protocol SignInRouter: AlertPresenting {
  func didFinish()
}
