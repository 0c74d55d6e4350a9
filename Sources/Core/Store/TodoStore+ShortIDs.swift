import GRDB

// To-dos named by a prefix of their identifier, as typed in a terminal.

extension TodoStore {
  /// The shortest prefix that is shown or accepted, so that a typing error does not match by chance.
  public static let shortestID = 4

  /// The shortest unique prefixes of these to-dos' identifiers, at least ``shortestID`` characters long.
  public func shortIDs(of ids: [TodoID]) async throws(StoreError) -> [TodoID: String] {
    try await read { db in
      var names: [TodoID: String] = [:]
      for id in ids { names[id] = try Self.shortID(of: id.rawValue, db) }
      return names
    }
  }

  /// The to-dos whose identifier begins with a prefix, in the order of their identifiers; a complete
  /// identifier matches only itself.
  /// - Parameter limit: how many at most.
  public func todos(withIDPrefix prefix: String, limit: Int = 20) async throws(StoreError) -> [Todo]
  {
    try await read { db in
      let exact = try Todo.fetch(db, "WHERE id = ?", [prefix])
      if !exact.isEmpty { return exact }
      return try Todo.fetch(
        db, "WHERE id >= ?1 AND id < ?1 || ?2 ORDER BY id LIMIT ?3",
        [prefix, String(Self.last), limit])
    }
  }

  /// The to-dos of all lists, or of one, in the order of the main list and of the page.
  /// - Parameter isWithDone: whether done to-dos follow the open ones of their list.
  public func allTodos(in list: ListID? = nil, isWithDone: Bool = false) async throws(StoreError)
    -> [Todo]
  {
    let zone = environment.zone()
    return try await read { db in
      let todos = try Todo.fetch(
        db,
        """
        LEFT JOIN list ON list.id = todo.listID
          WHERE (?1 IS NULL OR todo.listID = ?1) AND (?2 OR todo.isDone = 0)
          ORDER BY list.position, list.id, todo.isDone, todo.position, todo.id
        """, [list?.rawValue, isWithDone])
      let lists = try TodoList.fetch(db, "WHERE sortOrder IS NOT NULL")
      let orders = Dictionary(lists.map { ($0.id, TodoRow.Order($0.order, in: zone)) }) { $1 }
      return orders.isEmpty ? todos : Self.sorted(todos, by: orders)
    }
  }

  // MARK: Parts

  /// The to-dos of each list sorted as the list says, open ones before done ones; equal ones stay as they are.
  private static func sorted(_ todos: [Todo], by orders: [ListID: TodoRow.Order]) -> [Todo] {
    var result: [Todo] = []
    var rest = todos[...]
    while let first = rest.first {
      let section = rest.prefix { $0.listID == first.listID && $0.isDone == first.isDone }
      rest = rest.dropFirst(section.count)
      result += orders[first.listID].map { sorted(section, by: $0) } ?? Array(section)
    }
    return result
  }

  private static func sorted(_ section: ArraySlice<Todo>, by order: TodoRow.Order) -> [Todo] {
    let ranked = section.map { todo in
      (
        todo: todo,
        rank: TodoRow.rank(
          by: order, content: todo.content, priority: todo.priority, due: todo.due,
          createdAt: todo.createdAt)
      )
    }
    // The standard library's sort is stable.
    return ranked.sorted { one, other in
      guard let first = one.rank, let second = other.rank else { return false }
      return first < second
    }.map(\.todo)
  }

  /// Sorts after every other character.
  private static let last: Character = "\u{10FFFF}"

  /// The neighbours in the index decide how long the prefix must be.
  private static func shortID(of id: String, _ db: Database) throws -> String {
    let before = try String.fetchOne(
      db.statement("SELECT MAX(id) FROM todo WHERE id < ?", [id]))
    let after = try String.fetchOne(
      db.statement("SELECT MIN(id) FROM todo WHERE id > ?", [id]))
    let scalars = Array(id.unicodeScalars)
    let shared = [before, after].compactMap { $0 }.map { other in
      zip(scalars, other.unicodeScalars).prefix { $0 == $1 }.count
    }
    let length = max(shortestID, (shared.max() ?? 0) + 1)
    var short = String.UnicodeScalarView()
    short.append(contentsOf: scalars.prefix(length))
    return String(short)
  }
}
