/// The dialog with the accounts.
@MainActor
protocol AccountsViewing: AnyObject {
  func render(_ state: AccountsState)
}
