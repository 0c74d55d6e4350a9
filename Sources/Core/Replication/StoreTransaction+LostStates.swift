// Servers that lost something: documents, or everything written since a backup.

extension StoreTransaction {
  /// Whether a record can be sent. In a list of another person, only writers can send, and only to-dos.
  func maySend(_ key: RecordKey, _ account: AccountID) throws -> Bool {
    guard let share = try TodoStore.share(of: account, db) else { return true }
    return share.role == .writer && key.kind == .todo
  }

  /// Handles a record that the server holds in an older state than it once had: that state becomes the base, and what
  /// differs from it here is sent again, deletions included.
  mutating func sendAgain(
    _ record: RemoteRecord, _ local: SyncRecordReader.Local?, _ isPending: Bool,
    _ account: AccountID
  ) throws {
    let key = record.key
    if case .unreadable = record.state { return }
    let agreed = try SyncBaseTable(db: db, account: account).base(of: key)?.fields
    let wasDeleted = agreed == nil
    if let agreed, local == nil { try listHidden(key, agreed, account) }
    try refreshBadge(key) { try SyncBaseTable(db: $0, account: account).set(record) }
    if let local, let createdAt = record.fields?[Todo.Field.createdAt] {
      // The one field that is never sent; the server's value is kept.
      try put(key, local.fields.merging([Todo.Field.createdAt: createdAt]) { $1 }, account)
    }
    if local == nil, record.state == .deleted {
      // Both sides have deleted it, even if the server once refused the deletion from here.
      if isPending { try dequeue(key, account, through: .max) }
      return
    }
    if isPending { return }
    if local != nil || wasDeleted {
      try refreshingBadge(key) { work in
        try work.enqueue(key, account: account)
      }
    } else if let fields = record.fields {
      try put(key, fields, account)
    }
  }

  /// Lists, as a conflict, texts and days of a to-do that the server has lost and that the row does not have, because
  /// it belongs to another account. A device that moves the to-do over the server's present state does not know them.
  private mutating func listHidden(
    _ key: RecordKey, _ agreed: RecordFields, _ account: AccountID
  ) throws {
    guard key.kind == .todo, let shown = try todo(TodoID(rawValue: key.id)),
      shown.account != account
    else { return }
    let lost = Self.keeping(shown.fields, against: agreed).lost
    if lost.isEmpty { return }
    try noteConflict(key, account, shown.content, lost: lost, kept: shown.fields)
  }

  /// Sends a to-do again when the server carried out a deletion that was cancelled here because of an edit: the server
  /// lost the edit before the deletion arrived. Records of other kinds count as deleted on another device.
  mutating func sendAgain(afterDeletion sent: PendingChange) throws {
    let reader = SyncRecordReader(db: db, account: sent.account)
    guard sent.fields == nil, try !reader.isWaiting(sent.key),
      let local = try reader.local(sent.key),
      let base = try SyncBaseTable(db: db, account: sent.account).base(of: sent.key),
      base.state == .deleted
    else { return }
    guard sent.key.kind == .todo else { return try removeDeletedElsewhere(sent.key, sent.account) }
    let now = FieldValue.timestamp(environment.now())
    try put(sent.key, local.fields.merging([Todo.Field.createdAt: now]) { $1 }, sent.account)
    try refreshingBadge(sent.key) { try $0.enqueue(sent.key, account: sent.account) }
  }

  /// Merges a record that the server had lost and somebody recreated, from another state or the same. There is no known
  /// common base. Where the two differ, the local values win if they are pending or were modified later, otherwise the
  /// server's; the other ones are listed as conflicts.
  mutating func reconcile(
    _ record: RemoteRecord, _ remote: RecordFields, with local: SyncRecordReader.Local,
    _ isPending: Bool, _ account: AccountID
  ) throws {
    let key = record.key
    let isOurs =
      try maySend(key, account)
      && (isPending || Self.isModified(local.fields, after: remote))
    var kept = local.fields
    for (name, value) in remote where !isOurs || name == Todo.Field.createdAt {
      kept[name] = value
    }
    // Nobody knows which side removed a member, so all members stay.
    if try maySend(key, account) {
      for (name, value) in remote {
        guard let ours = local.fields[name]?.members, let theirs = value.members else { continue }
        kept[name] = .set(SetLimits.bounded(ours.union(theirs)))
      }
    }
    let isMerged = remote.contains { $0.value.members != nil && kept[$0.key] != $0.value }
    let gaveWay = (isOurs ? remote : local.fields).filter { name, value in
      !Self.unlisted.contains(name) && value.members == nil && remote[name] != nil
        && kept[name] != value
    }
    if !gaveWay.isEmpty, key.kind != .member {
      try noteConflict(key, account, local.title, lost: gaveWay, kept: kept)
    }
    try refreshBadge(key) { try SyncBaseTable(db: $0, account: account).set(record) }
    try put(key, kept, account)
    if isOurs || isMerged, !isPending {
      try refreshingBadge(key) { work in
        try work.enqueue(key, account: account)
      }
    }
  }

  /// Fields that nobody typed; they are not listed as conflicts.
  private static let unlisted = [
    Todo.Field.createdAt, Todo.Field.modifiedAt, Todo.Field.position,
  ]

  private static func isModified(_ fields: RecordFields, after others: RecordFields) -> Bool {
    guard let ours = fields.timestamp(Todo.Field.modifiedAt),
      let theirs = others.timestamp(Todo.Field.modifiedAt)
    else { return false }
    return ours > theirs
  }
}

extension RemoteRecord {
  /// Whether the server read the record before the known state existed: a later answer has overtaken it, or it belongs
  /// to another request. Without a time of reading, the versions decide.
  func wasRead(before known: RecordVersion) -> Bool {
    if let readAt, let present = known.ordinal { return readAt < present }
    return version?.isOlder(than: known) ?? false
  }

  /// Whether the deletion was inferred, because the record was missing on a server without tombstones. If the record is
  /// there again, it was elsewhere in the meantime, most often in another list, and has its old values.
  var isDeletionGuessed: Bool { state == .deleted && version?.ordinal == nil }

  /// Whether the record was deleted after a known state and then recreated.
  func isRecreated(after known: RecordVersion) -> Bool {
    guard let createdAt, let present = known.ordinal else { return false }
    return createdAt > present
  }
}
