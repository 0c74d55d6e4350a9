import GRDB

/// The tables, and the numbered steps from every earlier version to the present one.
///
/// A step that was ever released is never edited; a change is a new step.
enum Schema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", migrate: version1)
    migrator.registerMigration("2", migrate: version2)
    migrator.registerMigration("3", migrate: version3)
    migrator.registerMigration("4", migrate: version4)
    migrator.registerMigration("5", migrate: version5)
    migrator.registerMigration("6", migrate: version6)
    migrator.registerMigration("7", migrate: version7)
    migrator.registerMigration("8", migrate: version8)
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

  /// The whole of synchronisation: bases that remember tombstones, what was sent without an answer, how
  /// far a server was read, values that lost a merge, and a trash.
  private static func version2(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE account ADD COLUMN signIn TEXT;

        CREATE TABLE syncBaseNew (
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
        INSERT INTO syncBaseNew (account, kind, record, href, version, fields, raw, scan)
          SELECT account, kind, record, href, NULLIF(version, ''), fields, raw, 0 FROM syncBase;
        DROP TABLE syncBase;
        ALTER TABLE syncBaseNew RENAME TO syncBase;

        CREATE TABLE syncAttempt (
          account TEXT NOT NULL,
          kind TEXT NOT NULL,
          record TEXT NOT NULL,
          fields TEXT NOT NULL,
          isSending INTEGER NOT NULL,
          PRIMARY KEY (kind, record, account)
        ) STRICT, WITHOUT ROWID;

        DROP TABLE syncCursor;
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

        CREATE INDEX outbox_order ON outbox (account, kind);
        """)
  }

  /// People: whom a to-do is given to, who takes part in a list, lists of other people, and lists that
  /// are not shown.
  private static func version3(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE account ADD COLUMN user TEXT NOT NULL DEFAULT '';
        ALTER TABLE account ADD COLUMN parent TEXT;
        ALTER TABLE account ADD COLUMN owner TEXT;
        ALTER TABLE account ADD COLUMN sharedList TEXT;
        ALTER TABLE account ADD COLUMN role TEXT;

        ALTER TABLE todo ADD COLUMN assignee TEXT;
        CREATE INDEX todo_assigned ON todo (isDone, position, id, assignee, account)
          WHERE assignee IS NOT NULL;

        CREATE TABLE member (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT,
          listID TEXT NOT NULL,
          user TEXT NOT NULL,
          role TEXT NOT NULL,
          createdAt INTEGER NOT NULL,
          modifiedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX member_list ON member (listID, createdAt, id);

        UPDATE syncBase SET fields = json_set(fields, '$.assignee', json('{"null":{}}'))
          WHERE kind = 'todo' AND fields IS NOT NULL;
        UPDATE syncAttempt SET fields = (
          SELECT json_group_array(json(json_set(value, '$.assignee', json('{"null":{}}'))))
            FROM json_each(syncAttempt.fields)) WHERE kind = 'todo';

        CREATE TABLE hiddenList (list TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
        """)
    for row in try Row.fetchAll(db, sql: "SELECT id, service FROM account") {
      guard case .firestore(let settings) = try TodoStore.decode(Account.Service.self, row[1])
      else { continue }
      try db.execute(
        sql: "UPDATE account SET user = ? WHERE id = ?",
        arguments: .stored([settings.user, row[0] as String]))
    }
  }

  /// Answers to other people. Two accounts on one computer may answer the same person.
  private static func version4(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE member ADD COLUMN listName TEXT;

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

        INSERT INTO consent (id, account, user, listID, choice, createdAt, modifiedAt)
          SELECT owner || ':' || sharedList, parent, owner, sharedList, 'accepted', createdAt, createdAt
            FROM account WHERE owner IS NOT NULL;
        INSERT INTO outbox (account, kind, record, operation, command, createdAt)
          SELECT account, 'consent', id, 'upsert', 'answer invitation', createdAt FROM consent;
        """)
  }

  /// Marks of values that were replaced, by which a merge tells them from new ones.
  private static func version5(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE formerValues (
          account TEXT NOT NULL,
          kind TEXT NOT NULL,
          record TEXT NOT NULL,
          marks TEXT NOT NULL,
          PRIMARY KEY (account, kind, record)
        ) STRICT, WITHOUT ROWID;
        """)
  }

  /// When what a server holds was last compared with what it is known to hold. The index answers how much
  /// that is, and what is newest.
  private static func version6(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE syncComparison (
          account TEXT NOT NULL,
          kind TEXT NOT NULL,
          comparedAt INTEGER,
          difference INTEGER NOT NULL DEFAULT 0,
          isDue INTEGER NOT NULL DEFAULT 0,
          PRIMARY KEY (account, kind)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX syncBase_order ON syncBase (account, kind, ordinal);
        """)
  }

  /// What could not be read of a server, and why. The number in `syncState` is not used any more.
  private static func version7(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE unreadable (
          account TEXT NOT NULL,
          kind TEXT NOT NULL,
          record TEXT NOT NULL,
          detail TEXT NOT NULL,
          PRIMARY KEY (account, kind, record)
        ) STRICT, WITHOUT ROWID;
        """)
  }

  /// How old something is by clocks that may be wrong, see ``TodoStore/tidyTrash()``.
  private static func version8(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE trash ADD COLUMN serverTime INTEGER;
        ALTER TABLE trash ADD COLUMN tooOldAt INTEGER;
        ALTER TABLE syncConflict ADD COLUMN serverTime INTEGER;
        ALTER TABLE syncConflict ADD COLUMN tooOldAt INTEGER;
        ALTER TABLE syncState ADD COLUMN serverTime INTEGER;
        CREATE INDEX trash_account ON trash (account, serverTime);
        CREATE INDEX syncConflict_account ON syncConflict (account, serverTime);

        CREATE TABLE clock (
          id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
          seenAt INTEGER NOT NULL,
          backFrom INTEGER,
          backTo INTEGER
        ) STRICT;
        """)
  }
}
