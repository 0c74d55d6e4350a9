import Basics
import GRDB

// Restores copies of records from a list that another person no longer shares.
//
// The record may still exist in its owner's tree under the same identifier. If the user is invited again, a
// record of the user's own with that identifier would collide with it, so the copy gets a new one.

extension StoreTransaction {
  /// Whether a record belonged to a list of another person that is no longer shared.
  func isOfFormerShare(_ key: RecordKey, _ fields: RecordFields, _ account: AccountID?) throws
    -> Bool
  {
    guard let account, account.root != account else { return false }
    guard key.kind == .todo, case .string(let name)? = fields[Todo.Field.listID] else {
      return true
    }
    return try list(ListID(rawValue: name))?.account != account
  }

  /// Recreates a record as one of the user's own.
  /// - Parameters:
  ///   - account: where it was; nil if that is not known.
  ///   - listName: the name of the to-do's list.
  mutating func putBackAsOwn(
    _ key: RecordKey, _ fields: RecordFields, from account: AccountID?, listName: String?
  ) throws {
    switch key.kind {
    case .list:
      guard case .string(let name)? = fields[TodoList.Field.name] else { return }
      _ = try ownList(named: name)
    case .todo:
      let now = environment.now()
      let own = ownID(TodoID(rawValue: key.id))
      // Another copy of the same to-do may be back already.
      let id = try self.todo(own) == nil ? own : TodoID(rawValue: environment.makeID())
      guard var todo = Todo(id: id, account: nil, fields: fields, now: now) else { return }
      let list = try ownList(named: listName)
      todo.listID = list.id
      todo.account = list.account
      if let parent = todo.parent, try self.todo(parent)?.listID != list.id {
        todo.parent = ownID(parent)
      }
      // The owner and other members take no part in the user's own list.
      todo.assignee = try assignee(todo.assignee, from: account?.root, in: list)
      todo.modifiedAt = now
      try insert(todo, outbox: .edit)
    case .member, .membership, .consent: return
    }
  }

  /// The identifier under which a to-do is restored as one of the user's own, the same for all that refer to it.
  private mutating func ownID(_ id: TodoID) -> TodoID {
    if let known = ownIDs[id] { return known }
    let own = TodoID(rawValue: environment.makeID())
    ownIDs[id] = own
    return own
  }

  /// The user's own list with exactly this name, or else with a name that looks the same; without a name, the first own
  /// list. Created if there is none.
  private mutating func ownList(named name: String?) throws -> TodoList {
    let own = try TodoStore.lists(db).filter { list in
      guard let account = list.account else { return true }
      return try TodoStore.share(of: account, db) == nil
        && !TodoStore.isForeign(list.id, account, db)
    }
    guard let name else { return try own.first ?? addFirstList() }
    // Two lists of a server may have names that differ only in their bytes. A new list may not.
    if let list = own.first(where: { $0.name.isExactly(name) })
      ?? own.first(where: { $0.name == name })
    {
      return list
    }
    do {
      return try TodoStore.addList(named: name, in: &self)
    } catch StoreError.nameReserved, StoreError.textTooLong {
      return try TodoStore.addList(named: environment.naming.firstList, in: &self)
    }
  }
}
