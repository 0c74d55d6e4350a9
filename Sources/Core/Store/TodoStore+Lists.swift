import Basics
import GRDB

extension TodoStore {
  /// Creates a list at the end of the main list.
  /// - Parameters:
  ///   - typed: what a person typed; see ``ListNaming/name(for:used:)`` for the rules.
  ///   - place: where it is kept.
  ///   - change: sets colour and emoji; see ``ListAppearanceRules``. Runs on another thread.
  /// - Throws: ``StoreError/nameReserved(_:)``, ``StoreError/textTooLong(limit:)``, ``StoreError/unsuitable`` for an
  ///   invalid colour or emoji.
  @discardableResult
  public func addList(
    named typed: String, to place: ListPlace = .firstAccount,
    _ change: @escaping @Sendable (inout TodoList) -> Void = { _ in }
  ) async throws(StoreError) -> TodoList {
    try await transaction { try Self.addList(named: typed, to: place, in: &$0, change) }
  }

  /// Changes a list: its name, its place, how it looks, how its to-dos are ordered.
  /// - Parameters:
  ///   - typed: the new name as a person typed it, as in ``addList(named:to:_:)``; nil keeps the name.
  ///   - place: where it is put among the lists of its account, on all devices; nil leaves it there.
  ///   - change: sets colour, emoji or order. Runs on another thread.
  /// - Throws: ``StoreError/nameReserved(_:)``, ``StoreError/textTooLong(limit:)``, ``StoreError/unsuitable`` for an
  ///   invalid colour or emoji and for a place beside a list of another account, ``StoreError/missing``,
  ///   ``StoreError/notAllowed``, and what `change` throws.
  @discardableResult
  public func editList(
    _ id: ListID, named typed: String? = nil, at place: ListPlacement? = nil,
    _ change: @escaping @Sendable (inout TodoList) throws -> Void = { _ in }
  ) async throws(StoreError) -> TodoList {
    try await transaction { work in
      guard let before = try work.list(id) else { throw StoreError.missing }
      try work.requireWriting(in: before, isContent: false)
      var list = before
      try change(&list)
      list.name = before.name
      list.account = before.account
      if let place, let position = try work.position(of: place, for: before) {
        list.position = position
      }
      try ListAppearanceRules.check(list, since: before)
      if let typed, !typed.isExactly(before.name) {
        let used = Set(try Self.lists(work.db).filter { $0.id != id }.map(\.name))
        list.name = try work.environment.naming.name(for: typed, used: used)
      }
      guard list != before else { return before }
      list.modifiedAt = work.environment.now()
      try work.update(list, from: before)
      if !list.name.isExactly(before.name) { list = try work.separateFromFirst(list) }
      try work.enqueue(list)
      return list
    }
  }

  /// Deletes a list with all its to-dos; copies stay in the trash.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``.
  public func deleteList(_ id: ListID) async throws(StoreError) {
    try await transaction { work in
      guard let list = try work.list(id) else { throw StoreError.missing }
      try work.requireWriting(in: list, isContent: false)
      let number = try work.keepInTrash(list, .deleted)
      for todo in try Todo.fetch(work.db, "WHERE listID = ?", [id.rawValue]) {
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
    named typed: String, to place: ListPlace = .firstAccount, in work: inout StoreTransaction,
    _ change: (inout TodoList) -> Void = { _ in }
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
    let plain = TodoList(
      id: ListID(rawValue: work.environment.makeID()), account: account,
      name: try work.environment.naming.name(for: typed, used: Set(existing.map(\.name))),
      position: PositionKey.next(behind: existing, at: now), createdAt: now,
      modifiedAt: now)
    var list = plain
    change(&list)
    try ListAppearanceRules.check(list, since: plain)
    try work.insert(list)
    try work.enqueue(list)
    return list
  }
}
