import GRDB

/// The tables, and the numbered steps from every earlier version to the present one.
///
/// A step that was ever released is never edited; a change is a new step.
enum Schema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", migrate: version1)
    return migrator
  }()

  /// Records carry no UNIQUE constraint but their key: two devices may create anything at once.
  private static func version1(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE account (
          id TEXT NOT NULL PRIMARY KEY,
          service TEXT NOT NULL,
          createdAt INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE list (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT,
          name TEXT NOT NULL,
          position TEXT NOT NULL,
          createdAt INTEGER NOT NULL,
          modifiedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX list_order ON list (position, id);

        CREATE TABLE todo (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT,
          listID TEXT NOT NULL,
          content TEXT NOT NULL,
          notes TEXT NOT NULL,
          date TEXT,
          alarmAt INTEGER,
          alarmZone TEXT,
          priority INTEGER NOT NULL,
          isDone INTEGER NOT NULL,
          completedAt INTEGER,
          position TEXT NOT NULL,
          createdAt INTEGER NOT NULL,
          modifiedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX todo_list ON todo (listID, isDone, position, id);
        CREATE INDEX todo_starred ON todo (isDone, position, id) WHERE priority BETWEEN 1 AND 4;
        CREATE INDEX todo_day ON todo (date, isDone, position, id) WHERE date IS NOT NULL;

        CREATE TABLE outbox (
          seq INTEGER PRIMARY KEY AUTOINCREMENT,
          account TEXT NOT NULL,
          kind TEXT NOT NULL,
          record TEXT NOT NULL,
          operation TEXT NOT NULL,
          command TEXT NOT NULL,
          createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX outbox_record ON outbox (kind, record, account);

        CREATE TABLE syncBase (
          account TEXT NOT NULL,
          kind TEXT NOT NULL,
          record TEXT NOT NULL,
          href TEXT,
          version TEXT NOT NULL,
          fields TEXT NOT NULL,
          raw TEXT,
          PRIMARY KEY (account, kind, record)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE syncCursor (
          account TEXT NOT NULL,
          collection TEXT NOT NULL,
          token TEXT NOT NULL,
          PRIMARY KEY (account, collection)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE syncRetry (
          account TEXT NOT NULL,
          kind TEXT NOT NULL,
          record TEXT NOT NULL,
          attempts INTEGER NOT NULL,
          notBefore INTEGER NOT NULL,
          problem TEXT NOT NULL,
          cause TEXT,
          PRIMARY KEY (kind, record, account)
        ) STRICT, WITHOUT ROWID;
        """)
  }
}
