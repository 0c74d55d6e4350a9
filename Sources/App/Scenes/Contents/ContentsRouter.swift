/// Where the dialog with the contents leads.
@MainActor
protocol ContentsRouter: AlertPresenting {
  func didFinish()
}
