import Basics

/// The parents that count of one to-do after another, see ``TodoTree``, as long as nothing is changed.
///
/// Whatever stands above several of them is looked up once: in a shared list anybody can store a chain of thousands.
final class TodoParents<Node: TreeNode> {
  private let find: (TodoID) throws -> Node?
  private var found: [TodoID: Node] = [:]
  /// Those that were met on the way up.
  private var met: Set<TodoID> = []
  /// The parents of these that are there and in the same list.
  private var present: [TodoID: TodoID] = [:]
  /// Of each circle that was met the one that stands at the top.
  private var firstOfCircles: Set<TodoID> = []

  /// - Parameter find: looks up a to-do.
  init(find: @escaping (TodoID) throws -> Node?) {
    self.find = find
  }

  /// The parent of one to-do that counts; nil if it stands at the top.
  /// - Complexity: as many look-ups as there are to-dos above it that were not met before.
  func parent(of node: Node) throws -> TodoID? {
    found[node.id] = node
    try climb(from: node)
    return firstOfCircles.contains(node.id) ? nil : present[node.id]
  }

  private func climb(from node: Node) throws {
    var way: [TodoID] = []
    var place: Node? = node
    while let lower = place, met.insert(lower.id).inserted {
      way.append(lower.id)
      place = try above(lower)
      present[lower.id] = place?.id
    }
    // Where the way meets itself is a circle.
    guard let meeting = place, let start = way.firstIndex(of: meeting.id) else { return }
    let first = way[start...].min { $0.rawValue.precedesExactly($1.rawValue) }
    if let first { firstOfCircles.insert(first) }
  }

  private func above(_ node: Node) throws -> Node? {
    guard let id = node.parent else { return nil }
    if found[id] == nil { found[id] = try find(id) }
    guard let parent = found[id], parent.listID == node.listID else { return nil }
    return parent
  }
}
