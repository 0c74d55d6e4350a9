import GRDB

/// The sixth version of the database, as it was written.
enum Version6 {
  static let schema =
    Version4.schema + Version5.additions
      + """
      CREATE TABLE syncComparison (
        account TEXT NOT NULL,
        kind TEXT NOT NULL,
        comparedAt INTEGER,
        difference INTEGER NOT NULL DEFAULT 0,
        isDue INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (account, kind)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX syncBase_order ON syncBase (account, kind, ordinal);
      INSERT INTO grdb_migrations VALUES ('5'), ('6');
      """

  /// Writes such a file.
  static func write(to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.execute(sql: schema + Version4.contents)
    }
    try queue.close()
  }
}
