import Basics
import GRDB

// Members of lists.

extension TodoStore {
  /// The members of a list, in the order in which they were added.
  public func members(of list: ListID) async throws(StoreError) -> [ListMember] {
    try await read { db in
      try ListMember.fetch(
        db, "SELECT * FROM member WHERE listID = ? ORDER BY createdAt, id", [list.rawValue])
    }
  }

  /// Emits after each commit that changed the members of a list, and once at the start.
  public func memberChanges() -> AsyncStream<Void> {
    changeSignals { $0.touchesMembers || $0.isReload }
  }

  /// Makes a person a member of the user's list, or changes a member's role.
  /// - Parameter user: the person's user ID: not empty, without a slash, not the user's own,
  ///     ``ListMember/maximumUserBytes`` at most.
  /// - Throws: ``StoreError/missing`` if the list is gone or kept on this computer only,
  ///   ``StoreError/notAllowed`` if it is not the user's or the person cannot take part.
  public func setMember(_ user: String, of id: ListID, as role: ListRole)
    async throws(StoreError)
  {
    try await transaction { work in
      guard let list = try work.list(id), let account = list.account else {
        throw StoreError.missing
      }
      try work.requireWriting(in: account, isContent: false)
      guard let own = try Self.account(account, work.db), !own.user.isExactly(user),
        !user.isEmpty, !user.containsExactly("/"),
        user.utf8.count <= ListMember.maximumUserBytes
      else { throw StoreError.notAllowed }
      let now = work.environment.now()
      let before = try work.member(ListMember.id(of: user, in: id))
      guard before?.role != role else { return }
      try work.set(
        ListMember(
          account: account, list: id, user: user, role: role, listName: list.name,
          createdAt: before?.createdAt ?? now, modifiedAt: now), outbox: .edit)
    }
  }

  /// Removes a member from the user's list. Doing it twice changes nothing.
  /// - Throws: ``StoreError/notAllowed`` if the list is not the user's.
  public func removeMember(_ user: String, of id: ListID) async throws(StoreError) {
    try await transaction { work in
      guard let member = try work.member(ListMember.id(of: user, in: id)) else { return }
      try work.requireWriting(in: member.account, isContent: false)
      try work.delete(member, outbox: .edit)
    }
  }

  /// Leaves a list of another person. The list is removed here once the server has acknowledged.
  /// - Throws: ``StoreError/missing`` if the list is gone, ``StoreError/notAllowed`` if it is the user's.
  public func leaveList(_ id: ListID) async throws(StoreError) {
    try await transaction { work in
      guard let account = try work.list(id)?.account else { throw StoreError.missing }
      guard try Self.share(of: account, work.db) != nil,
        let own = try Self.account(account, work.db)
      else { throw StoreError.notAllowed }
      guard let member = try work.member(ListMember.id(of: own.user, in: id)) else {
        throw StoreError.missing
      }
      // Leaving cannot be undone: only the owner can invite the user back.
      work.undoStepBuilder = nil
      try work.delete(member, outbox: .edit)
      try work.setShown(id, false)
    }
  }

  /// Lists of other people that are no longer shared with the user, as it happens.
  public func revocations() -> AsyncStream<[ShareRevocation]> {
    let (stream, continuation) = AsyncStream<[ShareRevocation]>.makeStream()
    let hub = hub
    let number = hub.makeNumber()
    hub.add({ if !$0.revocations.isEmpty { continuation.yield($0.revocations) } }, as: number)
    continuation.onTermination = { _ in hub.remove(number) }
    return stream
  }
}
