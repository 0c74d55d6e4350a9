/// The edit task scene.
@MainActor
protocol EditTaskViewing: AnyObject {
  func render(_ state: EditTaskState)
}
