import Basics
import FoundationEssentials
import GRDB

/// A cached answer as it is stored on disk: in pieces. A new answer replaces only the pieces that differ.
struct CacheAnswerRow: Sendable {
  let content: Data
  let readAt: Timestamp
  let changedAt: Timestamp
  let skipped: Int

  static func changedAt(_ db: Database, _ resource: String, _ account: AccountID) throws
    -> Timestamp?
  {
    try Int64.fetchOne(
      db, sql: "SELECT changedAt FROM answer WHERE account = ? AND resource = ?",
      arguments: .stored([account.rawValue, resource])
    ).map(Timestamp.init(milliseconds:))
  }

  /// Nil if there is none, or if one of its pieces is missing.
  static func read(_ db: Database, _ resource: String, _ account: AccountID) throws
    -> CacheAnswerRow?
  {
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM answer WHERE account = ? AND resource = ?",
        arguments: .stored([account.rawValue, resource]))
    else { return nil }
    let pieces = try pieces(db, of: row["id"])
    var content = Data()
    for number in numbers(row["chunks"]) {
      guard let piece = pieces[number] else { return nil }
      content.append(piece)
    }
    return CacheAnswerRow(
      content: content, readAt: Timestamp(milliseconds: row["readAt"]),
      changedAt: Timestamp(milliseconds: row["changedAt"]), skipped: row["skipped"])
  }

  static func write(
    _ db: Database, _ resource: String, _ account: AccountID, _ pieces: [Data], readAt: Timestamp,
    changedAt: Timestamp, skipped: Int
  ) throws {
    try db.run(
      """
      INSERT INTO answer (account, resource, readAt, changedAt, skipped, chunks)
      VALUES (?, ?, ?, ?, ?, '') ON CONFLICT (account, resource)
      DO UPDATE SET readAt = excluded.readAt, changedAt = excluded.changedAt,
        skipped = excluded.skipped
      """,
      [account.rawValue, resource, readAt.milliseconds, changedAt.milliseconds, skipped])
    let answer = Int64(
      try db.number(
        "SELECT id FROM answer WHERE account = ? AND resource = ?", [account.rawValue, resource]))
    var known: [Data: [Int64]] = [:]
    for (number, piece) in try self.pieces(db, of: answer) {
      known[piece, default: []].append(number)
    }
    var order: [String] = []
    for piece in pieces {
      if let number = known[piece]?.popLast() {
        order.append(String(number))
      } else {
        try db.run("INSERT INTO chunk (answer, content) VALUES (?, ?)", [answer, piece])
        order.append(String(db.lastInsertedRowID))
      }
    }
    for number in known.values.joined() { try db.run("DELETE FROM chunk WHERE id = ?", [number]) }
    try db.run(
      "UPDATE answer SET chunks = ? WHERE id = ?", [order.joined(separator: ","), answer])
  }

  private static func pieces(_ db: Database, of answer: Int64) throws -> [Int64: Data] {
    var pieces: [Int64: Data] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, content FROM chunk WHERE answer = ?", arguments: .stored([answer]))
    while let row = try rows.next() { pieces[row["id"]] = row["content"] }
    return pieces
  }

  private static func numbers(_ text: String) -> [Int64] {
    text.split(separator: ",").compactMap { Int64($0) }
  }
}
