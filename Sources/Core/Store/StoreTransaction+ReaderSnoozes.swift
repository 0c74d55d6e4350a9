import Basics
import GRDB

// A user who may only read a list of another person stores snoozes in a record of their own: the answer to the
// invitation.

extension StoreTransaction {
  /// Puts off reminders of a to-do for the user: in the to-do or, where the user may only read it, in the user's answer to
  /// the invitation into its list.
  /// - Parameter change: gets the to-do as it rings for the user, and the user's ID; may change reminders and snoozes.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``, ``StoreError/tooMany(limit:)``.
  mutating func putOff(_ id: TodoID, _ change: (inout Todo, String) throws -> Void) throws {
    guard let stored = try todo(id) else { throw StoreError.missing }
    let user = try TodoStore.user(of: stored.account, db)
    let consent = try TodoStore.acceptance(of: stored.account, db)
    let before = stored.heard(by: user, with: consent?.snoozes ?? [])
    var after = before
    try change(&after, user)
    if let consent, try mayOnlyRead(stored) {
      // A to-do that cannot ring has nothing to put off.
      guard stored.mayRing else { throw StoreError.notAllowed }
      return try replace(of: stored, in: consent, user, from: before, to: after)
    }
    // Snoozes from before the user could write the to-do belong to the to-do from now on.
    if let consent, before != stored {
      try replace(of: stored, in: consent, user, from: before, to: stored)
    }
    try TodoStore.edit(id, in: &self) { todo in
      (todo.reminders, todo.snoozes) = (after.reminders, after.snoozes)
    }
  }

  private mutating func replace(
    of todo: Todo, in consent: Consent, _ user: String, from before: Todo, to after: Todo
  ) throws {
    var consent = consent
    let now = environment.now()
    let own = after.snoozes.subtracting(todo.snoozes).filter { $0.user.isExactly(user) }
    let old = consent.snoozes
    consent.snoozes.replace(of: todo.id, by: own, at: now)
    guard consent.snoozes != old else { return }
    guard own.allSatisfy({ ReaderSnooze($0, of: todo.id).map(consent.snoozes.contains) == true })
    else { throw StoreError.tooMany(limit: SetLimits.count) }
    consent.modifiedAt = now
    try set(consent, outbox: .edit)
    record(
      todo.key, todo.content, from: [Todo.Field.snoozes: .set(before.snoozes.texts)],
      to: [Todo.Field.snoozes: .set(after.snoozes.texts)])
  }

  /// Takes back a snooze of a to-do that the user may only read.
  /// - Returns: whether the change was such a snooze.
  mutating func takeBackSnooze(
    of todo: TodoID, from before: RecordFields, to after: RecordFields
  ) throws -> Bool {
    let name = Todo.Field.snoozes
    guard after.keys.elementsEqual([name]), let stored = try self.todo(todo),
      try mayOnlyRead(stored)
    else { return false }
    try putOff(todo) { todo, _ in
      let texts = FieldValue.set(todo.snoozes.texts)
        .takingBack(from: before[name], to: after[name])?.members
      if let texts { todo.snoozes = Set(texts: texts) }
    }
    return true
  }

  private func mayOnlyRead(_ todo: Todo) throws -> Bool {
    try todo.account.flatMap { try TodoStore.share(of: $0, db) }?.role == .reader
  }

  /// The reminders and snoozes of a to-do that may ring for the user.
  func ringings(of todo: Todo) throws -> Set<Todo.Ringing> {
    let user = try TodoStore.user(of: todo.account, db)
    return try heard(todo, by: user).ringings(for: user)
  }

  /// The to-do as it rings for the user, see ``Todo/heard(by:with:)``.
  func heard(_ todo: Todo, by user: String) throws -> Todo {
    todo.heard(by: user, with: try TodoStore.acceptance(of: todo.account, db)?.snoozes ?? [])
  }

  /// Keeps `ringing` and `rung` in step with what the user has snoozed in a list of another person.
  /// - Parameter isReceived: whether another device changed it.
  mutating func updateRinging(from before: Consent?, to after: Consent?, isReceived: Bool) throws {
    let (old, new) = (before?.snoozes ?? [], after?.snoozes ?? [])
    guard old != new, let consent = after ?? before, let list = consent.list else { return }
    let share = consent.account.sharing(list, of: consent.user)
    let user = try TodoStore.user(of: share, db)
    for id in Set(old.symmetricDifference(new).compactMap(\.todo)) {
      guard let todo = try todo(id), todo.account == share else { continue }
      try updateRinging(
        of: id, from: todo.heard(by: user, with: old).ringings(for: user),
        to: todo.heard(by: user, with: new).ringings(for: user), isReceived: isReceived)
    }
  }
}

extension TodoStore {
  /// The user's acceptance of a list of another person; nil for an account that is not a shared list.
  static func acceptance(of account: AccountID?, _ db: Database) throws -> Consent? {
    guard let account, case let root = account.root, root != account,
      let share = try share(of: account, db)
    else { return nil }
    let consents = try Consent.fetch(
      db, "SELECT * FROM consent WHERE account = ? AND id = ? AND choice = 'accepted'",
      [root.rawValue, Consent.id(of: share.owner, share.list)])
    // Two different pairs of names may give the same identifier.
    return consents.first { $0.user.isExactly(share.owner) && $0.list == share.list }
  }
}
