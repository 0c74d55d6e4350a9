import Core

/// The order in which to-dos of a list are printed.
enum TodoOutline {
  /// The to-dos with their depths: subtasks follow their parents, in the given order.
  ///
  /// A subtask whose parent is not among the to-dos is at the top level.
  static func lines(of todos: [Todo]) -> [(todo: Todo, depth: Int)] {
    let parents = TodoTree.parents(of: todos)
    var children: [TodoID: [Todo]] = [:]
    var lines: [(todo: Todo, depth: Int)] = []
    // A stack instead of recursion, because another person may have nested thousands of to-dos.
    var waiting: [(todo: Todo, depth: Int)] = []
    for todo in todos {
      if let parent = parents[todo.id] {
        children[parent, default: []].append(todo)
      } else {
        waiting.append((todo, 0))
      }
    }
    waiting.reverse()
    while let next = waiting.popLast() {
      lines.append((next.todo, min(next.depth, deepest)))
      for child in (children[next.todo.id] ?? []).reversed() {
        waiting.append((child, next.depth + 1))
      }
    }
    return lines
  }

  /// The maximum depth; deeper to-dos are printed at this one.
  private static let deepest = 12
}
