/// The dialog in which lost things are found again.
@MainActor
protocol RecoveryViewing: AnyObject {
  func render(_ state: RecoveryState)
}
