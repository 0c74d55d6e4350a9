import Basics
import GRDB

/// A person's answer about records that are missing on a server without tombstones.
public enum MissingAnswer: String, Hashable, Sendable, CaseIterable {
  /// They were deleted on purpose: here they go to the trash.
  case remove
  /// The server lost them: they are sent again.
  case keep
}

extension SyncSummary {
  /// Records of a list that are missing on the server and stay here until a person decides.
  public struct Missing: Hashable, Sendable {
    public let list: ListID
    /// What the list is called here.
    public let name: String
    /// How many to-dos are missing.
    public let count: Int
    /// How many there were.
    public let known: Int
    /// Whether the list itself is missing too.
    public let isWholeList: Bool

    public init(list: ListID, name: String, count: Int, known: Int, isWholeList: Bool) {
      self.list = list
      self.name = name
      self.count = count
      self.known = known
      self.isWholeList = isWholeList
    }
  }
}

extension TodoStore {
  /// Stores the answer about the missing records of a list; the next sync round carries it out. Does nothing if there
  /// is no question about that list.
  /// - Parameter list: nil for every list of the account with a question.
  public func answer(_ answer: MissingAnswer, forMissingIn list: ListID?, of account: AccountID)
    async throws(StoreError)
  {
    try await transaction { work in
      try work.db.run(
        "UPDATE missingRecords SET answer = ?1 WHERE account = ?2 AND (?3 IS NULL OR list = ?3)",
        [answer.rawValue, account.rawValue, list?.rawValue])
      if work.db.changesCount > 0 { work.change.touchesSync = true }
    }
  }

  /// The answers that no complete round has carried out yet, and how many to-dos each was about.
  public func missingAnswers(of account: AccountID) async throws(StoreError)
    -> [ListID: (answer: MissingAnswer, count: Int)]
  {
    try await read { db in
      let rows = try Row.fetchAll(
        db.statement(
          "SELECT list, answer, missing FROM missingRecords WHERE account = ? AND answer IS NOT NULL",
          [account.rawValue]))
      return rows.reduce(into: [:]) { answers, row in
        if let answer = MissingAnswer(rawValue: row[1]) {
          answers[ListID(rawValue: row[0])] = (answer, row[2])
        }
      }
    }
  }

  // MARK: Parts

  /// Stores the deletions that a round held back in which the server refused to show a part.
  public func note(_ held: [HeldDeletions], of account: AccountID) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try Self.note(held, of: account, work.db)
      work.change.touchesSync = true
    }
  }

  /// Stores the deletions that a complete round held back, and drops all earlier ones. An answer covers no more than
  /// what was asked: if more is missing by now, the question is asked again.
  static func note(_ held: [HeldDeletions], of account: AccountID, _ db: Database) throws {
    let kept = Set(held.map(\.list))
    let known = try String.fetchAll(
      db.statement("SELECT list FROM missingRecords WHERE account = ?", [account.rawValue]))
    for list in known where !kept.contains(ListID(rawValue: list)) {
      try db.run(
        "DELETE FROM missingRecords WHERE account = ? AND list = ?", [account.rawValue, list])
    }
    for deletions in held {
      try db.run(
        """
        INSERT INTO missingRecords (account, list, missing, known, isWholeList) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET
            answer = CASE WHEN excluded.missing > missing THEN NULL ELSE answer END,
            missing = excluded.missing, known = excluded.known, isWholeList = excluded.isWholeList
        """,
        [
          account.rawValue, deletions.list.rawValue, deletions.count, deletions.known,
          deletions.isWholeList ? 1 : 0,
        ])
    }
  }

  /// The questions that wait for an answer.
  static func missing(_ db: Database, _ account: AccountID) throws -> [SyncSummary.Missing] {
    try Row.fetchAll(
      db.statement(
        """
        SELECT list, IFNULL(name, ''), missing, known, isWholeList FROM missingRecords
          LEFT JOIN list ON list.id = missingRecords.list
          WHERE missingRecords.account = ? AND answer IS NULL ORDER BY list LIMIT ?
        """, [account.rawValue, SyncSummary.limit])
    ).map { row in
      SyncSummary.Missing(
        list: ListID(rawValue: row[0]), name: row[1], count: row[2], known: row[3],
        isWholeList: row[4] == 1)
    }
  }
}
