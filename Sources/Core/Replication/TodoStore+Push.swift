import GRDB

// Sending, for the sync engine. Each method is one transaction.

extension TodoStore {
  /// The first records after a place that may be sent now, in the order in which a server can take them. Left
  /// out are quarantined records, and to-dos whose list the server lacks because that list is quarantined.
  /// - Parameter limit: how many at most.
  public func pendingKeys(
    of account: AccountID, after place: PendingKey.Place = .start, limit: Int = .max
  ) async throws(StoreError) -> [PendingKey] {
    try await read { db in
      let held = try Self.lastSessionThrough(account, db)
      var keys: [PendingKey] = []
      for rank in place.rank..<PendingOrder.ranks.count where keys.count < limit {
        let order = PendingOrder(account: account, rank: rank, lastSessionThrough: held)
        var last = rank == place.rank ? place.sequence : 0
        var left: Set<ListID>?
        // More keys may follow those that cannot be sent yet.
        while keys.count < limit {
          let most = limit - keys.count
          let found = try order.keys(after: last, limit: most, db)
          guard let end = found.last else { break }
          last = end.place.sequence
          if PendingOrder.ranks[rank] == (.list, false) {
            let lists = try left ?? SyncRecordReader(db: db, account: account).listsThatAreLeft()
            left = lists
            keys += found.filter { !lists.contains(ListID(rawValue: $0.key.id)) }
          } else {
            keys += found
          }
          if found.count < most { break }
        }
      }
      return keys
    }
  }

  /// Reads what has to be sent for some records and marks it as in flight.
  ///
  /// Row, base and the highest outbox entry are read in one snapshot. Records whose edits would not change the server
  /// are left out and their entries removed. A to-do is left out for now if its list is pending too and not on the
  /// server: the list was added or restored after the lists were sent.
  public func beginPush(_ keys: [RecordKey], of account: AccountID) async throws(StoreError)
    -> [PendingChange]
  {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return [] }
      let reader = SyncRecordReader(db: work.db, account: account)
      let bases = SyncBaseTable(db: work.db, account: account)
      let later = try PendingOrder.unsentLists(of: account, besides: keys, work.db)
      // Looked up once, so that a first upload does not do it for each record.
      let mayBeMadeAgain = try bases.hasFormerValues()
      var left: Set<ListID>?
      var changes: [PendingChange] = []
      try work.refreshingBadges(keys) { work in
        for key in keys {
          guard var change = try reader.pendingChange(key), try !reader.isTooEarly(change),
            !change.isIn(later)
          else { continue }
          if change.key.kind == .list, change.operation == .delete {
            let lists = try left ?? reader.listsThatAreLeft()
            left = lists
            if lists.contains(ListID(rawValue: key.id)) { continue }
          }
          if try reader.isNothing(change) {
            try bases.forgetInFlight(key)
            try work.removeEntries(of: key, account, through: change.lastSequence)
          } else {
            change.isSentAgain = try bases.noteInFlight(key, change.fields)
            if mayBeMadeAgain, case .create = change.operation {
              change.isMadeAgain = try !bases.formerValues(of: key).isEmpty
            }
            changes.append(change)
          }
        }
      }
      return changes
    }
  }

  /// Whether something was sent without an answer. A quarantined record counts as answered.
  public func hasUnanswered(of account: AccountID) async throws(StoreError) -> Bool {
    try await read { db in
      try db.number(
        """
        SELECT EXISTS (SELECT 1 FROM inFlightWrite WHERE account = ?1 AND NOT EXISTS
          (SELECT 1 FROM syncRetry WHERE syncRetry.account = ?1
            AND syncRetry.kind = inFlightWrite.kind AND syncRetry.record = inFlightWrite.record))
        """, [account.rawValue]) == 1
    }
  }

  /// Records that the server has acknowledged some changes.
  ///
  /// What was sent becomes the base, and the outbox entries it covered are removed; an edit made meanwhile
  /// has a higher number and stays. Does nothing if the account was removed meanwhile.
  /// - Parameters:
  ///   - changes: of one account.
  ///   - versions: of the records after the changes, in the same order.
  public func acknowledge(_ changes: [PendingChange], versions: [RecordVersion])
    async throws(StoreError)
  {
    try await transaction { work in
      guard let account = changes.first?.account, try Self.isSetUp(account, work.db) else { return }
      let bases = SyncBaseTable(db: work.db, account: account)
      let presence = try work.outboxPresence(besides: account)
      var left: Set<ListID> = []
      try work.refreshingBadges(changes.map(\.key)) { work in
        for (change, version) in zip(changes, versions) {
          try work.acknowledgeContents(of: change, version)
          let state = change.fields.map(RemoteRecord.State.live) ?? .deleted
          let record = RemoteRecord(
            key: change.key, state: state, version: version,
            list: state == .deleted ? change.list : nil)
          let source = try work.sharedListLeft(by: change)
          guard try bases.acknowledge(record) else { continue }
          if let source { left.insert(source) }
          try work.releaseTodos(of: change)
          try work.removeEntries(
            of: change.key, account, through: change.lastSequence, presence: presence)
          try work.forgetTombstoneElsewhere(record, account)
        }
      }
      let present = try work.todos(of: account, among: changes.map(\.key))
      for change in changes {
        if !present.contains(TodoID(rawValue: change.key.id)) { try work.deleteAgain(change) }
        try work.sendAgain(afterDeletion: change)
        try work.followAnswer(to: change)
      }
      for list in left { try work.announceDeparture(from: list) }
    }
  }

  /// Records that some changes are no longer in flight, whatever the outcome.
  public func endPush(_ changes: [PendingChange]) async throws(StoreError) {
    guard !changes.isEmpty else { return }
    try await transaction { work in
      try work.refreshingBadges(changes.map(\.key)) { work in
        for change in changes {
          try SyncBaseTable(db: work.db, account: change.account).endSending(change.key)
        }
      }
    }
  }

  /// Records that the server did not accept a change, which is to be sent later. Earlier unanswered writes of the
  /// record may still arrive.
  public func postpone(_ change: PendingChange) async throws(StoreError) {
    try await transaction { work in
      try work.refreshBadge(change.key) { db in
        let bases = SyncBaseTable(db: db, account: change.account)
        if change.isSentAgain {
          try bases.endSending(change.key)
        } else {
          try bases.forgetInFlight(change.key)
        }
      }
    }
  }

  /// Quarantines a change that the server refused, unless the record was edited since: then something else
  /// would be sent, which was not refused.
  /// - Returns: whether the change is quarantined now.
  @discardableResult
  public func quarantine(_ change: PendingChange, _ retry: SyncRetry) async throws(StoreError)
    -> Bool
  {
    try await transaction { work in
      let reader = SyncRecordReader(db: work.db, account: change.account)
      guard try reader.lastSequence(change.key) == change.lastSequence else { return false }
      try work.refreshBadge(change.key) { db in
        try Self.setRetry(retry, change.key.kind.rawValue, change.key.id, change.account, db)
        try SyncBaseTable(db: db, account: change.account).endSending(change.key)
      }
      // A server may have restored another person's list in a deleted state, which no query for changes reports. Unless
      // this is noticed, the change would not be sent again when the list is back.
      if try Self.share(of: change.account, work.db) != nil {
        try work.requestComparison(of: [.list], change.account)
      }
      work.change.touchesSync = true
      return true
    }
  }

  /// What has to be sent for a record; nil if nothing.
  func pendingChange(for key: RecordKey, of account: AccountID) async throws(StoreError)
    -> PendingChange?
  {
    try await read { try SyncRecordReader(db: $0, account: account).pendingChange(key) }
  }

  /// The base of a record.
  public func syncBase(for key: RecordKey, of account: AccountID) async throws(StoreError)
    -> RemoteRecord?
  {
    try await read { try SyncBaseTable(db: $0, account: account).base(of: key) }
  }
}

extension PendingChange {
  /// Whether it puts a to-do into one of some lists.
  fileprivate func isIn(_ lists: Set<ListID>) -> Bool {
    guard !lists.isEmpty, key.kind == .todo, fields != nil, let list else { return false }
    return lists.contains(list)
  }
}

extension StoreTransaction {
  /// To-dos that were refused because the server did not have their list are sent again once it has it.
  fileprivate mutating func releaseTodos(of change: PendingChange) throws {
    guard change.key.kind == .list, case .create = change.operation else { return }
    try db.run(
      """
      DELETE FROM syncRetry WHERE kind = 'todo' AND account = ?1
        AND record IN (SELECT id FROM todo WHERE listID = ?2 AND account = ?1)
      """, [change.account.rawValue, change.key.id])
    if db.changesCount > 0 { self.change.touchesSync = true }
  }
}
