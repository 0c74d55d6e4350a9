// Servers that lost something: documents, or what was written since a backup was made.

extension StoreTransaction {
  /// Whether a record can be sent: of a list of another person, only its to-dos and only by writers.
  func maySend(_ key: RecordKey, _ account: AccountID) throws -> Bool {
    guard let share = try TodoStore.share(of: account, db) else { return true }
    return share.role == .writer && key.kind == .todo
  }

  /// The server holds an older state than it had once. That becomes the base, and what is here is sent as
  /// far as it differs; so is a deletion.
  mutating func sendAgain(
    _ record: RemoteRecord, _ local: SyncRecordReader.Local?, _ isPending: Bool,
    _ account: AccountID
  ) throws {
    let key = record.key
    if case .unreadable = record.state { return }
    let wasDeleted = try SyncBaseTable(db: db, account: account).base(of: key)?.fields == nil
    try remark(key) { try SyncBaseTable(db: $0, account: account).set(record) }
    if let local, let createdAt = record.fields?[Todo.Field.createdAt] {
      // The one field that is never sent: the server's stands.
      try put(key, local.fields.merging([Todo.Field.createdAt: createdAt]) { $1 }, account)
    }
    if isPending { return }
    if local != nil || wasDeleted {
      try remarking(key) { work in
        try work.enqueue(key, account: account)
      }
    } else if let fields = record.fields {
      try put(key, fields, account)
    }
  }

  /// The server lost the record that is known here, and somebody made it anew, from another state or the
  /// same. Nothing tells what both came from: where they differ the one modified later stands, and the
  /// other's values can be taken back.
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
    let gaveWay = (isOurs ? remote : local.fields).filter { name, value in
      !Self.unlisted.contains(name) && remote[name] != nil && kept[name] != value
    }
    if !gaveWay.isEmpty, key.kind != .member {
      try noteConflict(key, account, local.title, lost: gaveWay, kept: kept)
    }
    try remark(key) { try SyncBaseTable(db: $0, account: account).set(record) }
    try put(key, kept, account)
    if isOurs, !isPending {
      try remarking(key) { work in
        try work.enqueue(key, account: account)
      }
    }
  }

  /// What nobody has typed.
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
  /// Whether the answer is about a time before a state was there that is known by now: it was overtaken
  /// on its way, or is not the answer to what was asked. Without the time of reading, the age of the state
  /// itself has to tell.
  func wasRead(before known: RecordVersion) -> Bool {
    if let readAt, let present = known.ordinal { return readAt < present }
    return version?.isOlder(than: known) ?? false
  }

  /// Whether the record was not there any more after a state that is known, and was written anew.
  func isMadeAnew(after known: RecordVersion) -> Bool {
    guard let createdAt, let present = known.ordinal else { return false }
    return createdAt > present
  }
}
