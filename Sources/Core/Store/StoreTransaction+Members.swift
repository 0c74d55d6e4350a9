import Basics
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

  /// The assignee of a to-do after a move. The user stays assigned, under the user ID in the new account; another
  /// person stays assigned only if they take part in the new list.
  func assignee(_ user: String?, from source: AccountID?, in list: TodoList) throws -> String? {
    guard let user else { return nil }
    let here = try TodoStore.user(of: list.account, db)
    if user.isExactly(try TodoStore.user(of: source, db)) { return here.isEmpty ? nil : here }
    let owner = try list.account.flatMap { try TodoStore.share(of: $0, db)?.owner }
    let others = try members(of: list.id).map(\.user) + [here, owner].compactMap(\.self)
    return others.contains { $0.isExactly(user) } ? user : nil
  }

  /// Writes a membership, new or changed.
  mutating func set(_ member: ListMember, outbox reason: OutboxReason?) throws {
    let before = undoStepBuilder == nil ? nil : try self.member(member.id)
    try db.run(
      """
      INSERT INTO member (id, account, listID, user, role, listName, createdAt, modifiedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET account = excluded.account, role = excluded.role,
          listName = excluded.listName, createdAt = excluded.createdAt, modifiedAt = excluded.modifiedAt
      """,
      [
        member.id, member.account.rawValue, member.list.rawValue, member.user,
        member.role.rawValue, member.listName, member.createdAt.milliseconds,
        member.modifiedAt.milliseconds,
      ])
    change.touchesMembers = true
    record(from: before, to: member)
    if let reason {
      try enqueue(RecordKey(kind: .member, id: member.id), account: member.account, reason)
    }
  }

  mutating func delete(_ member: ListMember, outbox reason: OutboxReason?) throws {
    try db.run("DELETE FROM member WHERE id = ?", [member.id])
    change.touchesMembers = true
    record(from: member, to: nil)
    if let reason {
      try enqueue(RecordKey(kind: .member, id: member.id), account: member.account, reason)
    }
  }

  /// Remembers the deletion of a list of which the server knows members, but no state, so that no tombstone remains. If
  /// another device changes a member's role now, the membership ends with the list all the same.
  func noteUnsentDeletion(of list: TodoList) throws {
    guard let account = list.account else { return }
    let bases = SyncBaseTable(db: db, account: account)
    guard try bases.base(of: list.key) == nil,
      try ["syncBase", "inFlightWrite"].contains(where: { table in
        try db.number(
          """
          SELECT EXISTS (SELECT 1 FROM \(table) WHERE account = ?1 AND kind = 'member'
            AND substr(record, 1, length(?2)) = ?2)
          """, [account.rawValue, ListMember.id(of: "", in: list.id)]) == 1
      })
    else { return }
    try bases.noteDeletion(of: list.key, list.fields)
  }

  /// A list that the user wanted to leave is shown again if the user is still a member after all.
  mutating func showAgain(_ member: ListMember) throws {
    guard try TodoStore.share(of: member.account, db) != nil,
      try TodoStore.account(member.account, db)?.user.isExactly(member.user) == true
    else { return }
    try setShown(member.list, true)
  }

  // MARK: What the user may do

  /// Checks that the user may write to an account.
  /// - Parameter isContent: whether a to-do is written, as writers may, and not the list itself.
  /// - Throws: ``StoreError/notAllowed``.
  func requireWriting(in account: AccountID?, isContent: Bool = true) throws {
    guard let account, let share = try TodoStore.share(of: account, db) else { return }
    guard isContent, share.role == .writer else { throw StoreError.notAllowed }
  }

  /// Checks that the user may write to a list.
  /// - Parameter isContent: whether one of its to-dos is written, and not the list itself.
  /// - Throws: ``StoreError/notAllowed``.
  func requireWriting(in list: TodoList, isContent: Bool = true) throws {
    try requireWriting(in: list.account, isContent: isContent)
    try requireUnlocked(list.id, list.account)
  }

  /// Checks that the user may write a to-do.
  /// - Throws: ``StoreError/notAllowed``.
  func requireWriting(of todo: Todo) throws {
    try requireWriting(in: todo.account)
    try requireUnlocked(todo.listID, todo.account)
  }

  private func requireUnlocked(_ list: ListID, _ account: AccountID?) throws {
    if try TodoStore.isLocked(list, account, db) { throw StoreError.notAllowed }
  }
}

extension TodoStore {
  /// Whether the server lets the user only read a list of the user's own account (CalDAV).
  static func isLocked(_ list: ListID, _ account: AccountID?, _ db: Database) throws -> Bool {
    try says("isReadOnly", of: list, account, db)
  }

  /// Whether a list is another person's, although it is in the user's own account (CalDAV). The person who shares a
  /// calendar chooses its name and position, so neither may draw a to-do away from the user's own lists.
  static func isForeign(_ list: ListID, _ account: AccountID?, _ db: Database) throws -> Bool {
    try says("isForeign", of: list, account, db)
  }

  /// Whether an account's server has set a property of one of its lists.
  private static func says(
    _ column: StaticString, of list: ListID, _ account: AccountID?, _ db: Database
  ) throws -> Bool {
    guard let account else { return false }
    return try Int.fetchOne(
      db.statement(
        """
        SELECT 1 FROM remoteResource
          WHERE account = ? AND kind = 'list' AND record = ? AND \(column) = 1
        """, [account.rawValue, list.rawValue])) != nil
  }
}
