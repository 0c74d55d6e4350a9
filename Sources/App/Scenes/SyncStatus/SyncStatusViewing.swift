/// The strip above the page.
@MainActor
protocol SyncStatusViewing: AnyObject {
  func render(_ state: SyncStatusState)
}
