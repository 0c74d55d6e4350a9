import GRDB

/// A record waiting to be sent, and its place in the order in which a server can accept changes.
public struct PendingKey: Hashable, Sendable {
  /// A place in that order: answers to other people, lists, to-dos, then deletions (to-dos before lists); the
  /// oldest edit first.
  public struct Place: Hashable, Sendable, Comparable {
    let rank: Int
    let sequence: Int64

    /// Before everything.
    public static let start = Place(rank: 0, sequence: 0)

    /// Whether a server can accept both in one batch.
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

  /// The kind and whether the record exists, in the order in which a server can accept them.
  static let ranks: [(kind: RecordKind, isThere: Bool)] = [
    (.consent, true), (.list, true), (.member, true), (.todo, true), (.todo, false),
    (.member, false), (.list, false), (.consent, false),
  ]

  func keys(after sequence: Int64, limit: Int, _ db: Database) throws -> [PendingKey] {
    let kind = Self.ranks[rank].kind
    return try db.rows(sql, [account.rawValue, sequence, lastSessionThrough, limit]) {
      PendingKey(
        key: RecordKey(kind: kind, id: $0.text(0)),
        place: .init(rank: rank, sequence: $0.number(1)))
    }
  }

  /// The condition that the to-do's list is on the server or may be sent now. SQLite collects the other lists only
  /// once.
  private static let listIsThere = """
    AND listID NOT IN (SELECT record FROM syncRetry AS held
      WHERE kind = 'list' AND account = ?1 AND NOT \(hasHeldList))
    AND listID NOT IN (SELECT record FROM outbox AS held
      WHERE account = ?1 AND kind = 'list' AND NOT \(hasHeldList)
      GROUP BY record HAVING MAX(seq) <= ?3)
    """
  private static let hasHeldList = """
    EXISTS (SELECT 1 FROM syncBase WHERE syncBase.account = ?1 AND syncBase.kind = 'list'
      AND syncBase.record = held.record AND syncBase.fields IS NOT NULL)
    """

  /// The lists with outbox entries that the server does not have.
  /// - Parameter keys: records that are sent now; lists among them are left out.
  static func unsentLists(
    of account: AccountID, besides keys: [RecordKey], _ db: Database
  ) throws -> Set<ListID> {
    guard keys.contains(where: { $0.kind == .todo }) else { return [] }
    let lists = try String.fetchAll(
      db.statement(
        """
        SELECT DISTINCT record FROM outbox AS held WHERE account = ?1 AND kind = 'list'
          AND EXISTS (SELECT 1 FROM list WHERE id = held.record AND account = ?1)
          AND NOT \(hasHeldList)
        """, [account.rawValue]))
    let sent = keys.filter { $0.kind == .list }.map { ListID(rawValue: $0.id) }
    return Set(lists.map(ListID.init(rawValue:))).subtracting(sent)
  }

  private static let mayBeDeleted = """
    AND NOT \(SyncRecordReader.isOnItsWay("entry.record")) AND NOT \(goesWithItsList("entry.record"))
    """

  private var sql: String {
    let (kind, isThere) = Self.ranks[rank]
    let name = kind.rawValue
    return """
      SELECT record, seq FROM outbox AS entry
      WHERE account = ?1 AND kind = '\(name)' AND seq > ?2
        AND \(isThere ? "" : "NOT ") EXISTS (SELECT 1 FROM \(name) WHERE id = entry.record
          AND account = ?1
          \(kind == .todo && isThere ? Self.listIsThere : ""))
        AND seq = (SELECT MIN(seq) FROM outbox AS other WHERE other.kind = '\(name)'
          AND other.record = entry.record AND other.account = ?1)
        AND (seq > ?3 OR (SELECT MAX(seq) FROM outbox AS other WHERE other.kind = '\(name)'
          AND other.record = entry.record AND other.account = ?1) > ?3)
        AND record NOT IN (SELECT record FROM syncRetry WHERE kind = '\(name)' AND account = ?1)
        \(kind == .todo && !isThere ? Self.mayBeDeleted : "")
      ORDER BY seq LIMIT ?4
      """
  }
}
