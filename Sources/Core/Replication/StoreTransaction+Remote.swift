import Basics
import GRDB

// Merging a server's records with the local ones.

extension StoreTransaction {
  /// Merges one record of a server.
  ///
  /// A state that is known already, or older than the known one, changes nothing. The exception is an older state that
  /// the server read after the known one existed: the server has lost the known state since. An edit beats a delete,
  /// both ways.
  mutating func merge(_ record: RemoteRecord, _ account: AccountID) throws {
    if record.key.kind == .membership {
      try noteReading(record, account)
      return try mergeMembership(record, account)
    }
    if try storeFirstSeen(record, account) {
      return try dismissAcknowledgedReminders(record, account)
    }
    let list = try sharedList(of: record.key, record.fields, account)
    let before = try serverProperties(of: record.key, account)
    try mergeOwn(record, account)
    try forgetTombstoneElsewhere(record, account)
    try dismissAcknowledgedReminders(record, account)
    // Screens read the permissions and the owner of lists only when they read everything.
    if try serverProperties(of: record.key, account) != before { change.reload() }
    if let list { try updateShare(list, account) }
  }

  /// The server's properties of a list that are not fields: whether the user may only read it, and whether it is
  /// another person's.
  private func serverProperties(of key: RecordKey, _ account: AccountID) throws -> [Bool] {
    guard key.kind == .list else { return [] }
    let list = ListID(rawValue: key.id)
    return [
      try TodoStore.isLocked(list, account, db), try TodoStore.isForeign(list, account, db),
    ]
  }

  private mutating func mergeOwn(_ reported: RemoteRecord, _ account: AccountID) throws {
    var record = reported
    let key = record.key
    let reader = SyncRecordReader(db: db, account: account)
    let bases = SyncBaseTable(db: db, account: account)
    let known = try bases.version(of: key)
    if let known {
      // A to-do that waited to be moved into this list may have been written in its old list; that version is known
      // already.
      if let version = record.version, known.tag.isExactly(version.tag),
        try account.root == account || !hasLeft(record, reader.local(key), account)
      {
        if !record.isUnreadable {
          // The server may have had an unreadable state meanwhile.
          try noteReading(record, account)
          try releaseUnreadable(key, account)
        }
        // The server may have moved it to another path.
        try bases.noteResource(of: record)
        return try bases.markSeen(key)
      }
      if record.wasRead(before: known) { return }
    }
    try noteReading(record, account)
    let local = try reader.local(key)
    let isOlder = known.map { record.version?.isOlder(than: $0) == true } ?? false
    let isElsewhere =
      try hasLeft(record, local, account)
      && !(isOlder && local != nil && mayTakeBack(record, to: account))
    if isElsewhere {
      record = RemoteRecord(key: key, state: .absent, version: nil, readAt: record.readAt)
    }
    let isPending = try reader.isWaiting(key)
    if isPending, !record.isUnreadable { try releaseUnreadable(key, account) }
    if isOlder, !isElsewhere {
      try requestComparison(of: RecordKind.allCases, account)
      // A user who may only read takes the older state, unless an edit is pending. That edit is based on the newer
      // state, and must not bring the older state back with it when the user may write again.
      if try maySend(key, account) || isPending && key.kind == .todo {
        return try sendAgain(record, local, isPending, account)
      }
    }
    let moved = try local == nil ? movedAway(key, from: account) : nil
    if try local == nil && moved == nil && !makeRoom(for: record, account) {
      return try rememberHidden(record, isElsewhere: isElsewhere, account)
    }
    if let moved { return try merge(record, intoMoved: moved, from: account) }
    // Asks the reported record, so that it also holds for a to-do that is in another list now.
    let isRecreated = known.map { reported.isRecreated(after: $0) } ?? false
    switch record.state {
    case .live(let remote):
      if key.kind == .list {
        try releaseQuarantined(in: account, for: remote, after: bases.base(of: key))
      } else if known == nil, isPending {
        try releaseQuarantined(key, in: account)
      }
      if let local, key.kind == .list, remote.isGuessed || local.fields.isGuessed {
        try mergeGuess(record, remote, into: local.fields, isPending, account)
      } else if let local, isRecreated {
        try reconcile(record, remote, with: local, isPending, account)
      } else if let local {
        try merge(record, remote, into: local, isPending, account)
      } else if isPending {
        try mergeDeletion(record, remote, account)
      } else {
        try bases.set(record)
        try putNaming(key, remote, known: remote.isGuessed ? try lastCopy(of: key) : nil, account)
      }
    case .deleted:
      if let local,
        try followMove(of: key, local, isPending, isRecreated: isRecreated, from: account)
      {
        return try bases.set(record)
      }
      if local != nil, !isPending, key.kind == .todo,
        try returnMoved(TodoID(rawValue: key.id), from: account)
      {
        try bases.set(record)
        return try dequeue(key, account, through: .max)
      }
      if let local, isPending { try renewCreationTime(key, local.fields, account) }
      try refreshBadge(key) { try SyncBaseTable(db: $0, account: account).set(record) }
      guard isPending else { return try removeDeletedElsewhere(key, account) }
      // If it is deleted here too, nothing is left to send. If it still exists here, it is restored on the server: an
      // edit beats a delete.
      if local == nil { try dequeue(key, account, through: .max) }
    case .absent:
      if let local, try TodoStore.share(of: account, db) != nil,
        try followMove(of: key, local, isPending, isRecreated: isRecreated, from: account)
      {
        try bases.delete(key)
        return try bases.forgetInFlight(key)
      }
      // An in-flight creation may still arrive, unless something else gets the record's name before it: a tombstone, or
      // the record that its owner has moved to another list. A server that reports no time of reading keeps no
      // tombstones.
      let mayArrive =
        try !isElsewhere && record.readAt != nil && bases.base(of: key) == nil
        && !bases.inFlight(key).isEmpty
      try bases.delete(
        key, mayComeBack: isPending && key.kind == .todo && TodoStore.share(of: account, db) != nil)
      if isPending {
        if local == nil, !mayArrive {
          try bases.forgetInFlight(key)
          try dequeue(key, account, through: .max)
        }
      } else if local != nil, try TodoStore.share(of: account, db) != nil {
        // Its owner has moved it to a list that the user cannot see.
        try removeDeletedElsewhere(key, account)
      } else if local != nil {
        // A record that the server lost without a tombstone does not count as deleted.
        try refreshingBadge(key) { work in
          try work.enqueue(key, account: account)
        }
      }
    case .unreadable:
      // Nothing is sent before the record can be read: its present contents are not those of the base.
      try bases.noteResource(of: record)
    }
  }

  /// Releases a change that waited because the server's record could not be read.
  private mutating func releaseUnreadable(_ key: RecordKey, _ account: AccountID) throws {
    let row = try Row.fetchOne(
      db.statement(
        """
        SELECT attempts, notBefore, problem, cause FROM syncRetry
          WHERE account = ? AND kind = ? AND record = ?
        """, [account.rawValue, key.kind.rawValue, key.id]))
    guard let row, case .protocolViolation = try TodoStore.retry(row, from: 0).problem else {
      return
    }
    try refreshBadge(key) { try TodoStore.setRetry(nil, key.kind.rawValue, key.id, account, $0) }
    change.touchesSync = true
    change.outboxAccounts.insert(account)
  }

  /// Whether the known version is another one than when the record was requested. On a server whose versions are not
  /// ordered, nobody can tell which of the two is newer.
  func isOvertaken(_ record: RemoteRecord, _ account: AccountID) throws -> Bool {
    guard let before = record.askedAfter else { return false }
    let known = try SyncBaseTable(db: db, account: account).version(of: record.key)
    switch before {
    case .absent: return known != nil
    case .version(let tag): return known?.tag.isExactly(tag) != true
    case .unknown: return false
    }
  }
}
