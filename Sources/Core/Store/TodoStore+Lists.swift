import Basics
import GRDB

extension TodoStore {
  /// Creates a list at the end of the main list.
  /// - Parameters:
  ///   - typed: what a person typed; see ``ListNaming/name(for:used:)`` for the rules.
  ///   - place: where it is kept.
  /// - Throws: ``StoreError/nameReserved(_:)``, ``StoreError/textTooLong(limit:)``.
  @discardableResult
  public func addList(named typed: String, to place: ListPlace = .firstAccount)
    async throws(StoreError) -> TodoList
  {
    try await transaction { try Self.addList(named: typed, to: place, in: &$0) }
  }

  /// Renames a list; its current name changes nothing.
  /// - Throws: ``StoreError/nameReserved(_:)``, ``StoreError/textTooLong(limit:)``,
  ///   ``StoreError/missing``.
  @discardableResult
  public func renameList(_ id: ListID, to typed: String) async throws(StoreError) -> TodoList {
    try await transaction { work in
      guard var list = try work.list(id) else { throw StoreError.missing }
      try work.requireWriting(in: list.account, isContent: false)
      let before = list
      if typed.isExactly(before.name) { return before }
      let used = Set(try Self.lists(work.db).filter { $0.id != id }.map(\.name))
      list.name = try work.environment.naming.name(for: typed, used: used)
      guard !list.name.isExactly(before.name) else { return before }
      list.modifiedAt = work.environment.now()
      try work.update(list, from: before)
      list = try work.separateFromFirst(list)
      try work.enqueue(list)
      return list
    }
  }

  /// Changes how a list looks and how its to-dos are ordered; its name changes with ``renameList(_:to:)``.
  /// - Parameter change: sets colour, emoji, order or position. Runs on another thread.
  /// - Throws: ``StoreError/unsuitable`` for what is no colour or emoji, ``StoreError/missing``,
  ///   ``StoreError/notAllowed``, and what `change` throws.
  public func editList(
    _ id: ListID, _ change: @escaping @Sendable (inout TodoList) throws -> Void
  ) async throws(StoreError) {
    try await transaction { work in
      guard let before = try work.list(id) else { throw StoreError.missing }
      try work.requireWriting(in: before.account, isContent: false)
      var list = before
      try change(&list)
      list.name = before.name
      list.account = before.account
      // What another program chose may stay.
      if !list.colour.isExactly(before.colour), let colour = list.colour {
        guard ListLook.isColour(colour) else { throw StoreError.unsuitable }
      }
      if !list.emoji.isExactly(before.emoji), let emoji = list.emoji {
        guard ListLook.isEmoji(emoji) else { throw StoreError.unsuitable }
      }
      guard list != before else { return }
      list.modifiedAt = work.environment.now()
      try work.update(list, from: before)
      try work.enqueue(list)
    }
  }

  /// Deletes a list with all its to-dos; copies stay in the trash.
  /// - Throws: ``StoreError/missing``.
  public func deleteList(_ id: ListID) async throws(StoreError) {
    try await transaction { work in
      guard let list = try work.list(id) else { throw StoreError.missing }
      try work.requireWriting(in: list.account, isContent: false)
      let number = try work.keepInTrash(list, .deleted)
      for todo in try Todo.fetch(work.db, "SELECT * FROM todo WHERE listID = ?", [id.rawValue]) {
        try work.keepInTrash(todo, .deleted, listTrash: number)
        try work.delete(todo, outbox: .listDeletion)
      }
      for member in try work.members(of: id) {
        try work.delete(member, outbox: .listDeletion)
      }
      try work.delete(list)
      try work.enqueue(list)
    }
  }

  /// How many to-dos, open and done, a list holds.
  public func todoCount(in id: ListID) async throws(StoreError) -> Int {
    try await read { try $0.number("SELECT COUNT(*) FROM todo WHERE listID = ?", [id.rawValue]) }
  }

  static func addList(
    named typed: String, to place: ListPlace = .firstAccount, in work: inout StoreTransaction
  ) throws -> TodoList {
    let now = work.environment.now()
    let account: AccountID? =
      switch place {
      case .firstAccount: try accounts(work.db).first?.id
      case .thisComputer: nil
      // A place beside a shared list means the member's account.
      case .account(let id): try isSetUp(id.root, work.db) ? id.root : nil
      }
    let existing = try lists(work.db)
    let list = TodoList(
      id: ListID(rawValue: work.environment.makeID()), account: account,
      name: try work.environment.naming.name(for: typed, used: Set(existing.map(\.name))),
      // A list with a very long key is not moved: the key may be another person's.
      position: PositionKey.next(
        after: existing.last { PositionKey.hasRoom(after: $0.position) }?.position, at: now),
      createdAt: now,
      modifiedAt: now)
    try work.insert(list)
    try work.enqueue(list)
    return list
  }
}
