/// The dialog with the people of a list.
@MainActor
protocol SharingViewing: AnyObject {
  func render(_ state: SharingState)
}
