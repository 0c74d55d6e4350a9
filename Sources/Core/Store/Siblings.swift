import GRDB

/// The siblings of a to-do in their order: the other to-dos with the same parent that are open, or done, like it. Reads
/// only the requested ones, because a list can be long.
struct Siblings {
  struct Node: TreeNode {
    let id: TodoID
    let listID: ListID
    let parent: TodoID?
    let position: String
  }

  private let db: Database
  private let todo: Todo
  private let parent: TodoID?
  private let parents: TodoParents<Node>

  /// - Parameters:
  ///   - todo: is left out.
  ///   - parent: the parent of the siblings; nil for those at the top level of the list of `todo`.
  init(of todo: Todo, below parent: TodoID?, in db: Database) {
    (self.db, self.todo, self.parent) = (db, todo, parent)
    parents = TodoParents { id in
      try Row.fetchOne(
        db.statement("SELECT id, listID, parent, position FROM todo WHERE id = ?", [id.rawValue])
      ).map(Self.node)
    }
  }

  /// The sibling with an identifier; nil if that to-do is not a sibling.
  func sibling(_ id: TodoID) throws -> Node? {
    try read("AND id = ?3", [id.rawValue], limit: 1).first
  }

  /// The last sibling before another one; the last of all for nil.
  func last(before next: Node?) throws -> Node? {
    let order = "ORDER BY position DESC, id DESC"
    guard let next else { return try read(order, limit: 1).first }
    return try read(
      "AND (position, id) < (?3, ?4) \(order)", [next.position, next.id.rawValue], limit: 1
    ).first
  }

  /// The first siblings after another one; the first of all for nil.
  func first(_ limit: Int, after last: Node?) throws -> [Node] {
    let order = "ORDER BY position, id"
    guard let last else { return try read(order, limit: limit) }
    return try read(
      "AND (position, id) > (?3, ?4) \(order)", [last.position, last.id.rawValue], limit: limit)
  }

  private func read(_ condition: String, _ values: [String] = [], limit: Int) throws -> [Node] {
    // Only the tree tells which parents count, so rows are read until enough of them are siblings.
    let condition = parent == nil ? condition : "AND parent = ?\(values.count + 3) \(condition)"
    let index = parent == nil ? "" : "INDEXED BY todo_parent"
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT id, listID, parent, position FROM todo \(index)
            WHERE listID = ?1 AND isDone = ?2 \(condition)
          """),
      arguments: .stored(
        [todo.listID.rawValue, todo.isDone] + values + [parent?.rawValue].compactMap(\.self)))
    var found: [Node] = []
    while found.count < limit, let row = try rows.next() {
      let node = Self.node(row)
      if node.id != todo.id, try parents.parent(of: node) == parent { found.append(node) }
    }
    return found
  }

  private static func node(_ row: Row) -> Node {
    Node(
      id: TodoID(rawValue: row[0]), listID: ListID(rawValue: row[1]),
      parent: (row[2] as String?).map(TodoID.init(rawValue:)), position: row[3])
  }
}
