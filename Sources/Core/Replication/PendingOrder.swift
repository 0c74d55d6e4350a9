import GRDB

/// A record waiting to be sent, and its place in the order in which a server can take changes.
public struct PendingKey: Hashable, Sendable {
  /// A place in that order: answers to other people, lists, to-dos, then deletions (to-dos before lists); the
  /// oldest edit first.
  public struct Place: Hashable, Sendable, Comparable {
    let rank: Int
    let sequence: Int64

    /// Before everything.
    public static let start = Place(rank: 0, sequence: 0)

    /// Whether a server can take both in one batch.
    public func isSameRank(as other: Place) -> Bool { rank == other.rank }

    public static func < (a: Place, b: Place) -> Bool {
      (a.rank, a.sequence) < (b.rank, b.sequence)
    }
  }

  public let key: RecordKey
  public let place: Place
}

/// The query for the records of one rank that may be sent, oldest edit first. Its cost depends on what it
/// returns, not on how much is waiting.
struct PendingOrder {
  let account: AccountID
  let rank: Int
  let lastSessionThrough: Int64

  /// The kind and whether the record exists, in the order in which a server can take them.
  static let ranks: [(kind: RecordKind, isThere: Bool)] = [
    (.consent, true), (.list, true), (.member, true), (.todo, true), (.todo, false),
    (.member, false), (.list, false), (.consent, false),
  ]

  func keys(after sequence: Int64, limit: Int, _ db: Database) throws -> [PendingKey] {
    let kind = Self.ranks[rank].kind
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: sql),
      arguments: .stored([
        "account": account.rawValue, "after": sequence, "held": lastSessionThrough, "limit": limit,
      ]))
    var keys: [PendingKey] = []
    while let row = try rows.next() {
      keys.append(
        PendingKey(
          key: RecordKey(kind: kind, id: row[0]), place: .init(rank: rank, sequence: row[1])))
    }
    return keys
  }

  private var sql: String {
    let (kind, isThere) = Self.ranks[rank]
    let name = kind.rawValue
    let listIsQuarantined = """
      AND NOT EXISTS (SELECT 1 FROM todo WHERE todo.id = entry.record
        AND (EXISTS (SELECT 1 FROM syncRetry WHERE syncRetry.kind = 'list'
              AND syncRetry.record = todo.listID AND syncRetry.account = :account)
            OR (SELECT MAX(seq) FROM outbox AS other WHERE other.kind = 'list'
              AND other.record = todo.listID AND other.account = :account) <= :held)
        AND NOT EXISTS (SELECT 1 FROM syncBase
          WHERE syncBase.account = :account AND syncBase.kind = 'list'
            AND syncBase.record = todo.listID AND syncBase.fields IS NOT NULL))
      """
    return """
      SELECT record, seq FROM outbox AS entry
      WHERE account = :account AND kind = '\(name)' AND seq > :after
        AND \(isThere ? "" : "NOT ") EXISTS (SELECT 1 FROM \(name) WHERE id = entry.record
          AND account = :account)
        AND seq = (SELECT MIN(seq) FROM outbox AS other WHERE other.kind = '\(name)'
          AND other.record = entry.record AND other.account = :account)
        AND (seq > :held OR (SELECT MAX(seq) FROM outbox AS other WHERE other.kind = '\(name)'
          AND other.record = entry.record AND other.account = :account) > :held)
        AND NOT EXISTS (SELECT 1 FROM syncRetry WHERE syncRetry.kind = '\(name)'
          AND syncRetry.record = entry.record AND syncRetry.account = :account)
        \(kind == .todo && isThere ? listIsQuarantined : "")
      ORDER BY seq LIMIT :limit
      """
  }
}
