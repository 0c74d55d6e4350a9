import GRDB

// Several processes may use one file: a window, and commands in a terminal beside it.

extension TodoStore {
  /// Remembers what the file holds now, for ``noticeOtherProcesses()``. To be called before the first feed
  /// is opened: what is committed in between would be told to nobody.
  public func beginNoticingOtherProcesses() {
    writer.asyncWriteWithoutTransaction { [seenByOthers] db in
      guard let version = try? Self.dataVersion(db) else { return }
      seenByOthers.replace(with: version)
    }
  }

  /// Tells every reader to read again if another process has changed the file since the last call.
  ///
  /// Costs a few microseconds if none has, however much this process wrote itself.
  public func noticeOtherProcesses() {
    writer.asyncWriteWithoutTransaction { [seenByOthers, hub] db in
      // Failing (the file is locked for long, the disk is gone) says nothing about what others did; the
      // next command finds the same and tells it.
      guard let version = try? Self.dataVersionAfterOthers(db) else { return }
      if seenByOthers.replace(with: version) { hub.publish(.byAnotherProcess) }
    }
  }

  /// The version once a commit that is under way elsewhere has ended.
  ///
  /// A commit is in the log, where a look at the folder finds it, some time before it counts. Its lock is
  /// held until then, and whoever begins to write waits for that lock.
  private static func dataVersionAfterOthers(_ db: Database) throws -> Int {
    var version = 0
    try db.inTransaction(.immediate) {
      version = try dataVersion(db)
      return .rollback
    }
    return version
  }

  /// Changes only when another connection has committed something
  /// (https://www.sqlite.org/pragma.html#pragma_data_version). Of this store only the writer commits.
  private static func dataVersion(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
  }
}

extension StoreChange {
  /// Anything may have changed.
  fileprivate static let byAnotherProcess: StoreChange = {
    var change = StoreChange()
    change.reload()
    change.touchesSync = true
    change.addsToOutbox = true
    change.touchesTrash = true
    change.touchesMembers = true
    return change
  }()
}
