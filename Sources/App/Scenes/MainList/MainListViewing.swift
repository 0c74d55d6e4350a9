/// The screen of the main list.
@MainActor
protocol MainListViewing: AnyObject {
  func render(_ state: MainListState)
}
