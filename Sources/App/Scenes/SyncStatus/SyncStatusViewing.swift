/// The strip above the page, the button in its header bar, and what that opens.
@MainActor
protocol SyncStatusViewing: AnyObject {
  func render(_ state: SyncStatusState)
}
