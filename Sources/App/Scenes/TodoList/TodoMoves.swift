import Basics
import Core

/// Rows that were moved and whose commits have not arrived yet. They are shown at their new places at once, so that the
/// next key press finds them there.
struct TodoMoves {
  private struct Move {
    /// The number of commands that are still running.
    var running = 0
    /// The number of moves whose commits have not arrived.
    var unheard = 0
    var parent: TodoID?
    var position: String
    /// The row on screen.
    var shown: TodoRow
    /// The stored row, according to the commits that have arrived.
    var stored: TodoRow

    /// Whether it is stored at the new place.
    var isStored: Bool { stored.parent == parent && stored.position.isExactly(position) }

    /// Shows a row at the new place.
    mutating func show(_ row: TodoRow) {
      shown = row
      (shown.parent, shown.position) = (parent, position)
    }
  }

  private var moves: [TodoID: Move] = [:]

  /// Begins a move.
  /// - Returns: the row to show.
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

  /// The row on screen of a to-do that is being moved.
  func shown(_ id: TodoID) -> TodoRow? { moves[id]?.shown }

  /// A commit with the row has arrived.
  /// - Returns: the row to show.
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
  /// - Parameter isDone: whether it succeeded.
  /// - Returns: the row on screen and the stored one, if no further move of it is pending.
  mutating func end(_ id: TodoID, isDone: Bool) -> (shown: TodoRow, stored: TodoRow)? {
    guard var move = moves[id] else { return nil }
    move.running -= 1
    if !isDone { move.unheard = max(0, move.unheard - 1) }
    // No commit comes where nothing changed.
    if move.running == 0, move.isStored { move.unheard = 0 }
    let isOver = move.running == 0 && move.unheard == 0
    moves[id] = isOver ? nil : move
    return isOver ? (move.shown, move.stored) : nil
  }

  /// Forgets the moves of a to-do that is gone, or all moves.
  mutating func forget(_ id: TodoID? = nil) {
    if let id { moves[id] = nil } else { moves = [:] }
  }
}
