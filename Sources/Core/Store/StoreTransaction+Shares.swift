import Basics
import GRDB

// Lists of other people. Such a list is here from when the server knows the user's acceptance until the owner or the
// user ends it.

extension StoreTransaction {
  /// The most unanswered invitations that are kept for an account; when some are answered, the others are
  /// read again.
  static let invitationLimit = 100
  /// From this many memberships on, ended ones included, the end of one is not remembered.
  static let membershipLimit = 2_000

  private func membershipCount(_ account: AccountID) throws -> Int {
    try db.number(
      """
      SELECT COUNT(*) FROM syncBase INDEXED BY syncBase_order
        WHERE account = ? AND kind = 'membership'
      """, [account.rawValue])
  }

  // MARK: Answers

  func consent(_ id: String, _ account: AccountID) throws -> Consent? {
    try Consent.fetch(
      db, "SELECT * FROM consent WHERE account = ? AND id = ?", [account.rawValue, id]
    ).first
  }

  /// The last known state of the user's invitation into a list; nil if there is none.
  func invitation(into list: ListID, of owner: String, _ account: AccountID) throws
    -> RemoteRecord?
  {
    guard let user = try TodoStore.account(account, db)?.user else { return nil }
    let membership = RecordKey.membership(
      owner: owner, member: ListMember.id(of: user, in: list))
    return try SyncBaseTable(db: db, account: account).base(of: membership)
  }

  /// The answer to the invitation into a list.
  func consent(to list: ListID, of owner: String, _ account: AccountID) throws -> Consent? {
    // Two different pairs of names may give the same identifier.
    guard let consent = try consent(Consent.id(of: owner, list), account),
      consent.user.isExactly(owner), consent.list == list
    else { return nil }
    return consent
  }

  /// Writes an answer, new or changed.
  mutating func set(_ consent: Consent, outbox reason: OutboxReason?) throws {
    let before = try self.consent(consent.id, consent.account)
    try db.run(
      """
      INSERT INTO consent (id, account, user, listID, choice, snoozes, createdAt, modifiedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET choice = excluded.choice, snoozes = excluded.snoozes,
          createdAt = excluded.createdAt, modifiedAt = excluded.modifiedAt
      """,
      [
        consent.id, consent.account.rawValue, consent.user, consent.list?.rawValue,
        consent.choice.rawValue, StoredFields.encode(members: consent.snoozes.texts),
        consent.createdAt.milliseconds, consent.modifiedAt.milliseconds,
      ])
    change.touchesMembers = true
    try updateRinging(from: before, to: consent, isReceived: reason == nil)
    // Snoozes are recorded as changes of their to-do.
    if before?.choice != consent.choice { try record(from: before, to: consent) }
    if let reason { try enqueue(consent, reason) }
  }

  mutating func delete(_ consent: Consent, outbox reason: OutboxReason?) throws {
    try db.run(
      "DELETE FROM consent WHERE account = ? AND id = ?", [consent.account.rawValue, consent.id])
    // Invitations by blocked people were not kept.
    if consent.choice == .blocked { try readInvitationsAgain(consent.account) }
    change.touchesMembers = true
    try updateRinging(from: consent, to: nil, isReceived: reason == nil)
    try record(from: consent, to: nil)
    if let reason { try enqueue(consent, reason) }
  }

  private mutating func enqueue(_ consent: Consent, _ reason: OutboxReason) throws {
    try enqueue(RecordKey(kind: .consent, id: consent.id), account: consent.account, reason)
  }

  func isBlocked(_ user: String, _ account: AccountID) throws -> Bool {
    try consent(Consent.id(of: user, nil), account)?.choice == .blocked
  }

  // MARK: What the server reports

  /// Merges a membership of the user in a list of another person.
  mutating func mergeMembership(_ record: RemoteRecord, _ account: AccountID) throws {
    guard let (owner, _) = record.key.sharedBy else { return }
    let bases = SyncBaseTable(db: db, account: account)
    let known = try bases.base(of: record.key)
    let before = known?.fields
    // The answer was overtaken by a later one.
    if let version = known?.version, record.wasRead(before: version) { return }
    switch record.state {
    case .live(var fields):
      guard let user = try TodoStore.account(account, db)?.user,
        let member = ListMember(account: account, fields: fields, now: environment.now()),
        record.key == .membership(owner: owner, member: member.id), member.user.isExactly(user),
        try before != nil || isKept(invitationInto: member.list, of: owner, account)
      else { return }
      // A stranger's text, never sent back.
      if let name = member.listName {
        fields[ListMember.Field.listName] = .string(name.onOneLine(limit: Invitation.nameLimit))
      }
      if let before { try withdrawOldDecline(to: member, invitedBefore: before, by: owner) }
      try bases.set(RemoteRecord(key: record.key, state: .live(fields), version: record.version))
      change.touchesMembers = true
      try updateShare(SharedList(owner: owner, list: member.list), account)
    case .deleted:
      try bases.set(record)
      // Whether the server had lost the membership before it was ended.
      let isLost = known?.version.map(record.isRecreated) ?? false
      try endMembership(before, of: owner, account, isKeepingAll: isLost)
      // Strangers may write any number of these too.
      if try membershipCount(account) > Self.membershipLimit { try bases.forget(record.key) }
    case .absent:
      try bases.delete(record.key)
      // Nobody ended the membership: the server lost it, and perhaps data that only this computer has. The answer is
      // kept in case the owner sends the membership again.
      guard let list = invitedList(before) else { return }
      change.touchesMembers = true
      try removeShare(account.sharing(list, of: owner), isKeepingAll: true)
    case .unreadable: return
    }
  }

  /// Ends a membership, and withdraws the user's answer: it must not answer the next invitation into the same list.
  private mutating func endMembership(
    _ before: RecordFields?, of owner: String, _ account: AccountID, isKeepingAll: Bool
  ) throws {
    guard let list = invitedList(before) else { return }
    change.touchesMembers = true
    try withdrawConsent(to: list, of: owner, account)
    try removeShare(account.sharing(list, of: owner), isKeepingAll: isKeepingAll)
  }

  /// Withdraws a refusal that answered an earlier invitation, whose end was not read here: the user is asked again.
  private mutating func withdrawOldDecline(
    to member: ListMember, invitedBefore before: RecordFields, by owner: String
  ) throws {
    let createdAt = ListMember.Field.createdAt
    guard case .timestamp(let first)? = before[createdAt], first != member.createdAt,
      let consent = try consent(to: member.list, of: owner, member.account),
      consent.choice == .declined, consent.modifiedAt < member.createdAt
    else { return }
    try withdrawConsent(to: member.list, of: owner, member.account)
  }

  private func invitedList(_ membership: RecordFields?) -> ListID? {
    guard case .string(let id)? = membership?[ListMember.Field.listID] else { return nil }
    return ListID(rawValue: id)
  }

  private mutating func withdrawConsent(
    to list: ListID, of owner: String, _ account: AccountID
  ) throws {
    guard let consent = try consent(to: list, of: owner, account) else { return }
    try delete(consent, outbox: .edit)
  }

  /// Withdraws an answer to an invitation that is known to have ended: it would answer the next one.
  mutating func withdrawEndedConsent(to shared: SharedList, _ account: AccountID) throws {
    guard try invitation(into: shared.list, of: shared.owner, account)?.state == .deleted else {
      return
    }
    try withdrawConsent(to: shared.list, of: shared.owner, account)
  }

  /// Whether a new invitation is kept: not from blocked people, and only a limited number of unanswered ones.
  private func isKept(
    invitationInto list: ListID, of owner: String, _ account: AccountID
  ) throws -> Bool {
    if try consent(to: list, of: owner, account) != nil { return true }
    if try isBlocked(owner, account) { return false }
    return try unansweredCount(account) < Self.invitationLimit
  }

  /// The memberships that are not known here and would not be kept if they were read, see ``invitationLimit``. None while
  /// there is room for all that are not known.
  func unwantedInvitations(among keys: [RecordKey], _ account: AccountID) throws -> Set<RecordKey> {
    guard let user = try TodoStore.account(account, db)?.user else { return [] }
    let bases = SyncBaseTable(db: db, account: account)
    let unknown = try keys.filter {
      try $0.kind == .membership && bases.version(of: $0) == nil
    }
    var room = try Self.invitationLimit - unansweredCount(account)
    if unknown.count <= room { return [] }
    let suffix = ListMember.id(of: user, in: ListID(rawValue: ""))
    var unwanted: Set<RecordKey> = []
    for key in unknown {
      guard let (owner, member) = key.sharedBy, member.hasExactSuffix(suffix) else {
        unwanted.insert(key)
        continue
      }
      let list = String(decoding: member.utf8.dropLast(suffix.utf8.count), as: UTF8.self)
      if try consent(to: ListID(rawValue: list), of: owner, account) != nil { continue }
      if room > 0, try !isBlocked(owner, account) {
        room -= 1
      } else {
        unwanted.insert(key)
      }
    }
    return unwanted
  }

  func unansweredCount(_ account: AccountID) throws -> Int {
    try db.number(
      """
      SELECT COUNT(*) FROM syncBase JOIN account ON account.id = syncBase.account
        WHERE syncBase.account = ? AND \(TodoStore.isUnanswered)
      """, [account.rawValue])
  }

  // MARK: Coming and going

  /// A list in the tree of another person.
  struct SharedList {
    let owner: String
    let list: ListID
  }

  /// The list of another person to whose invitation a record is the answer; nil for other records.
  func sharedList(of key: RecordKey, _ fields: RecordFields?, _ account: AccountID) throws
    -> SharedList?
  {
    guard key.kind == .consent else { return nil }
    let bases = SyncBaseTable(db: db, account: account)
    let known =
      try fields ?? SyncRecordReader(db: db, account: account).local(key)?.fields
      ?? bases.base(of: key)?.fields
    if case .string(let user)? = known?[Consent.Field.user],
      case .string(let list)? = known?[Consent.Field.listID]
    {
      return SharedList(owner: user, list: ListID(rawValue: list))
    }
    // The answer is gone here and on the server. Its identifier tells the list, if that is still here.
    return try db.rows(
      "SELECT owner, sharedList FROM account WHERE parent = ? AND owner || ':' || sharedList = ?",
      [account.rawValue, key.id]
    ) { SharedList(owner: $0.text(0), list: ListID(rawValue: $0.text(1))) }.first
  }

  /// Adds, removes or changes a shared list, according to the known invitation and answer.
  ///
  /// It is added when the server knows that the user has accepted, because until then the server refuses
  /// everything.
  mutating func updateShare(_ shared: SharedList, _ account: AccountID) throws {
    let bases = SyncBaseTable(db: db, account: account)
    let id = account.sharing(shared.list, of: shared.owner)
    guard try TodoStore.isSetUp(account, db) else { return }
    guard let fields = try invitation(into: shared.list, of: shared.owner, account)?.fields,
      let member = ListMember(account: account, fields: fields, now: environment.now()),
      let consent = try consent(to: shared.list, of: shared.owner, account),
      consent.choice == .accepted
    else { return try removeShare(id) }
    let agreed = try bases.base(of: RecordKey(kind: .consent, id: consent.id))?.fields
    let isAgreed = agreed?[Consent.Field.choice] == .string(Consent.Choice.accepted.rawValue)
    guard try isAgreed || TodoStore.isSetUp(id, db) else { return }
    try join(
      Account.Share(owner: shared.owner, list: shared.list, role: member.role), account,
      since: member.createdAt)
  }

  /// Adds a shared list when the server has acknowledged the acceptance, and ends the consent when it has
  /// acknowledged that the user leaves.
  mutating func followAnswer(to sent: PendingChange) throws {
    if let shared = try sharedList(of: sent.key, sent.fields, sent.account) {
      try updateShare(shared, sent.account)
    }
    guard sent.key.kind == .member, sent.operation == .delete,
      let share = try TodoStore.share(of: sent.account, db)
    else { return }
    try withdrawConsent(to: share.list, of: share.owner, sent.account.root)
  }

  /// Adds a list of another person, or changes the user's role in it.
  private mutating func join(
    _ share: Account.Share, _ account: AccountID, since: Timestamp
  ) throws {
    guard let parent = try TodoStore.account(account, db) else { return }
    let id = parent.sharing(share).id
    let isNew = try !TodoStore.isSetUp(id, db)
    let role = try TodoStore.share(of: id, db)?.role
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
    // The answer may have changed only in its snoozes.
    if role != share.role { change.reload() }
    change.touchesSync = true
    change.touchesMembers = true
    if isNew {
      try db.run("DELETE FROM syncBase WHERE account = ?", [id.rawValue])
      // A user who left it before wants to see it now.
      try db.run("DELETE FROM hiddenList WHERE list = ?", [share.list.rawValue])
    } else {
      // What was refused because of the old role may be accepted now.
      try db.run("DELETE FROM syncRetry WHERE account = ?", [id.rawValue])
      change.outboxAccounts.insert(id)
    }
  }

  /// Releases the to-dos that were refused in another person's list while it was deleted, once its owner has restored
  /// it. A restored list has a new creation time, so this works even if the deletion was never read.
  mutating func releaseQuarantined(
    in share: AccountID, for remote: RecordFields, after base: RemoteRecord?
  ) throws {
    guard try TodoStore.share(of: share, db) != nil,
      base?.fields?[TodoList.Field.createdAt] != remote[TodoList.Field.createdAt]
    else { return }
    try db.run("DELETE FROM syncRetry WHERE kind = 'todo' AND account = ?", [share.rawValue])
    guard db.changesCount > 0 else { return }
    change.touchesSync = true
    change.outboxAccounts.insert(share)
  }

  /// Releases a change that was refused while its record was in a list that the user cannot see, once the owner has
  /// moved the record back.
  mutating func releaseQuarantined(_ key: RecordKey, in share: AccountID) throws {
    guard try TodoStore.share(of: share, db) != nil else { return }
    try refreshBadge(key) { try TodoStore.setRetry(nil, key.kind.rawValue, key.id, share, $0) }
    change.touchesSync = true
    change.outboxAccounts.insert(share)
  }

  /// Removes a list of another person from this computer. Copies of what its owner does not have stay in the
  /// trash.
  /// - Parameter isKeepingAll: whether copies of everything else stay there too.
  mutating func removeShare(_ id: AccountID, isKeepingAll: Bool = false) throws {
    guard let share = try TodoStore.share(of: id, db) else { return }
    let waiting = try db.number(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE account = ? AND kind = 'todo'
        GROUP BY record)
      """, [id.rawValue])
    let name = try list(share.list)?.name
    // A user who left the list or hid it need not be told that it is gone.
    let isHidden = try isHidden(share.list)
    try removeContents(of: id, isKeepingAll: isKeepingAll)
    try db.run("DELETE FROM account WHERE id = ?", [id.rawValue])
    // If the user is invited again, the list is shown again.
    try db.run("DELETE FROM hiddenList WHERE list = ?", [share.list.rawValue])
    if let name, waiting > 0 || !isHidden {
      change.revocations.append(ShareRevocation(list: name, owner: share.owner, keptCount: waiting))
    }
  }

  /// Removes the contents of another person's list from this computer, and its sync state.
  mutating func removeContents(of id: AccountID, isKeepingAll: Bool = false) throws {
    try remove(id, reason: .unshared, isKeepingAll: isKeepingAll)
    for table in TodoStore.tablesOfAccount {
      try db.run("DELETE FROM \(table) WHERE account = ?", [id.rawValue])
    }
    change.reload()
    change.touchesSync = true
    change.touchesMembers = true
  }
}
