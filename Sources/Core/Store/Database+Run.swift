import GRDB

extension Database {
  /// Runs one statement, prepared once per connection.
  func run(_ sql: String, _ values: [(any DatabaseValueConvertible)?] = []) throws {
    try cachedStatement(sql: sql).execute(arguments: .stored(values))
  }

  /// Reads one number; zero if the statement gives no row.
  func number(_ sql: String, _ values: [(any DatabaseValueConvertible)?] = []) throws -> Int {
    try Int.fetchOne(cachedStatement(sql: sql), arguments: .stored(values)) ?? 0
  }
}
