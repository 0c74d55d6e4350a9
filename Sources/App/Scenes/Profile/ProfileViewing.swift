/// The dialog in which the user changes how they are known.
@MainActor
protocol ProfileViewing: AnyObject {
  func render(_ state: ProfileState)
}
