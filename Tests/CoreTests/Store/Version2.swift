import GRDB

@testable import Core

/// What the second version added to a file of the first, and rows that only it has.
///
/// The text is frozen, as that of ``Version1``.
enum Version2 {
  /// The tables of the first version that were left as they were, and all the others.
  static let schema = unchanged + changed

  private static let unchanged = """
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
    CREATE INDEX outbox_order ON outbox (account, kind);
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

    """

  private static let changed = """
    CREATE TABLE account (
      id TEXT NOT NULL PRIMARY KEY,
      service TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      signIn TEXT
    ) STRICT;
    CREATE TABLE "syncBase" (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      href TEXT,
      version TEXT,
      ordinal INTEGER,
      fields TEXT,
      raw TEXT,
      scan INTEGER NOT NULL,
      PRIMARY KEY (account, kind, record)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE syncAttempt (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      fields TEXT NOT NULL,
      isSending INTEGER NOT NULL,
      PRIMARY KEY (kind, record, account)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE syncCursor (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      token TEXT,
      scan INTEGER NOT NULL,
      PRIMARY KEY (account, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE syncState (
      account TEXT NOT NULL PRIMARY KEY,
      lastSyncAt INTEGER,
      expected INTEGER,
      received INTEGER NOT NULL DEFAULT 0,
      unreadable INTEGER NOT NULL DEFAULT 0,
      heldThrough INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE syncConflict (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      title TEXT NOT NULL,
      lost TEXT NOT NULL,
      kept TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX syncConflict_record ON syncConflict (kind, record);
    CREATE TABLE trash (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account TEXT,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      listTrash INTEGER,
      reason TEXT NOT NULL,
      title TEXT NOT NULL,
      listName TEXT,
      fields TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX trash_record ON trash (kind, record);
    CREATE INDEX trash_list ON trash (listTrash) WHERE listTrash IS NOT NULL;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1'), ('2');
    """

  static let account = Version1.account

  static let contents = """
    INSERT INTO account VALUES ('\(account)', '{"firestore":{"_0":{"database":"(default)",
      "host":"127.0.0.1:8080","project":"demo","user":"ann"}}}', 1,
      '{"email":"ann@example.org","identity":{"apiKey":"key",
      "identityHost":"identitytoolkit.googleapis.com","tokenHost":"securetoken.googleapis.com"}}');
    INSERT INTO list VALUES ('l1', '\(account)', 'Home', '0UMgABf0', 2, 3);
    INSERT INTO todo VALUES ('t1', '\(account)', 'l1', 'Milk', '', NULL, NULL, NULL, 0, 0, NULL,
      '0UMgABf0', 6, 7);
    INSERT INTO outbox VALUES (51, '\(account)', 'todo', 't1', 'upsert', 'edit', 7);
    INSERT INTO syncBase VALUES ('\(account)', 'todo', 't1', NULL, 'v3', 3,
      '{"content":{"string":{"_0":"Tea"}}}', NULL, 2);
    INSERT INTO syncBase VALUES ('\(account)', 'todo', 'gone', NULL, 'v4', NULL, NULL, NULL, 2);
    INSERT INTO syncAttempt VALUES ('\(account)', 'todo', 't1',
      '[{"content":{"string":{"_0":"Juice"}}}]', 0);
    INSERT INTO syncCursor VALUES ('\(account)', 'todo', 'token', 2);
    INSERT INTO syncCursor VALUES ('\(account)', 'list', NULL, 1);
    INSERT INTO syncState VALUES ('\(account)', 8, 20, 10, 1, 51);
    INSERT INTO syncConflict VALUES (1, '\(account)', 'todo', 't1', 'Milk',
      '{"content":{"string":{"_0":"Beer"}}}', '{"content":{"string":{"_0":"Milk"}}}', 9);
    INSERT INTO trash VALUES (1, '\(account)', 'list', 'l0', NULL, 'deleted', 'Old', NULL,
      '{"name":{"string":{"_0":"Old"}}}', 10);
    INSERT INTO trash VALUES (2, '\(account)', 'todo', 't0', 1, 'deleted', 'Bread', 'Old',
      '{"content":{"string":{"_0":"Bread"}},"listID":{"string":{"_0":"l0"}}}', 10);
    INSERT INTO trash VALUES (3, NULL, 'todo', 't9', NULL, 'discarded', 'Salt', 'Home',
      '{"content":{"string":{"_0":"Salt"}},"listID":{"string":{"_0":"l1"}}}', 11);
    """

  /// Writes such a file.
  static func write(to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.execute(sql: schema + contents)
    }
    try queue.close()
  }
}
