import Basics
import GRDB

// Merging what a server holds with what is here.

extension StoreTransaction {
  /// Merges one record of a server.
  ///
  /// A state that is known already, or older than the known one, changes nothing, unless the server read it
  /// after the known one and so has lost that since. An edit beats a delete, both ways.
  mutating func merge(_ record: RemoteRecord, _ account: AccountID) throws {
    if record.key.kind == .membership {
      try noteReading(record, account)
      return try mergeMembership(record, account)
    }
    if try storeFirstSeen(record, account) { return try silence(record, account) }
    let list = try sharedList(of: record.key, record.fields, account)
    let wasLocked = try isLocked(record.key, account)
    try mergeOwn(record, account)
    try silence(record, account)
    // Screens read what may be done with lists when they read everything.
    if try isLocked(record.key, account) != wasLocked { change.reload() }
    if let list { try updateShare(list, account) }
  }

  private func isLocked(_ key: RecordKey, _ account: AccountID) throws -> Bool {
    guard key.kind == .list else { return false }
    return try TodoStore.isLocked(ListID(rawValue: key.id), account, db)
  }

  private mutating func mergeOwn(_ reported: RemoteRecord, _ account: AccountID) throws {
    var record = reported
    let key = record.key
    let reader = SyncRecordReader(db: db, account: account)
    let bases = SyncBaseTable(db: db, account: account)
    let known = try bases.version(of: key)
    if let known {
      if let version = record.version, known.tag.isExactly(version.tag) {
        // It may have been moved to another place.
        try bases.noteResource(of: record)
        return try bases.markSeen(key)
      }
      if record.wasRead(before: known) { return }
    }
    try noteReading(record, account)
    let local = try reader.local(key)
    let isElsewhere = try hasLeft(record, local, account)
    if isElsewhere {
      record = RemoteRecord(key: key, state: .absent, version: nil, readAt: record.readAt)
    }
    let isPending = try reader.isWaiting(key)
    if let known, record.version?.isOlder(than: known) == true {
      try requestComparison(of: RecordKind.allCases, account)
      if try maySend(key, account) { return try sendAgain(record, local, isPending, account) }
    }
    let moved = try local == nil ? movedAway(key, from: account) : nil
    if try local == nil && moved == nil && !makeRoom(for: record, account) {
      return try rememberHidden(record, isElsewhere: isElsewhere, account)
    }
    if let moved { return try merge(record, intoMoved: moved, from: account) }
    let isMadeAnew = known.map { record.isMadeAnew(after: $0) } ?? false
    switch record.state {
    case .live(let remote):
      if key.kind == .list {
        try releaseRefused(in: account, for: remote, after: bases.base(of: key))
      } else if known == nil, isPending {
        try releaseRefused(key, in: account)
      }
      if let local, key.kind == .list, remote.isGuessed || local.fields.isGuessed {
        try mergeGuess(record, remote, into: local.fields, isPending, account)
      } else if let local, isMadeAnew {
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
        try followMove(of: key, local, isPending, isMadeAnew: isMadeAnew, from: account)
      {
        return try bases.set(record)
      }
      if local != nil, !isPending, key.kind == .todo,
        try returnMoved(TodoID(rawValue: key.id), from: account)
      {
        try bases.set(record)
        return try dequeue(key, account, through: .max)
      }
      if let local, isPending { try makeAnew(key, local.fields, account) }
      try refreshBadge(key) { try SyncBaseTable(db: $0, account: account).set(record) }
      guard isPending else { return try removeDeletedElsewhere(key, account) }
      // The other device deleted it too. If it still exists here it is restored: an edit beats a delete.
      if local == nil { try dequeue(key, account, through: .max) }
    case .absent:
      if let local, try TodoStore.share(of: account, db) != nil,
        try followMove(of: key, local, isPending, isMadeAnew: isMadeAnew, from: account)
      {
        try bases.delete(key)
        return try bases.forgetInFlight(key)
      }
      // What was sent as new may still arrive, unless something of its name gets there before it: a tombstone, or what
      // its owner has moved to another list. A server that does not say when it read keeps no tombstone.
      let mayArrive =
        try !isElsewhere && record.readAt != nil && bases.base(of: key) == nil
        && !bases.inFlight(key).isEmpty
      try bases.delete(key)
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
      // Nothing is sent to it before it was read: what it holds now is not what the base is about.
      try bases.noteResource(of: record)
    }
  }

  /// Whether another version is known by now than when the record was asked for. Which of the two is newer cannot be
  /// told on a server whose versions are not ordered.
  func isOvertaken(_ record: RemoteRecord, _ account: AccountID) throws -> Bool {
    guard let before = record.askedAfter else { return false }
    let known = try SyncBaseTable(db: db, account: account).version(of: record.key)
    switch before {
    case .absent: return known != nil
    case .version(let tag): return known?.tag.isExactly(tag) != true
    case .unknown: return false
    }
  }

  // MARK: One identifier in two accounts

  /// Whether a record that is not here yet may be stored. The user's own record replaces a shared one with
  /// the same identifier; otherwise the first to arrive is kept (docs/decisions/0034).
  private mutating func makeRoom(for record: RemoteRecord, _ account: AccountID) throws -> Bool {
    var keys = [record.key]
    let isOwn = try TodoStore.share(of: account, db) == nil
    // Nobody else may put to-dos or members into a list of the user's own.
    if !isOwn, case .string(let list)? = record.fields?[Todo.Field.listID] {
      keys.append(RecordKey(kind: .list, id: list))
    }
    for key in keys {
      guard let holder = try holder(of: key), holder != account else { continue }
      guard isOwn, record.fields != nil, let holder, try TodoStore.share(of: holder, db) != nil
      else { return false }
      try evict(key, holder)
    }
    return true
  }

  /// The account of the row under a key; the inner nil is this computer, the outer one means that there is no
  /// row.
  private func holder(of key: RecordKey) throws -> AccountID?? {
    guard [.list, .todo, .member].contains(key.kind) else { return nil }
    return try Row.fetchOne(
      db.statement("SELECT account FROM \(key.kind.rawValue) WHERE id = ?", [key.id])
    ).map { ($0[0] as String?).map(AccountID.init(rawValue:)) }
  }

  /// Removes a shared record of another person with its unsent changes; a list with everything in it. Copies
  /// of what its owner does not have stay in the trash.
  private mutating func evict(_ key: RecordKey, _ share: AccountID) throws {
    guard key.kind != .list else { return try removeContents(of: share) }
    if let todo = try todo(TodoID(rawValue: key.id)), key.kind == .todo {
      if try SyncRecordReader(db: db, account: share).isWaiting(key) {
        try keepInTrash(todo, .unshared)
      }
      try delete(todo, outbox: nil)
    } else if let member = try member(key.id) {
      try delete(member, outbox: nil)
    }
    let bases = SyncBaseTable(db: db, account: share)
    // What a to-do is there stays known: it is shown again if the user's own one goes.
    if key.kind != .todo { try bases.delete(key) }
    try bases.forgetInFlight(key)
    try dequeue(key, share, through: .max)
  }

  // MARK: Merging

  private mutating func merge(
    _ record: RemoteRecord, _ remote: RecordFields, into local: SyncRecordReader.Local,
    _ isPending: Bool, _ account: AccountID
  ) throws {
    let merged = try merged(record.key, remote, into: local.fields, isPending, account)
    // If two roles conflict, the last one given here wins; it can be seen and changed there.
    if !merged.lost.isEmpty, !record.key.kind.isAboutOthers {
      try noteConflict(record.key, account, local.title, lost: merged.lost, kept: merged.fields)
    }
    try refreshBadge(record.key) { try SyncBaseTable(db: $0, account: account).set(record) }
    try put(record.key, merged.fields, account)
  }

  /// Merges a live state of an account's server with the one here, by what is known of both.
  func merged(
    _ key: RecordKey, _ remote: RecordFields, into local: RecordFields, _ isPending: Bool,
    _ account: AccountID
  ) throws -> ThreeWayMerge.Result {
    let bases = SyncBaseTable(db: db, account: account)
    let base = try bases.base(of: key)
    let inFlight = try bases.inFlight(key)
    if base?.fields == nil, let elsewhere = try accountKnowing(key, besides: account) {
      return try mergeCopies(key, remote, into: local, isPending, account, movedFrom: elsewhere)
    }
    let known = try bases.formerValues(of: key)
    let arrived = Self.arrived(inFlight, of: key.kind, in: remote, after: base, known)
    // Of what the server lost nothing tells whether an earlier value is old or was restored on purpose. A list whose name was
    // guessed gets its last one from any device that remembers it.
    let isOld =
      isPending && arrived == nil
      && base.map {
        $0.isDeletionGuessed || known.isMadeAnew(remote, after: $0)
          || key.kind == .list && $0.fields?.isGuessed == true
      } ?? false
    return ThreeWayMerge(
      base: arrived ?? base?.fields ?? [:], inFlight: inFlight, isPending: isPending,
      former: isOld ? known : FormerValues()
    ).merge(local: local, remote: remote)
  }

  /// Gives a record that was deleted elsewhere and is sent again a new creation time, which tells other
  /// devices that most of its values may be old. Not if an old value was restored here on purpose. Call
  /// before the tombstone becomes the base.
  mutating func makeAnew(_ key: RecordKey, _ fields: RecordFields, _ account: AccountID) throws {
    let bases = SyncBaseTable(db: db, account: account)
    guard key.kind != .member, let agreed = try bases.base(of: key)?.fields else { return }
    // Of a to-do that was moved other accounts know more.
    let former = try bases.formerValuesAnywhere(of: key)
    let edits = fields.filter { $0.key != Todo.Field.createdAt && agreed[$0.key] != $0.value }
    let isRestored = edits.contains { name, value in
      former.contains { $0.contains(value, of: name) }
    }
    if isRestored { return }
    let now = FieldValue.timestamp(environment.now())
    try put(key, fields.merging([Todo.Field.createdAt: now]) { $1 }, account)
  }

  /// What the server had before others changed it, if a record that was created here, and sent without an answer,
  /// must have arrived, because nobody else can have created what the server has.
  ///
  /// Exceptions, where any device may have: a record that the server lost and that is sent again, and a list
  /// recreated under its old identifier for to-dos without one. Of a deleted record that was recreated, the
  /// creation time tells who did it.
  /// - Returns: the fields, and of sets the members, that were the same each time it was sent; nil if it may come from another device.
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
    // The one that arrived may not be among the last few.
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

  /// Whether a state may have been made from another one, not before it.
  private static func canComeFrom(_ sent: RecordFields, _ remote: RecordFields) -> Bool {
    if remote == sent { return true }
    guard let before = sent.timestamp(Todo.Field.modifiedAt),
      let after = remote.timestamp(Todo.Field.modifiedAt)
    else { return false }
    return after > before
  }

  /// A deletion is waiting here. It may proceed if the server's state is the one that was deleted.
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

  /// Writes a record as given, without an outbox entry. A record of another account with the same identifier
  /// is not changed.
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
      }
    case .todo:
      let id = TodoID(rawValue: key.id)
      guard let new = Todo(id: id, account: account, fields: fields, now: now) else { return }
      if let before = try todo(id) {
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
        new.id == key.id
      else { return }
      let before = try consent(key.id, account)
      if before != new { try set(new, outbox: nil) }
      if before?.choice == .blocked, new.choice != .blocked { try readInvitationsAgain(account) }
    case .membership: return
    }
  }

  /// Removes a to-do that another device deleted; a copy stays in the trash. A list stays until its to-dos
  /// have been decided about, see ``TodoStore/reconcileLists(of:)``.
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
