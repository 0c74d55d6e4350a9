/// The accounts dialog.
@MainActor
protocol AccountsViewing: AnyObject {
  func render(_ state: AccountsState)
}
