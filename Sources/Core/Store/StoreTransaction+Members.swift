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

  /// Writes a membership, new or changed.
  mutating func set(_ member: ListMember, outbox reason: OutboxReason?) throws {
    let before = undoStep == nil ? nil : try self.member(member.id)
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

  /// A list that the user wanted to leave is shown again if the user is still a member after all.
  mutating func showAgain(_ member: ListMember) throws {
    guard try TodoStore.share(of: member.account, db) != nil,
      try TodoStore.account(member.account, db)?.user.isExactly(member.user) == true
    else { return }
    try db.run("DELETE FROM hiddenList WHERE list = ?", [member.list.rawValue])
    if db.changesCount > 0 { change.reload() }
  }

  // MARK: What the user may do

  /// Checks that the user may write to an account.
  /// - Parameter isContent: whether a to-do is written, which writers may do, and not the list itself.
  /// - Throws: ``StoreError/notAllowed``.
  func requireWriting(in account: AccountID?, isContent: Bool = true) throws {
    guard let account, let share = try TodoStore.share(of: account, db) else { return }
    guard isContent, share.role == .writer else { throw StoreError.notAllowed }
  }
}
