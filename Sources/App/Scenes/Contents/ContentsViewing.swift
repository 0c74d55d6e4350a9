/// The dialog with the contents.
@MainActor
protocol ContentsViewing: AnyObject {
  func render(_ state: ContentsState)
}
