import Core

/// Rows that were moved and whose commits are not heard of yet: they stand where they go, so that the next key finds
/// them there.
struct TodoMoves {
  private struct Move {
    /// How many commands have not ended.
    var running = 0
    /// Of how many no commit has been heard.
    var unheard = 0
    var parent: TodoID?
    var position: String
    /// The row as it is on screen.
    var shown: TodoRow
    /// The row as it is stored, as far as that has been heard.
    var stored: TodoRow

    /// Shows a row where it goes.
    mutating func show(_ row: TodoRow) {
      shown = row
      (shown.parent, shown.position) = (parent, position)
    }
  }

  private var moves: [TodoID: Move] = [:]

  /// A row goes on its way.
  /// - Returns: the row as it is to be shown.
  mutating func begin(_ row: TodoRow, below parent: TodoID?, at position: String) -> TodoRow {
    var move =
      moves[row.id] ?? Move(parent: parent, position: position, shown: row, stored: row)
    move.running += 1
    move.unheard += 1
    (move.parent, move.position) = (parent, position)
    move.show(row)
    moves[row.id] = move
    return move.shown
  }

  /// The row on screen of a to-do that is on its way.
  func shown(_ id: TodoID) -> TodoRow? { moves[id]?.shown }

  /// A row was committed.
  /// - Returns: the row as it is to be shown.
  mutating func noteStored(_ row: TodoRow) -> TodoRow {
    guard var move = moves[row.id] else { return row }
    move.unheard = max(0, move.unheard - 1)
    move.stored = row
    move.show(row)
    let isOver = move.running == 0 && move.unheard == 0
    moves[row.id] = isOver ? nil : move
    return isOver ? row : move.shown
  }

  /// A command has ended.
  /// - Parameter isDone: whether it did not fail.
  /// - Returns: the row on screen and the one that is stored, if nothing more is to come.
  mutating func end(_ id: TodoID, isDone: Bool) -> (shown: TodoRow, stored: TodoRow)? {
    guard var move = moves[id] else { return nil }
    move.running -= 1
    if !isDone { move.unheard = max(0, move.unheard - 1) }
    let isOver = move.running == 0 && move.unheard == 0
    moves[id] = isOver ? nil : move
    return isOver ? (move.shown, move.stored) : nil
  }

  /// A to-do is gone, or all of them are.
  mutating func forget(_ id: TodoID? = nil) {
    if let id { moves[id] = nil } else { moves = [:] }
  }
}
