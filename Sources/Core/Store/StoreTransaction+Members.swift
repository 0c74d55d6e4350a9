import GRDB

extension StoreTransaction {
  // MARK: People in the user's lists

  func member(_ id: String) throws -> ListMember? {
    try ListMember.fetch(db, "SELECT * FROM member WHERE id = ?", [id]).first
  }

  func members(of list: ListID) throws -> [ListMember] {
    try ListMember.fetch(
      db, "SELECT * FROM member WHERE listID = ? ORDER BY createdAt, id", [list.rawValue])
  }

  /// Writes a membership, new or changed.
  mutating func set(_ member: ListMember, command: String?) throws {
    try db.run(
      """
      INSERT INTO member (id, account, listID, user, role, createdAt, modifiedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET account = excluded.account, role = excluded.role,
          createdAt = excluded.createdAt, modifiedAt = excluded.modifiedAt
      """,
      [
        member.id, member.account.rawValue, member.list.rawValue, member.user,
        member.role.rawValue, member.createdAt.milliseconds, member.modifiedAt.milliseconds,
      ])
    change.touchesMembers = true
    if let command {
      try enqueue(
        RecordKey(kind: .member, id: member.id), account: member.account, .upsert, command)
    }
  }

  mutating func delete(_ member: ListMember, command: String?) throws {
    try db.run("DELETE FROM member WHERE id = ?", [member.id])
    change.touchesMembers = true
    if let command {
      try enqueue(
        RecordKey(kind: .member, id: member.id), account: member.account, .delete, command)
    }
  }

  /// A list that the user wanted to leave is seen again when the user does take part in it after all.
  mutating func showAgain(_ member: ListMember) throws {
    guard try TodoStore.share(of: member.account, db) != nil,
      try TodoStore.account(member.account, db)?.user.isExactly(member.user) == true
    else { return }
    try db.run("DELETE FROM hiddenList WHERE list = ?", [member.list.rawValue])
    if db.changesCount > 0 { change.reload() }
  }

  // MARK: What the user may do

  /// Makes sure that the user may write what an account keeps.
  /// - Parameter isContent: whether it is a to-do, which writers may change, and not the list itself.
  /// - Throws: ``StoreError/notAllowed``.
  func requireWriting(in account: AccountID?, isContent: Bool = true) throws {
    guard let account, let share = try TodoStore.share(of: account, db) else { return }
    guard isContent, share.role == .writer else { throw StoreError.notAllowed }
  }

  // MARK: Lists of other people

  /// Merges what a server tells of the user's part in a list of another person.
  mutating func mergeMembership(_ record: RemoteRecord, _ account: AccountID) throws {
    guard let (owner, _) = record.key.sharedBy else { return }
    let bases = SyncBaseTable(db: db, account: account)
    let known = try bases.base(of: record.key)
    let before = known?.fields
    // It was overtaken on its way.
    if let version = known?.version, record.wasRead(before: version) { return }
    switch record.state {
    case .live(let fields):
      guard let member = ListMember(account: account, fields: fields, now: environment.now())
      else { return }
      try bases.set(record)
      try join(
        Account.Share(owner: owner, list: member.list, role: member.role), account,
        since: member.createdAt)
    case .deleted:
      try bases.set(record)
      if case .string(let list)? = before?[ListMember.Field.listID] {
        // The server had lost it before it was ended.
        let isLost = known?.version.map(record.isMadeAnew) ?? false
        try part(from: account.sharing(ListID(rawValue: list), of: owner), isKeepingAll: isLost)
      }
    case .absent:
      try bases.delete(record.key)
      if case .string(let list)? = before?[ListMember.Field.listID] {
        // Nobody has ended it: the server lost it, and perhaps what only this computer has.
        try part(from: account.sharing(ListID(rawValue: list), of: owner), isKeepingAll: true)
      }
    case .unreadable: return
    }
  }

  /// Sets up a list of another person, or takes over another role in it.
  private mutating func join(
    _ share: Account.Share, _ account: AccountID, since: Timestamp
  ) throws {
    guard let parent = try TodoStore.account(account, db) else { return }
    let id = parent.sharing(share).id
    let isNew = try !TodoStore.isSetUp(id, db)
    try db.run(
      """
      INSERT INTO account (id, service, createdAt, user, parent, owner, sharedList, role)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET role = excluded.role
      """,
      [
        id.rawValue, try TodoStore.encode(parent.service), since.milliseconds, parent.user,
        account.rawValue, share.owner, share.list.rawValue, share.role.rawValue,
      ])
    change.reload()
    change.touchesSync = true
    change.touchesMembers = true
    if isNew {
      try db.run("DELETE FROM syncBase WHERE account = ?", [id.rawValue])
      // Whoever left it once wants to see it now.
      try db.run("DELETE FROM hiddenList WHERE list = ?", [share.list.rawValue])
    } else {
      // What was refused for want of a role may be taken now.
      try db.run("DELETE FROM syncRetry WHERE account = ?", [id.rawValue])
      change.addsToOutbox = true
    }
  }

  /// Takes a list of another person from this computer. Copies of what its owner does not have stay in
  /// the trash.
  /// - Parameter isKeepingAll: whether copies of all the rest stay there too.
  mutating func part(from id: AccountID, isKeepingAll: Bool = false) throws {
    guard let share = try TodoStore.share(of: id, db) else { return }
    let waiting = try db.number(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE account = ? AND kind = 'todo'
        GROUP BY record)
      """, [id.rawValue])
    let name = try list(share.list)?.name
    // Whoever left the list, or does not look at it, knows or does not care that it is gone.
    let isHidden =
      try db.number(
        "SELECT EXISTS (SELECT 1 FROM hiddenList WHERE list = ?)", [share.list.rawValue]) == 1
    try remove(id, reason: .unshared, isKeepingAll: isKeepingAll)
    for table in TodoStore.tablesOfAccount {
      try db.run("DELETE FROM \(table) WHERE account = ?", [id.rawValue])
    }
    try db.run("DELETE FROM account WHERE id = ?", [id.rawValue])
    // Who is asked again sees the list again.
    try db.run("DELETE FROM hiddenList WHERE list = ?", [share.list.rawValue])
    change.reload()
    change.touchesSync = true
    change.touchesMembers = true
    if let name, waiting > 0 || !isHidden {
      change.partings.append(StoreParting(list: name, owner: share.owner, keptCount: waiting))
    }
  }
}
