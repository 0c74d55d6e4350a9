import GRDB

@testable import Core

/// A file of the fourth version, with rows of what that version added.
///
/// The text is frozen, as that of ``Version1``.
enum Version4 {
  static let schema = """
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
      modifiedAt INTEGER NOT NULL,
      assignee TEXT
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
    CREATE TABLE account (
      id TEXT NOT NULL PRIMARY KEY,
      service TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      signIn TEXT,
      user TEXT NOT NULL DEFAULT '',
      parent TEXT,
      owner TEXT,
      sharedList TEXT,
      role TEXT
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
    CREATE INDEX todo_assigned
      ON todo (isDone, position, id, assignee, account) WHERE assignee IS NOT NULL;
    CREATE TABLE member (
      id TEXT NOT NULL PRIMARY KEY,
      account TEXT,
      listID TEXT NOT NULL,
      user TEXT NOT NULL,
      role TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL,
      listName TEXT
    ) STRICT;
    CREATE INDEX member_list ON member (listID, createdAt, id);
    CREATE TABLE hiddenList (
      list TEXT NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE consent (
      id TEXT NOT NULL,
      account TEXT NOT NULL,
      user TEXT NOT NULL,
      listID TEXT,
      choice TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL,
      PRIMARY KEY (account, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1'), ('2'), ('3'), ('4');
    """

  static let account = Version1.account
  static let share = account + "/shared/bob/l2"

  static let contents = """
    INSERT INTO account VALUES ('\(account)', '{"firestore":{"_0":{"database":"(default)",
      "host":"127.0.0.1:8080","project":"demo","user":"ann"}}}', 1,
      '{"email":"ann@example.org","identity":{"apiKey":"key",
      "identityHost":"identitytoolkit.googleapis.com","tokenHost":"securetoken.googleapis.com"}}',
      'ann', NULL, NULL, NULL, NULL);
    INSERT INTO account VALUES ('\(share)', '{"firestore":{"_0":{"database":"(default)",
      "host":"127.0.0.1:8080","project":"demo","user":"ann"}}}', 2, NULL, 'ann', '\(account)',
      'bob', 'l2', 'writer');
    INSERT INTO list VALUES ('l1', '\(account)', 'Home', '0UMgABf0', 2, 3);
    INSERT INTO list VALUES ('l2', '\(share)', 'Party', '0UMgABf1', 2, 3);
    INSERT INTO todo VALUES ('t1', '\(share)', 'l2', 'Cake', '', NULL, NULL, NULL, 0, 0, NULL,
      '0UMgABf0', 6, 7, 'ann');
    INSERT INTO member VALUES ('l1:eve', '\(account)', 'l1', 'eve', 'reader', 4, 5, 'Home');
    INSERT INTO hiddenList VALUES ('l1');
    INSERT INTO consent VALUES ('bob:l2', '\(account)', 'bob', 'l2', 'accepted', 2, 2);
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
