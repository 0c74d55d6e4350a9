/// The screen of the to-do list.
@MainActor
protocol TodoListViewing: AnyObject {
  func render(_ state: TodoListState)
}
