import GRDB

// For this package's tests only: internals to inspect and disturb.

extension TodoStore {
  /// A store in memory with the present contents of this one, as a file that is opened again.
  ///
  /// It works on its callers' threads: a simulation makes thousands of small reads and writes, one after another,
  /// and would spend most of its time waking up a queue for each.
  package func copiedToMemory(environment: StoreEnvironment) throws(StoreError) -> TodoStore {
    do {
      let copy = try DatabaseQueue(configuration: Self.configuration)
      try writer.backup(to: copy)
      return TodoStore(writer: copy, environment: environment, isBlocking: true)
    } catch {
      throw StoreError(error)
    }
  }

  /// The same without contents. The tables are made once for all of them.
  package static func emptyInMemory(environment: StoreEnvironment) throws(StoreError) -> TodoStore {
    try empty.get().copiedToMemory(environment: environment)
  }

  private static let empty = Result { () throws(StoreError) in try inMemory() }

  /// Runs hooks around every commit from now on.
  /// - Parameters:
  ///   - before: may throw, which rolls the transaction back.
  ///   - after: runs when the commit is on disk.
  package func aroundCommits(
    before: @escaping @Sendable () throws(StoreError) -> Void,
    after: @escaping @Sendable () -> Void
  ) {
    writer.add(
      transactionObserver: CommitObserver(before: before, after: after), extent: .databaseLifetime)
  }

  /// The first column of a query as text.
  package func column(_ sql: String) async throws(StoreError) -> [String] {
    try await read { db in try String.fetchAll(db.cachedStatement(sql: sql)) }
  }

  /// The copies in the trash with all their fields, oldest first.
  package func trashedFields() async throws(StoreError) -> [(key: RecordKey, fields: RecordFields)]
  {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT kind, record, fields FROM trash ORDER BY id").compactMap {
        row in
        guard let kind = RecordKind(rawValue: row[0]) else { return nil }
        return (RecordKey(kind: kind, id: row[1]), try StoredFields.decode(row[2]))
      }
    }
  }

  /// Every record here with its fields.
  package func allRecords() async throws(StoreError) -> [RecordKey: RecordFields] {
    try await read { db in
      var records: [RecordKey: RecordFields] = [:]
      for list in try TodoList.fetch(db) {
        records[list.key] = list.fields
      }
      for todo in try Todo.fetch(db) {
        records[todo.key] = todo.fields
      }
      return records
    }
  }
}

private final class CommitObserver: TransactionObserver, Sendable {
  private let before: @Sendable () throws(StoreError) -> Void
  private let after: @Sendable () -> Void

  init(
    before: @escaping @Sendable () throws(StoreError) -> Void,
    after: @escaping @Sendable () -> Void
  ) {
    self.before = before
    self.after = after
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

  func databaseDidChange(with event: DatabaseEvent) {}

  func databaseWillCommit() throws { try before() }

  func databaseDidCommit(_ db: Database) { after() }

  func databaseDidRollback(_ db: Database) {}
}
