import Core

/// The records of a computer that stay unsent for good, because the server has refused them and nobody retries.
struct CalDAVStuck {
  /// The refused records, and the to-dos that wait for a refused list.
  private(set) var keys: Set<RecordKey> = []
  /// The records that were refused themselves.
  private(set) var refused: Set<RecordKey> = []

  init(on computer: CalDAVComputer) async throws {
    refused = try await Self.read(
      "SELECT kind || ' ' || record FROM syncRetry WHERE record <> ''", computer)
    keys = try await Self.read(
      """
      SELECT 'todo ' || outbox.record FROM outbox JOIN todo ON todo.id = outbox.record
        JOIN syncRetry ON syncRetry.kind = 'list' AND syncRetry.record = todo.listID
        WHERE outbox.kind = 'todo'
      """, computer
    ).union(refused)
  }

  /// Combines those of several computers.
  init(_ all: some Sequence<CalDAVStuck>) {
    keys = all.reduce(into: []) { $0.formUnion($1.keys) }
  }

  private static func read(_ query: String, _ computer: CalDAVComputer) async throws
    -> Set<RecordKey>
  {
    Set(
      try await computer.store.column(query).compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = RecordKind(rawValue: parts[0]) else { return nil }
        return RecordKey(kind: kind, id: parts[1])
      })
  }

  /// Whether a record may differ from the server's, or exist on one side only, because it or its list is stuck.
  /// - Parameter states: the known states of the record.
  func excuses(_ key: RecordKey, _ states: RecordFields?...) -> Bool {
    keys.contains(key)
      || states.contains { fields in
        guard key.kind == .todo, case .string(let list)? = fields?["listID"] else { return false }
        return keys.contains(RecordKey(kind: .list, id: list))
      }
  }
}
