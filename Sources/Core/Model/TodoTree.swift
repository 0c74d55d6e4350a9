import Basics

/// What is needed to know of a to-do to place it in the tree of its list.
public protocol TreeNode {
  var id: TodoID { get }
  var listID: ListID { get }
  /// What it is a part of, as stored.
  var parent: TodoID? { get }
}

extension Todo: TreeNode {}
extension TodoRow: TreeNode {}

/// The parents that count, of all that are stored.
///
/// Devices that work offline can store parents that make no tree. The result depends only on what is stored, so it
/// is the same on every device, and nothing that is stored is changed for it:
///
/// - A parent that is not there, or is in another list, does not count: the to-do stands at the top.
/// - Of to-dos that are parts of each other in a circle, the one whose identifier comes first by its bytes stands at
///   the top, and the others below it.
public enum TodoTree {
  /// The parents that count; what stands at the top has no entry.
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
    breakCircles(in: &parents)
    return parents
  }

  private static func breakCircles(in parents: inout [TodoID: TodoID]) {
    /// On which walk each was met first.
    var walks: [TodoID: Int] = [:]
    var first: [TodoID] = []
    for (walk, (start, parent)) in parents.enumerated() {
      // Most parents stand at the top, which is no circle.
      guard parents[parent] != nil else { continue }
      var place: TodoID? = start
      while let present = place, walks[present] == nil {
        walks[present] = walk
        place = parents[present]
      }
      if let meeting = place, walks[meeting] == walk {
        first.append(firstOfCircle(through: meeting, parents))
      }
    }
    for id in first { parents[id] = nil }
  }

  private static func firstOfCircle(through id: TodoID, _ parents: [TodoID: TodoID]) -> TodoID {
    var first = id
    var place = parents[id]
    while let present = place, present != id {
      if present.rawValue.precedesExactly(first.rawValue) { first = present }
      place = parents[present]
    }
    return first
  }
}
