import Basics

// Which values remain when both sides have changed a record: the bases, what was sent and the former values tell.

extension StoreTransaction {
  /// Merges a live record of the server into the local one, and lists the values that are lost.
  mutating func merge(
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
  mutating func mergeDeletion(
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
}
