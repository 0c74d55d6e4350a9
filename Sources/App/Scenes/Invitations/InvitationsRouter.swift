/// Where the dialog with the invitations leads.
@MainActor
protocol InvitationsRouter: AlertPresenting {
  func didFinish()
}
