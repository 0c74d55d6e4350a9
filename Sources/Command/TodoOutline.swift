import Core

/// The order in which to-dos of a list are printed.
enum TodoOutline {
  /// The to-dos with how deep each one stands: subtasks follow what they are a part of, in the order given.
  ///
  /// A subtask whose parent is not among them stands at the top.
  static func lines(of todos: [Todo]) -> [(todo: Todo, depth: Int)] {
    let parents = TodoTree.parents(of: todos)
    var children: [TodoID: [Todo]] = [:]
    var lines: [(todo: Todo, depth: Int)] = []
    // The last one is printed next. Not recursive: somebody else may have nested thousands.
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

  /// What is nested deeper is printed as if it were here.
  private static let deepest = 12
}
