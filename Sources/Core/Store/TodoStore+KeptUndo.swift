import FoundationEssentials
import GRDB
import Synchronization

// A command in a terminal ends before anybody knows whether it was a mistake, so its undo steps are kept in the file.
// The steps of a window end with the window.

extension TodoStore {
  /// How many steps are kept.
  public static let keptUndoSteps = 100

  /// Keeps what a command changed for ``undoKeptStep()``, and drops the oldest steps.
  public func keepUndoStep(_ step: UndoStep) async throws(StoreError) {
    try await transaction { work in
      let number = try work.db.number("SELECT COALESCE(MAX(step), 0) + 1 FROM commandEdit", [])
      for (place, edit) in step.edits.enumerated() {
        guard let kept = KeptEdit(edit) else { continue }
        try work.db.run(
          """
          INSERT INTO commandEdit
            (step, place, kind, record, title, change, account, listName, states)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            number, place, edit.key.kind.rawValue, edit.key.id, edit.title, kept.change.rawValue,
            kept.account?.rawValue, kept.listName, kept.states,
          ])
      }
      try work.db.run(
        "DELETE FROM commandEdit WHERE step <= ?", [number - Self.keptUndoSteps])
    }
  }

  /// Takes back the newest kept step, and forgets it.
  /// - Returns: the step, and what taking it back changed; nil if none is kept.
  /// - Throws: as ``undo(_:)``. A step with a record that the user may no longer write is forgotten; after any other
  ///   error it is kept.
  public func undoKeptStep() async throws(StoreError) -> (step: UndoStep, undone: UndoStep)? {
    let tried = TriedStep()
    do throws(StoreError) {
      return try await undoKeptStep(noting: tried)
    } catch {
      // If the step stayed, it would block undoing all earlier commands.
      if error == .notAllowed, let number = tried.number.withLock({ $0 }) {
        try await transaction { work in
          try work.db.run("DELETE FROM commandEdit WHERE step = ?", [number])
        }
      }
      throw error
    }
  }

  private func undoKeptStep(
    noting tried: TriedStep
  ) async throws(StoreError) -> (step: UndoStep, undone: UndoStep)? {
    try await transaction(isRecorded: true) { work in
      guard let number = try Int64.fetchOne(work.db, sql: "SELECT MAX(step) FROM commandEdit")
      else { return nil }
      tried.number.withLock { $0 = number }
      var step = UndoStep()
      let rows = try Row.fetchAll(
        work.db.statement(
          """
          SELECT kind, record, title, change, account, listName, states FROM commandEdit
            WHERE step = ? ORDER BY place
          """, [number]))
      for row in rows { step.edits.append(try KeptEdit.edit(row)) }
      try work.takeBack(step)
      try work.db.run("DELETE FROM commandEdit WHERE step = ?", [number])
      return (step, work.undoStepBuilder?.step ?? UndoStep())
    }
  }
}

/// The number of the step that a transaction has tried to take back.
private final class TriedStep: Sendable {
  let number = Mutex<Int64?>(nil)
}

/// A change of a record in the form in which it is kept.
private struct KeptEdit {
  enum Change: Int64 {
    case added, changed, deleted, member
  }

  let change: Change
  var account: AccountID?
  var listName: String?
  var states: Data?

  /// Nil for changes that no command in a terminal makes.
  init?(_ edit: UndoStep.Edit) {
    switch edit.change {
    case .added: change = .added
    case .changed(let before, let after):
      change = .changed
      states = StoredFields.encode([before, after])
    case .deleted(let copy):
      change = .deleted
      (account, listName, states) = (copy.account, copy.listName, copy.fields)
    case .member(let before, let after):
      change = .member
      account = (before ?? after)?.account
      let none = RecordFields()
      states = StoredFields.encode([before?.fields ?? none, after?.fields ?? none])
    case .answer, .shown, .copy: return nil
    }
  }

  static func edit(_ row: Row) throws -> UndoStep.Edit {
    let damaged = StoreError.damaged(detail: "a kept undo step")
    guard let kind = RecordKind(rawValue: row[0]), let change = Change(rawValue: row[3]) else {
      throw damaged
    }
    let states = row[6] as Data?
    let account = (row[4] as String?).map(AccountID.init(rawValue:))
    let made: UndoStep.Edit.Change
    switch change {
    case .added: made = .added
    case .changed:
      let both = try StoredFields.decodeStates(states ?? Data())
      guard both.count == 2 else { throw damaged }
      made = .changed(before: both[0], after: both[1])
    case .deleted:
      guard let states else { throw damaged }
      made = .deleted(
        .init(account: account, listName: row[5], fields: states))
    case .member:
      let both = try StoredFields.decodeStates(states ?? Data())
      guard both.count == 2, let account else { throw damaged }
      let members = both.map { ListMember(account: account, fields: $0, now: TodoList.never) }
      made = .member(before: members[0], after: members[1])
    }
    return UndoStep.Edit(key: RecordKey(kind: kind, id: row[1]), title: row[2], change: made)
  }
}
