import GRDB

// To-dos named by the beginning of their identifier, as a person types it in a terminal.

extension TodoStore {
  /// The shortest beginning that is told; a shorter one is not accepted either, lest a slip names something.
  public static let shortestID = 4

  /// The shortest beginnings that name these to-dos among all, at least ``shortestID`` characters long.
  public func shortIDs(of ids: [TodoID]) async throws(StoreError) -> [TodoID: String] {
    try await read { db in
      var names: [TodoID: String] = [:]
      for id in ids { names[id] = try Self.shortID(of: id.rawValue, db) }
      return names
    }
  }

  /// The to-dos whose identifier begins so, in the order of their identifiers; one that is typed in full
  /// is the only one.
  /// - Parameter limit: how many at most.
  public func todos(withIDPrefix prefix: String, limit: Int = 20) async throws(StoreError) -> [Todo]
  {
    try await read { db in
      let exact = try Todo.fetch(db, "SELECT * FROM todo WHERE id = ?", [prefix])
      if !exact.isEmpty { return exact }
      return try Todo.fetch(
        db, "SELECT * FROM todo WHERE id >= ?1 AND id < ?1 || ?2 ORDER BY id LIMIT ?3",
        [prefix, String(Self.last), limit])
    }
  }

  /// The to-dos of all lists, or of one, in the order of the main list and of the page.
  /// - Parameter isWithDone: whether those that are done follow the open ones of their list.
  public func allTodos(in list: ListID? = nil, isWithDone: Bool = false) async throws(StoreError)
    -> [Todo]
  {
    try await read { db in
      try Todo.fetch(
        db,
        """
        SELECT todo.* FROM todo LEFT JOIN list ON list.id = todo.listID
          WHERE (?1 IS NULL OR todo.listID = ?1) AND (?2 OR todo.isDone = 0)
          ORDER BY list.position, list.id, todo.isDone, todo.position, todo.id
        """, [list?.rawValue, isWithDone])
    }
  }

  // MARK: Parts

  /// Sorts behind every character.
  private static let last: Character = "\u{10FFFF}"

  /// Those next to it in the index decide how much is needed.
  private static func shortID(of id: String, _ db: Database) throws -> String {
    let before = try String.fetchOne(
      db.cachedStatement(sql: "SELECT MAX(id) FROM todo WHERE id < ?"), arguments: .stored([id]))
    let after = try String.fetchOne(
      db.cachedStatement(sql: "SELECT MIN(id) FROM todo WHERE id > ?"), arguments: .stored([id]))
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
