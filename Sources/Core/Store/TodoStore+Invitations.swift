import Basics
import GRDB

// Invitations into lists of other people, and the user's answers.

extension TodoStore {
  /// The unanswered invitations, and those whose acceptance the server does not know yet, sorted by person
  /// and list. Those of blocked people are left out. See ``memberChanges()``.
  public func invitations() async throws(StoreError) -> [Invitation] {
    try await read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT syncBase.account, syncBase.record, syncBase.fields, \(Self.isUnanswered)
              FROM syncBase JOIN account ON account.id = syncBase.account
              WHERE \(Self.isUnanswered) OR \(Self.isComing) ORDER BY 1, 2
            """)
      ).compactMap { try Self.invitation($0) }
    }
  }

  private static func invitation(_ row: Row) throws -> Invitation? {
    let account = AccountID(rawValue: row[0])
    let fields = try StoredFields.decode(row[2])
    guard let owner = RecordKey(kind: .membership, id: row[1]).sharedBy?.owner,
      let member = ListMember(
        account: account, fields: fields, now: Timestamp(milliseconds: 0))
    else { return nil }
    return Invitation(
      id: .init(account: account, owner: owner, list: member.list),
      listName: member.listName ?? "", role: member.role, isAccepted: !(row[3] as Bool))
  }

  /// Accepts an invitation: the list appears when the server knows. Does nothing if it was withdrawn.
  public func accept(_ id: Invitation.ID) async throws(StoreError) {
    try await answer(id, .accepted)
  }

  /// Declines an invitation: it is not shown again on any of the user's devices, unless it is withdrawn and
  /// sent anew.
  public func decline(_ id: Invitation.ID) async throws(StoreError) {
    try await answer(id, .declined)
  }

  private func answer(_ id: Invitation.ID, _ choice: Consent.Choice) async throws(StoreError) {
    try await transaction { work in
      guard try work.invitation(into: id.list, of: id.owner, id.account)?.fields != nil else {
        return
      }
      try work.answer(id.owner, id.list, choice, id.account)
    }
  }

  /// Blocks all further invitations from a person. Lists of that person that were accepted stay.
  public func block(_ user: String, in account: AccountID) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try work.answer(user, nil, .blocked, account)
    }
  }

  /// Unblocks a person, and shows the invitations they sent meanwhile.
  public func unblock(_ user: String, in account: AccountID) async throws(StoreError) {
    try await transaction { work in
      guard let consent = try work.consent(Consent.id(of: user, nil), account) else { return }
      try work.delete(consent, outbox: .edit)
    }
  }

  /// The blocked people, in the order in which they were blocked.
  public func blocked() async throws(StoreError) -> [Consent] {
    try await read { db in
      try Consent.fetch(
        db, "SELECT * FROM consent WHERE choice = 'blocked' ORDER BY createdAt, account, id")
    }
  }

  // MARK: Reading by name

  /// The user's memberships in the lists that were accepted, whether they are known here or not.
  public func acceptedMemberships(of account: AccountID) async throws(StoreError) -> [RecordKey] {
    try await read { db in
      guard let user = try Self.account(account, db)?.user else { return [] }
      return try Consent.fetch(
        db, "SELECT * FROM consent WHERE account = ? AND choice = 'accepted' ORDER BY id",
        [account.rawValue]
      ).compactMap { consent in
        consent.list.map { list in
          RecordKey.membership(owner: consent.user, member: ListMember.id(of: user, in: list))
        }
      }
    }
  }

  /// Those of some memberships that are not known here and would not be kept if they were read: of blocked people, or
  /// unanswered ones above the limit. None while there is room for all that are not known.
  public func unwantedInvitations(among keys: [RecordKey], of account: AccountID)
    async throws(StoreError) -> Set<RecordKey>
  {
    let environment = environment
    return try await read { db in
      try StoreTransaction(db: db, environment: environment)
        .unwantedInvitations(among: keys, account)
    }
  }

  // MARK: Conditions

  /// The condition that a row of `syncBase`, joined with its account, is an unanswered invitation by somebody
  /// who is not blocked.
  ///
  /// The record's name is `owner/list:user`, that of an answer `owner:list` or `owner:`. Two different pairs of names
  /// may give the same name of an answer, so owner and list are compared too; the name is for the index.
  static let isUnanswered = """
    (syncBase.kind = 'membership' AND syncBase.fields IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM consent WHERE consent.account = syncBase.account
        AND consent.id IN (\(inviter) || ':' || \(invitedList), \(inviter) || ':')
        AND consent.user = \(inviter)
        AND (consent.listID IS NULL OR consent.listID = \(invitedList))))
    """

  /// The condition that the user has accepted and the list is not here yet.
  private static let isComing = """
    (syncBase.kind = 'membership' AND syncBase.fields IS NOT NULL
      AND EXISTS (SELECT 1 FROM consent WHERE consent.account = syncBase.account
        AND consent.id = \(inviter) || ':' || \(invitedList) AND consent.user = \(inviter)
        AND consent.listID = \(invitedList) AND consent.choice = 'accepted')
      AND NOT EXISTS (SELECT 1 FROM account AS share WHERE share.parent = syncBase.account
        AND share.owner = \(inviter) AND share.sharedList = \(invitedList)))
    """

  private static let inviter = "substr(syncBase.record, 1, instr(syncBase.record, '/') - 1)"

  private static let invitedList = """
    substr(syncBase.record, instr(syncBase.record, '/') + 1,
      length(syncBase.record) - instr(syncBase.record, '/') - length(account.user) - 1)
    """
}

extension StoreTransaction {
  /// Writes the user's answer to a person, or to the invitation into a list.
  mutating func answer(
    _ user: String, _ list: ListID?, _ choice: Consent.Choice, _ account: AccountID
  ) throws {
    let now = environment.now()
    let before = try consent(Consent.id(of: user, list), account)
    // Two different pairs of names may give the same identifier.
    if let before, !before.user.isExactly(user) || before.list != list {
      throw StoreError.notAllowed
    }
    guard before?.choice != choice else { return }
    let wasFull = try unansweredCount(account) >= Self.invitationLimit
    try set(
      Consent(
        account: account, user: user, list: list, choice: choice, snoozes: before?.snoozes ?? [],
        createdAt: before?.createdAt ?? now, modifiedAt: now), outbox: .edit)
    if wasFull { try readInvitationsAgain(account) }
  }

  /// Reads all invitations again, because some that were not kept before may be kept now.
  func readInvitationsAgain(_ account: AccountID) throws {
    try db.run(
      "UPDATE syncCursor SET token = NULL WHERE account = ? AND kind = 'membership'",
      [account.rawValue])
  }
}
