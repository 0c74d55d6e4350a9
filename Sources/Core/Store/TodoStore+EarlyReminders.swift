import Basics
import GRDB

extension TodoStore {
  /// Lets reminders wait again that have rung before their time, because the clock was ahead: they are outdated until
  /// ``confirmWithdrawn(_:)``, and ring once more.
  public func waitAgain(_ ids: [Int64]) async throws(StoreError) {
    try await transaction { work in for id in ids { try work.waitAgain(id) } }
  }
}

extension StoreTransaction {
  fileprivate func waitAgain(_ number: Int64) throws {
    let row = try Row.fetchOne(
      db, sql: "SELECT todo, reminder, isSnooze, kind, at FROM rung WHERE number = ? AND state < 2",
      arguments: .stored([number]))
    guard let row, let todo = try todo(TodoID(rawValue: row[0])) else { return }
    let (reminder, isSnooze): (String, Bool) = (row[1], row[2])
    let (kind, at): (Int, Int64) = (row[3], row[4])
    let ringing = try ringings(of: todo).first {
      $0.reminder.text.isExactly(reminder) && $0.isSnooze == isSnooze
        && $0.time.kind.rawValue == kind && $0.time.at == at
    }
    guard let ringing else { return }
    try db.run(
      """
      INSERT OR REPLACE INTO ringing (todo, reminder, isSnooze, kind, at, shift, notBefore)
        VALUES (?, ?, ?, ?, ?, ?, 0)
      """, [todo.id.rawValue, reminder, isSnooze, kind, at, ringing.time.shift])
    // With another `at`, so that the reminder can be claimed once more.
    try db.run("UPDATE rung SET state = 2, at = -number WHERE number = ?", [number])
  }
}
