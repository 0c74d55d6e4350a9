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

  // MARK: Merging

  private mutating func merge(
    _ record: RemoteRecord, _ remote: RecordFields, into local: SyncRecordReader.Local,
    _ isPending: Bool, _ account: AccountID
  ) throws {
    var merged = try merged(
      record.key, remote, record, into: local.fields, isPending, account)
    let left = try isPending ? sharedListLeft(by: record, account) : nil
    // The device that deleted the list may not have known its present name: the server may have lost the last one
    // before. The list is here until its to-dos have been reconciled.
    if record.key.kind == .list, !isPending,
      try SyncBaseTable(db: db, account: account).base(of: record.key)?.state == .deleted,
      let name = local.fields[TodoList.Field.name], name != merged.fields[TodoList.Field.name]
    {
      merged.lost[TodoList.Field.name] = name
    }
    // If two roles conflict, the last one given here wins; it can be seen and changed there.
    if !merged.lost.isEmpty, !record.key.kind.isAboutOthers {
      try noteConflict(record.key, account, local.title, lost: merged.lost, kept: merged.fields)
    }
    try refreshBadge(record.key) { try SyncBaseTable(db: $0, account: account).set(record) }
    try put(record.key, merged.fields, account)
    if let left { try announceDeparture(from: left) }
  }

  /// Merges a live state of the server into the local fields, by the base, the in-flight writes and the former values.
  func merged(
    _ key: RecordKey, _ remote: RecordFields, _ record: RemoteRecord?,
    into local: RecordFields, _ isPending: Bool, _ account: AccountID
  ) throws -> ThreeWayMerge.Result {
    let bases = SyncBaseTable(db: db, account: account)
    let base = try bases.base(of: key)
    let inFlight = try bases.inFlight(key)
    if base?.fields == nil, let elsewhere = try accountKnowing(key, besides: account) {
      return try mergeCopies(
        key, remote, record, into: local, isPending, account, movedFrom: elsewhere)
    }
    let known = try bases.formerValues(of: key)
    let arrived = Self.arrived(inFlight, of: key.kind, in: remote, after: base, known)
    // The device that recreated the record did not know of the deletion. It may not have known the state here either,
    // so only values that are new count. Lists have few fields and are merged as they are.
    let news =
      isPending && arrived == nil && key.kind == .todo
      ? try bases.news(in: remote, after: base) : nil
    // A former value may have come back by mistake, or somebody may have restored it on purpose. It counts as old only
    // in these cases: the deletion was inferred, the record was recreated, or it is a list with a guessed name, which
    // takes its last name from any device that remembers it.
    let isOld =
      isPending && arrived == nil
      && base.map {
        $0.isDeletionGuessed || known.isRecreated(remote, after: $0)
          || key.kind == .list && $0.fields?.isGuessed == true
      } ?? false
    let agreed =
      try arrived ?? base?.fields
      ?? (isPending ? fieldsBeforeAbsence(of: key, remote, local, known, account) : [:])
    var result = ThreeWayMerge(
      base: agreed, inFlight: inFlight, isPending: isPending,
      former: isOld ? known : FormerValues()
    ).merge(local: local, remote: news ?? remote)
    // A device that deleted the to-do has a copy in its trash. A device that moved it has none.
    guard news != nil, try isMoved(key, from: account) else { return result }
    for name in Self.ownWords where result.lost[name] == nil {
      guard let words = local[name], !Self.isEmpty(words), words != result.fields[name] else {
        continue
      }
      result.lost[name] = words
    }
    return result
  }

  /// Reconstructs the base of a to-do in another person's list that was out of sight, for instance because its owner
  /// had moved it out and back. A local value that was part of the base is not an edit here. A server value that was
  /// part of the base, or is a former value, is not an edit there.
  private func fieldsBeforeAbsence(
    of key: RecordKey, _ remote: RecordFields, _ local: RecordFields, _ known: FormerValues,
    _ account: AccountID
  ) throws -> RecordFields {
    guard key.kind == .todo, !known.isEmpty, try TodoStore.share(of: account, db) != nil else {
      return [:]
    }
    var fields: RecordFields = [:]
    for (name, value) in local where known.wasAgreed(value, of: name) { fields[name] = value }
    for (name, value) in remote
    where known.wasAgreed(value, of: name) || known.contains(value, of: name) {
      fields[name] = value
    }
    return fields
  }

  /// Gives a record that was deleted elsewhere and is sent again a new creation time, which tells other devices that
  /// most of its values may be old. Does nothing if a former value was restored here on purpose. Call before the
  /// tombstone becomes the base.
  mutating func renewCreationTime(
    _ key: RecordKey, _ fields: RecordFields, _ account: AccountID
  ) throws {
    let bases = SyncBaseTable(db: db, account: account)
    guard key.kind != .member, let agreed = try bases.base(of: key)?.fields else { return }
    // For a to-do that was moved, other accounts know further former values.
    let former = try bases.formerValuesAnywhere(of: key)
    let edits = fields.filter { $0.key != Todo.Field.createdAt && agreed[$0.key] != $0.value }
    let isRestored = edits.contains { name, value in
      former.contains { $0.contains(value, of: name) }
    }
    if isRestored { return }
    let now = FieldValue.timestamp(environment.now())
    try put(key, fields.merging([Todo.Field.createdAt: now]) { $1 }, account)
  }

  /// The state that an unanswered creation by this device put on the server, if it must have arrived: no other device
  /// can have created what the server has.
  ///
  /// Any device may have created a record that the server lost and that is sent again, or a list that is recreated
  /// under its old identifier for to-dos without a list. If a deleted record was recreated, the creation time tells by
  /// which device.
  /// - Returns: the fields, and for sets the members, that were the same each time it was sent; nil if another device
  ///   may have created the record.
  private static func arrived(
    _ sent: [RecordFields], of kind: RecordKind, in remote: RecordFields,
    after base: RemoteRecord?, _ known: FormerValues
  ) -> RecordFields? {
    guard let base else {
      guard kind == .todo, sent.count == 1, known.isEmpty, canComeFrom(sent[0], remote)
      else { return nil }
      return sent[0]
    }
    let createdAt = remote[Todo.Field.createdAt]
    let own = sent.filter { $0[Todo.Field.createdAt] == createdAt }
    guard base.fields == nil, createdAt != nil, let first = own.first,
      !known.contains(createdAt, of: Todo.Field.createdAt)
    else { return nil }
    // The state that arrived may be older than the remembered ones.
    if sent.count >= SyncBaseTable.inFlightLimit { return [:] }
    return own.dropFirst().reduce(first) { common, fields in
      common.reduce(into: [:]) { result, field in
        if let members = field.value.members, let others = fields[field.key]?.members {
          result[field.key] = .set(members.intersection(others))
        } else if fields[field.key] == field.value {
          result[field.key] = field.value
        }
      }
    }
  }

  /// Whether the server's state equals the sent one or may be a later edit of it.
  private static func canComeFrom(_ sent: RecordFields, _ remote: RecordFields) -> Bool {
    if remote == sent { return true }
    guard let before = sent.timestamp(Todo.Field.modifiedAt),
      let after = remote.timestamp(Todo.Field.modifiedAt)
    else { return false }
    return after > before
  }

  /// Merges a live record whose deletion is pending here. The deletion proceeds if the server's state is the one that
  /// was deleted; otherwise it is cancelled and the record comes back.
  private mutating func mergeDeletion(
    _ record: RemoteRecord, _ remote: RecordFields, _ account: AccountID
  ) throws {
    let bases = SyncBaseTable(db: db, account: account)
    let base = try bases.base(of: record.key)
    let isKnown =
      try base?.fields.map { remote == $0 } ?? false || bases.inFlight(record.key).contains(remote)
    try bases.set(record)
    if isKnown { return }
    let known = try lastCopy(of: record.key) ?? base?.fields
    try dequeue(record.key, account, through: .max)
    try forgetTrash(of: record.key, restoring: remote, agreed: base?.fields)
    try putNaming(record.key, remote, known: known, account)
  }

  /// Writes a record as given, without an outbox entry. A row of another account with the same identifier is not
  /// changed. A to-do is not put into a list of another account: an existing one stays in its list, and a new one is
  /// shown when its own list arrives (docs/decisions/0034).
  mutating func put(_ key: RecordKey, _ fields: RecordFields, _ account: AccountID?) throws {
    if let holder = try holder(of: key), holder != account { return }
    let now = environment.now()
    switch key.kind {
    case .list:
      let id = ListID(rawValue: key.id)
      guard let new = TodoList(id: id, account: account, fields: fields, now: now) else { return }
      if let before = try list(id) {
        if before != new { try update(new, from: before) }
      } else {
        try insert(new)
        if let account { try revealTodos(in: id, account) }
      }
    case .todo:
      let id = TodoID(rawValue: key.id)
      guard var new = Todo(id: id, account: account, fields: fields, now: now) else { return }
      let present = try todo(id)
      if present?.listID != new.listID, try isList(new.listID, ofAnotherThan: account) {
        guard let present else { return }
        new.listID = present.listID
      }
      if let before = present {
        if before != new { try update(new, outbox: nil) }
      } else {
        try insert(new, outbox: nil)
      }
    case .member:
      guard let account, let new = ListMember(account: account, fields: fields, now: now),
        new.id.isExactly(key.id)
      else { return }
      let before = try member(key.id)
      if before == nil { try showAgain(new) }
      if before != new { try set(new, outbox: nil) }
    case .consent:
      guard let account, let new = Consent(account: account, fields: fields, now: now),
        new.id.isExactly(key.id)
      else { return }
      let before = try consent(key.id, account)
      if before != new { try set(new, outbox: nil) }
      let isUnblocked = before?.choice == .blocked && new.choice != .blocked
      // The device on which it was accepted may have kept an invitation that this one dropped.
      let isUnknown =
        try new.choice == .accepted && before?.choice != .accepted
        && new.list.map { try invitation(into: $0, of: new.user, account)?.fields == nil } == true
      if isUnblocked || isUnknown { try readInvitationsAgain(account) }
    case .membership: return
    }
  }

  /// Removes a record that another device deleted; a copy of a to-do stays in the trash. A list stays until its to-dos
  /// have been reconciled, see ``TodoStore/reconcileLists(of:)``.
  mutating func removeDeletedElsewhere(_ key: RecordKey, _ account: AccountID) throws {
    if key.kind == .member, let member = try member(key.id) {
      return try delete(member, outbox: nil)
    }
    if key.kind == .consent, let consent = try consent(key.id, account) {
      return try delete(consent, outbox: nil)
    }
    guard key.kind == .todo, let todo = try todo(TodoID(rawValue: key.id)) else { return }
    try keepInTrash(todo, .deletedElsewhere)
    try delete(todo, outbox: nil)
  }
}
