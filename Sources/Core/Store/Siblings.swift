import GRDB

/// The other to-dos that are open, or done, as one is, with the same parent, in their order. Reads only what is asked for:
/// a list can be long.
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
  ///   - parent: what they are a part of; nil for those at the top of the list of `todo`.
  init(of todo: Todo, below parent: TodoID?, in db: Database) {
    (self.db, self.todo, self.parent) = (db, todo, parent)
    parents = TodoParents { id in
      try Row.fetchOne(
        db.statement("SELECT id, listID, parent, position FROM todo WHERE id = ?", [id.rawValue])
      ).map(Self.node)
    }
  }

  /// One of them; nil if it is none.
  func sibling(_ id: TodoID) throws -> Node? {
    try read("AND id = ?3", [id.rawValue], limit: 1).first
  }

  /// The last one before another one, or of all.
  func last(before next: Node?) throws -> Node? {
    let order = "ORDER BY position DESC, id DESC"
    guard let next else { return try read(order, limit: 1).first }
    return try read(
      "AND (position, id) < (?3, ?4) \(order)", [next.position, next.id.rawValue], limit: 1
    ).first
  }

  /// The first ones after another one, or of all.
  func first(_ limit: Int, after last: Node?) throws -> [Node] {
    let order = "ORDER BY position, id"
    guard let last else { return try read(order, limit: limit) }
    return try read(
      "AND (position, id) > (?3, ?4) \(order)", [last.position, last.id.rawValue], limit: limit)
  }

  private func read(_ condition: String, _ values: [String] = [], limit: Int) throws -> [Node] {
    // Which parents count says the tree, so rows are read until enough of them do.
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
