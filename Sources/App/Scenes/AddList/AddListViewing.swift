/// The dialog for a list's name.
@MainActor
protocol AddListViewing: AnyObject {
  func render(_ state: AddListState)
}
