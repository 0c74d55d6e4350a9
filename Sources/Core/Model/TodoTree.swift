import Basics

/// The properties of a to-do that place it in the tree of its list.
public protocol TreeNode {
  var id: TodoID { get }
  var listID: ListID { get }
  /// The to-do that it is a part of, as stored.
  var parent: TodoID? { get }
}

extension Todo: TreeNode {}
extension TodoRow: TreeNode {}

/// Decides which of the stored parents count.
///
/// Devices that work offline can store parents that do not form a tree. The rules depend only on stored values, so
/// every device builds the same tree, and no stored value is changed:
///
/// - A parent that does not exist or is in another list does not count: the to-do is at the top level.
/// - In a cycle of parents, the to-do whose identifier comes first by its bytes is at the top level, and the others are
///   below it.
public enum TodoTree {
  /// The parents that count; a to-do at the top level has no entry.
  /// - Parameter nodes: at least all to-dos of the lists that matter, in any order.
  /// - Complexity: O(*n*).
  public static func parents<Node: TreeNode>(of nodes: some Collection<Node>) -> [TodoID: TodoID] {
    var lists: [TodoID: ListID] = [:]
    lists.reserveCapacity(nodes.count)
    for node in nodes { lists[node.id] = node.listID }
    var parents: [TodoID: TodoID] = [:]
    for node in nodes {
      if let parent = node.parent, lists[parent] == node.listID { parents[node.id] = parent }
    }
    breakCycles(in: &parents)
    return parents
  }

  private static func breakCycles(in parents: inout [TodoID: TodoID]) {
    /// The walk on which each to-do was visited first.
    var walks: [TodoID: Int] = [:]
    var first: [TodoID] = []
    for (walk, (start, parent)) in parents.enumerated() {
      // Most parents are at the top level, so their children are in no cycle.
      guard parents[parent] != nil else { continue }
      var place: TodoID? = start
      while let present = place, walks[present] == nil {
        walks[present] = walk
        place = parents[present]
      }
      if let meeting = place, walks[meeting] == walk {
        first.append(firstOfCycle(through: meeting, parents))
      }
    }
    for id in first { parents[id] = nil }
  }

  private static func firstOfCycle(through id: TodoID, _ parents: [TodoID: TodoID]) -> TodoID {
    var first = id
    var place = parents[id]
    while let present = place, present != id {
      if present.rawValue.precedesExactly(first.rawValue) { first = present }
      place = parents[present]
    }
    return first
  }
}
