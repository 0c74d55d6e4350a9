import Basics

/// Finds the parents that count, see ``TodoTree``, of one to-do after another. Valid only while nothing is changed.
///
/// A common ancestor of several to-dos is looked up only once: in a shared list anybody can store a chain of thousands.
final class TodoParents<Node: TreeNode> {
  private let find: (TodoID) throws -> Node?
  private var found: [TodoID: Node] = [:]
  /// The to-dos visited so far.
  private var met: Set<TodoID> = []
  /// The parents of visited to-dos that exist and are in the same list.
  private var present: [TodoID: TodoID] = [:]
  /// For each cycle found, the to-do that counts as its top.
  private var firstOfCycles: Set<TodoID> = []

  /// - Parameter find: looks up a to-do.
  init(find: @escaping (TodoID) throws -> Node?) {
    self.find = find
  }

  /// The parent of a to-do that counts; nil if the to-do is at the top level.
  /// - Complexity: one look-up for each ancestor that was not visited before.
  func parent(of node: Node) throws -> TodoID? {
    found[node.id] = node
    try visitAncestors(of: node)
    return firstOfCycles.contains(node.id) ? nil : present[node.id]
  }

  private func visitAncestors(of node: Node) throws {
    var way: [TodoID] = []
    var place: Node? = node
    while let lower = place, met.insert(lower.id).inserted {
      way.append(lower.id)
      place = try above(lower)
      present[lower.id] = place?.id
    }
    // If the path has met itself, it contains a cycle.
    guard let meeting = place, let start = way.firstIndex(of: meeting.id) else { return }
    let first = way[start...].min { $0.rawValue.precedesExactly($1.rawValue) }
    if let first { firstOfCycles.insert(first) }
  }

  private func above(_ node: Node) throws -> Node? {
    guard let id = node.parent else { return nil }
    if found[id] == nil { found[id] = try find(id) }
    guard let parent = found[id], parent.listID == node.listID else { return nil }
    return parent
  }
}
