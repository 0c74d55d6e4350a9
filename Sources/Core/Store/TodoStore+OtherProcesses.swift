import GRDB

// Several processes may use one file: a window, and commands in a terminal beside it.

extension TodoStore {
  /// Remembers the file's state for ``noticeOtherProcesses()``. Call before opening the first feed: commits
  /// in between would go unnoticed.
  public func beginNoticingOtherProcesses() {
    writer.asyncWriteWithoutTransaction { [seenByOthers] db in
      guard let look = try? Self.look(db) else { return }
      seenByOthers.replace(with: look)
    }
  }

  /// Makes every reader read again if another process has changed the file since the last call.
  ///
  /// Costs a few microseconds if none has, however much this process wrote itself.
  public func noticeOtherProcesses() {
    writer.asyncWriteWithoutTransaction { [seenByOthers, hub] db in
      // A commit is in the log, where watching the folder finds it, a little before it takes effect. The
      // committer holds the write lock until then, so beginning a write waits for it. An error here (a long
      // lock, a lost disk) says nothing about other processes; the next command meets and reports it.
      var change: StoreChange?
      try? db.inTransaction(.immediate) {
        let look = try Self.look(db)
        if let before = seenByOthers.replace(with: look), before.version != look.version {
          // Where another process has ended a pause, because somebody has signed in again, it is time to send too.
          change = .byAnotherProcess(
            try Self.accounts(addingAfter: before.sequence, db)
              .union(before.paused.subtracting(look.paused)))
        }
        return .rollback
      }
      if let change { hub.publish(change) }
    }
  }

  /// The version changes only when another connection has committed
  /// (https://www.sqlite.org/pragma.html#pragma_data_version). In this store only the writer commits.
  private static func look(_ db: Database) throws -> SeenVersion.Look {
    SeenVersion.Look(
      version: try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0,
      sequence: try Int64.fetchOne(
        db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0,
      paused: Set(
        try String.fetchAll(
          db, sql: "SELECT account FROM syncRetry WHERE kind = '' AND record = ''"
        ).map(AccountID.init(rawValue:))))
  }

  private static func accounts(addingAfter sequence: Int64, _ db: Database) throws -> Set<AccountID>
  {
    let ids = try String.fetchAll(
      db, sql: "SELECT DISTINCT account FROM outbox WHERE seq > ?", arguments: .stored([sequence]))
    return Set(ids.map(AccountID.init(rawValue:)))
  }
}

extension StoreChange {
  /// Anything may have changed.
  fileprivate static func byAnotherProcess(_ outboxAccounts: Set<AccountID>) -> StoreChange {
    var change = StoreChange()
    change.reload()
    change.touchesSync = true
    change.outboxAccounts = outboxAccounts
    change.touchesTrash = true
    change.touchesReminders = true
    change.touchesMembers = true
    return change
  }
}
