/// Where the edit task scene leads.
@MainActor
protocol EditTaskRouter: AlertPresenting {
  func didCancel()
  func didFinish()
}
