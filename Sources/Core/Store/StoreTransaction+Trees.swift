import GRDB

// Subtasks. `TodoTree` defines what counts as one.

extension StoreTransaction {
  /// A node of the tree, without the fields that only pages need.
  private struct Node: TreeNode {
    let id: TodoID
    let listID: ListID
    let parent: TodoID?
  }

  /// All subtasks of a to-do at any depth, parents before their children, without the to-do itself.
  func subtasks(of id: TodoID) throws -> [TodoID] { try Self.subtasks(of: id, in: db) }

  static func subtasks(of id: TodoID, in db: Database) throws -> [TodoID] {
    // Finds every to-do whose chain of stored parents leads here; which parents count is decided below. UNION ends at
    // cycles. CROSS JOIN fixes the order of the tables: newer versions of SQLite would otherwise read all to-dos.
    let nodes = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          WITH RECURSIVE below (id) AS (
            VALUES (?)
            UNION SELECT todo.id FROM below
              CROSS JOIN todo INDEXED BY todo_parent ON todo.parent = below.id)
          SELECT todo.id, listID, parent FROM below CROSS JOIN todo ON todo.id = below.id
            ORDER BY position, todo.id
          """), arguments: .stored([id.rawValue])
    ).map { row in
      Node(
        id: TodoID(rawValue: row[0]), listID: ListID(rawValue: row[1]),
        parent: (row[2] as String?).map(TodoID.init(rawValue:)))
    }
    let parents = TodoTree.parents(of: nodes)
    var children: [TodoID: [TodoID]] = [:]
    for node in nodes {
      if let parent = parents[node.id] { children[parent, default: []].append(node.id) }
    }
    var found: [TodoID] = []
    var next = children[id] ?? []
    while !next.isEmpty {
      found += next
      next = next.flatMap { children[$0] ?? [] }
    }
    return found
  }

  /// Deletes a to-do with its subtasks. The copies in the trash come back together.
  @discardableResult
  mutating func deleteTree(_ id: TodoID) throws -> Todo {
    guard let root = try todo(id) else { throw StoreError.missing }
    try requireWriting(of: root)
    let below = try subtasks(of: id)
    try keepInTrash(root, .deleted)
    let copy = db.lastInsertedRowID
    for part in below.reversed() {
      guard let todo = try todo(part) else { continue }
      try keepInTrash(todo, .deleted, listTrash: copy)
      try delete(todo, outbox: .edit)
    }
    try delete(root, outbox: .edit)
    return root
  }
}
