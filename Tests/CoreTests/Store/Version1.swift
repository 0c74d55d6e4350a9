import GRDB

@testable import Core

/// A file as the first version wrote it, from which every later version is tested.
///
/// The text is frozen: it tells what is on the disks of people, not what the present code writes.
enum Version1 {
  static let schema = """
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
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    """

  static let account = "firestore:/127.0.0.1:8080/demo/(default)/ann"

  static let contents = """
    INSERT INTO account VALUES ('\(account)', '{"firestore":{"_0":{"database":"(default)",
      "host":"127.0.0.1:8080","project":"demo","user":"ann"}}}', 1);
    INSERT INTO list VALUES ('l1', '\(account)', 'Home', '0UMgABf0', 2, 3);
    INSERT INTO list VALUES ('l2', NULL, 'Here only', '0UMgABf1', 2, 3);
    INSERT INTO todo VALUES ('t1', '\(account)', 'l1', 'Milk', 'two litres', '2028-02-29', 5,
      'Asia/Seoul', 1, 0, NULL, '0UMgABf0', 6, 7);
    INSERT INTO todo VALUES ('t2', '\(account)', 'l1', 'Eggs', '', NULL, NULL, NULL, 0, 1, 8,
      '0UMgABf1', 6, 8);
    INSERT INTO outbox VALUES (41, '\(account)', 'todo', 't1', 'upsert', 'star', 7);
    INSERT INTO outbox VALUES (42, '\(account)', 'todo', 'gone', 'delete', 'delete', 9);
    INSERT INTO syncBase VALUES ('\(account)', 'todo', 't1', NULL, 'v1',
      '{"content":{"string":{"_0":"Milk"}},"priority":{"integer":{"_0":0}}}', NULL);
    INSERT INTO syncRetry VALUES ('\(account)', 'todo', 'gone', 2, 10,
      '{"refused":{"code":"PERMISSION_DENIED","status":403}}', NULL);
    INSERT INTO syncRetry VALUES ('\(account)', '', '', 3, 11, '{"unreachable":{}}',
      '{"id":"t1","kind":"todo"}');
    """

  /// Writes such a file.
  /// - Parameter also: more to write, for what a test needs besides.
  static func write(to path: String, also sql: String = "") throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.execute(sql: schema + contents + sql)
    }
    try queue.close()
  }
}
