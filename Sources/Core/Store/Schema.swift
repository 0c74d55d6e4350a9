import GRDB

/// The tables. A numbered migration creates them, so that a file of a later version is recognised.
///
/// A released migration is never edited: every change is a new migration, before which the file is copied
/// (``StoreBackup``).
enum Schema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: records + tags + reminders + people + synchronisation + commands + recovery)
    }
    return migrator
  }()

  /// Records have no UNIQUE constraint except their key: two devices may create anything at once.
  private static let records = """
    CREATE TABLE account (
      id TEXT NOT NULL PRIMARY KEY,
      service TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      signIn TEXT,
      user TEXT NOT NULL,
      parent TEXT,
      owner TEXT,
      sharedList TEXT,
      role TEXT
    ) STRICT;

    CREATE TABLE list (
      id TEXT NOT NULL PRIMARY KEY,
      account TEXT,
      name TEXT NOT NULL,
      colour TEXT,
      emoji TEXT,
      sortOrder TEXT,
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
      dueDay TEXT,
      dueTime TEXT,
      dueZone TEXT,
      startDay TEXT,
      startTime TEXT,
      startZone TEXT,
      reminders BLOB,
      snoozes BLOB,
      recurrence TEXT,
      isFromCompletion INTEGER,
      completions BLOB,
      parent TEXT,
      tags BLOB,
      priority INTEGER NOT NULL,
      url TEXT,
      assignee TEXT,
      isDone INTEGER NOT NULL,
      isCancelled INTEGER NOT NULL DEFAULT 0,
      completedAt INTEGER,
      position TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX todo_list ON todo (listID, isDone, position, id);
    CREATE INDEX todo_starred ON todo (isDone, position, id) WHERE priority BETWEEN 1 AND 4;
    CREATE INDEX todo_day ON todo (isDone, dueDay, position, id) WHERE dueDay IS NOT NULL;
    CREATE INDEX todo_shifted ON todo (isDone)
      WHERE dueDay IS NOT NULL AND (dueZone IS NOT NULL OR startDay IS NOT NULL);
    CREATE INDEX todo_start ON todo (isDone, startDay) WHERE startTime IS NOT NULL;
    CREATE INDEX todo_parent ON todo (parent) WHERE parent IS NOT NULL;
    CREATE INDEX todo_assigned ON todo (isDone, position, id, assignee, account)
      WHERE assignee IS NOT NULL;

    """

  /// An index of the tags, to find to-dos by them. The store adds its rows; triggers follow deleted and renamed to-dos.
  private static let tags = """
    CREATE TABLE todoTag (
      tag TEXT NOT NULL,
      todo TEXT NOT NULL,
      PRIMARY KEY (tag, todo)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX todoTag_todo ON todoTag (todo);
    CREATE TRIGGER todo_deletion AFTER DELETE ON todo WHEN old.tags IS NOT NULL BEGIN
      DELETE FROM todoTag WHERE todo = old.id;
    END;
    CREATE TRIGGER todo_renaming AFTER UPDATE OF id ON todo BEGIN
      UPDATE todoTag SET todo = new.id WHERE todo = old.id;
      UPDATE todo SET parent = new.id WHERE parent = old.id;
    END;

    """

  /// `ringing` has a row for each time at which an open to-do may ring, see ``ReminderTime``; `rung` what has rung on
  /// this computer, with a ``RungState``. Neither is synchronised.
  private static let reminders = """
    CREATE TABLE ringing (
      todo TEXT NOT NULL,
      reminder TEXT NOT NULL,
      isSnooze INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      at INTEGER NOT NULL,
      shift INTEGER NOT NULL,
      notBefore INTEGER NOT NULL,
      PRIMARY KEY (todo, reminder, isSnooze)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ringing_order ON ringing (kind, at);
    CREATE TABLE rung (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      todo TEXT NOT NULL,
      reminder TEXT NOT NULL,
      isSnooze INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      at INTEGER NOT NULL,
      moment INTEGER NOT NULL,
      state INTEGER NOT NULL,
      inGroup INTEGER,
      UNIQUE (todo, reminder, isSnooze, kind, at)
    ) STRICT;
    CREATE INDEX rung_state ON rung (state, moment);
    CREATE TRIGGER todo_silence AFTER DELETE ON todo
      WHEN old.dueTime IS NOT NULL OR old.reminders IS NOT NULL BEGIN
      DELETE FROM ringing WHERE todo = old.id;
      UPDATE rung SET state = 2 WHERE todo = old.id AND state < 2;
    END;
    CREATE TRIGGER todo_ringing_renamed AFTER UPDATE OF id ON todo BEGIN
      UPDATE ringing SET todo = new.id WHERE todo = old.id;
      UPDATE rung SET todo = new.id WHERE todo = old.id;
    END;

    """

  /// Members of lists, and the user's answers to other people. Two accounts on one computer may answer the
  /// same person.
  private static let people = """
    CREATE TABLE member (
      id TEXT NOT NULL PRIMARY KEY,
      account TEXT,
      listID TEXT NOT NULL,
      user TEXT NOT NULL,
      role TEXT NOT NULL,
      listName TEXT,
      createdAt INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX member_list ON member (listID, createdAt, id);

    CREATE TABLE consent (
      id TEXT NOT NULL,
      account TEXT NOT NULL,
      user TEXT NOT NULL,
      listID TEXT,
      choice TEXT NOT NULL,
      snoozes BLOB,
      createdAt INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL,
      PRIMARY KEY (account, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE hiddenList (list TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

    """

  /// ARCHITECTURE.md says what each table holds; `outbox.reason` is an ``OutboxReason``. The index on the
  /// bases serves their count and the newest version.
  private static let synchronisation = """
    CREATE TABLE outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      reason INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX outbox_record ON outbox (kind, record, account);
    CREATE INDEX outbox_order ON outbox (account, kind);

    CREATE TABLE syncBase (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      version TEXT,
      ordinal INTEGER,
      fields BLOB,
      scan INTEGER NOT NULL,
      PRIMARY KEY (account, kind, record)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX syncBase_order ON syncBase (account, kind, ordinal);

    CREATE TABLE remoteResource (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      path TEXT NOT NULL,
      etag TEXT,
      text TEXT,
      isReadOnly INTEGER,
      isForeign INTEGER,
      PRIMARY KEY (account, kind, record)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX remoteResource_path ON remoteResource (account, path);
    CREATE TRIGGER syncBase_deletion AFTER DELETE ON syncBase BEGIN
      DELETE FROM remoteResource
        WHERE account = old.account AND kind = old.kind AND record = old.record;
    END;

    CREATE TABLE formerValues (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      marks TEXT NOT NULL,
      PRIMARY KEY (account, kind, record)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE inFlightWrite (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      states BLOB NOT NULL,
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

    CREATE TABLE syncComparison (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      comparedAt INTEGER,
      difference INTEGER NOT NULL DEFAULT 0,
      isDue INTEGER NOT NULL DEFAULT 0,
      falseCounts INTEGER NOT NULL DEFAULT 0,
      falseCountsSince INTEGER,
      PRIMARY KEY (account, kind)
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

    CREATE TABLE syncState (
      account TEXT NOT NULL PRIMARY KEY,
      lastSyncAt INTEGER,
      expected INTEGER,
      received INTEGER NOT NULL DEFAULT 0,
      lastSessionThrough INTEGER NOT NULL DEFAULT 0,
      serverTime INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE unreadable (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      detail TEXT NOT NULL,
      PRIMARY KEY (account, kind, record)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE missingRecords (
      account TEXT NOT NULL,
      list TEXT NOT NULL,
      missing INTEGER NOT NULL,
      known INTEGER NOT NULL,
      isWholeList INTEGER NOT NULL,
      answer TEXT,
      PRIMARY KEY (account, list)
    ) STRICT, WITHOUT ROWID;

    """

  /// What commands in a terminal changed, so that the next one can take it back; see
  /// ``TodoStore/keepUndoStep(_:)``.
  private static let commands = """
    CREATE TABLE commandEdit (
      step INTEGER NOT NULL,
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      title TEXT NOT NULL,
      change INTEGER NOT NULL,
      account TEXT,
      listName TEXT,
      states BLOB,
      PRIMARY KEY (step, place)
    ) STRICT, WITHOUT ROWID;

    """

  /// Copies of deleted records and of values that lost a merge, with their age by clocks that may be wrong, see
  /// ``TodoStore/purgeTrash()``.
  private static let recovery = """
    CREATE TABLE syncConflict (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      title TEXT NOT NULL,
      lost BLOB NOT NULL,
      kept BLOB NOT NULL,
      createdAt INTEGER NOT NULL,
      serverTime INTEGER,
      tooOldAt INTEGER
    ) STRICT;
    CREATE INDEX syncConflict_record ON syncConflict (kind, record);
    CREATE INDEX syncConflict_account ON syncConflict (account, serverTime);

    CREATE TABLE trash (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account TEXT,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      listTrash INTEGER,
      reason TEXT NOT NULL,
      title TEXT NOT NULL,
      listName TEXT,
      fields BLOB NOT NULL,
      createdAt INTEGER NOT NULL,
      serverTime INTEGER,
      tooOldAt INTEGER
    ) STRICT;
    CREATE INDEX trash_record ON trash (kind, record);
    CREATE INDEX trash_list ON trash (listTrash) WHERE listTrash IS NOT NULL;
    CREATE INDEX trash_account ON trash (account, serverTime);

    CREATE TABLE clock (
      id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
      seenAt INTEGER NOT NULL,
      backFrom INTEGER,
      backTo INTEGER
    ) STRICT;
    """
}
