import Basics

// Writing the rows of records that were read from a server.

extension StoreTransaction {
  /// Writes a record as given, without an outbox entry. A row of another account with the same identifier is not
  /// changed. A to-do is not put into a list of another account: an existing one stays in its list, and a new one is
  /// shown when its own list arrives (docs/decisions/0034).
  mutating func put(_ key: RecordKey, _ fields: RecordFields, _ account: AccountID?) throws {
    if let holder = try holder(of: key), holder != account { return }
    let now = environment.now()
    switch key.kind {
    case .list:
      let id = ListID(rawValue: key.id)
      guard let new = TodoList(id: id, account: account, fields: fields, now: now) else { return }
      if let before = try list(id) {
        if before != new { try update(new, from: before) }
      } else {
        try insert(new)
        if let account { try revealTodos(in: id, account) }
      }
    case .todo:
      let id = TodoID(rawValue: key.id)
      guard var new = Todo(id: id, account: account, fields: fields, now: now) else { return }
      let present = try todo(id)
      if present?.listID != new.listID, try isList(new.listID, ofAnotherThan: account) {
        guard let present else { return }
        new.listID = present.listID
      }
      if let before = present {
        if before != new { try update(new, outbox: nil) }
      } else {
        try insert(new, outbox: nil)
      }
    case .member:
      guard let account, let new = ListMember(account: account, fields: fields, now: now),
        new.id.isExactly(key.id)
      else { return }
      let before = try member(key.id)
      if before == nil { try showAgain(new) }
      if before != new { try set(new, outbox: nil) }
    case .consent:
      guard let account, let new = Consent(account: account, fields: fields, now: now),
        new.id.isExactly(key.id)
      else { return }
      let before = try consent(key.id, account)
      if before != new { try set(new, outbox: nil) }
      // The device on which it was accepted may have kept an invitation that this one dropped.
      let isUnknown =
        try new.choice == .accepted && before?.choice != .accepted
        && new.list.map { try invitation(into: $0, of: new.user, account)?.fields == nil } == true
      if isUnknown { try readInvitationsAgain(account) }
    case .membership: return
    }
  }

  /// Removes a record that another device deleted; a copy of a to-do stays in the trash. A list stays until its to-dos
  /// have been reconciled, see ``TodoStore/reconcileLists(of:)``.
  mutating func removeDeletedElsewhere(_ key: RecordKey, _ account: AccountID) throws {
    if key.kind == .member, let member = try member(key.id) {
      return try delete(member, outbox: nil)
    }
    if key.kind == .consent, let consent = try consent(key.id, account) {
      return try delete(consent, outbox: nil)
    }
    guard key.kind == .todo, let todo = try todo(TodoID(rawValue: key.id)) else { return }
    try keepInTrash(todo, .deletedElsewhere)
    try delete(todo, outbox: nil)
  }
}
