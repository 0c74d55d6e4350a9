/// The dialog with the invitations.
@MainActor
protocol InvitationsViewing: AnyObject {
  func render(_ state: InvitationsState)
}
