// The keys that show and hide what stands below a row, as in any tree.

extension TodoRowsView {
  /// Shows what stands below a row; if it is shown, the focus goes there.
  func open(_ row: TodoListRow, stepsDown: Bool) -> Bool {
    guard let id = row.id, row.branch.count > 0 else { return false }
    if row.branch.isCollapsed {
      presenter.didSetCollapsed(id, false)
      return true
    }
    guard stepsDown, case .todo(_, let below)? = model.row(at: row.position + 1) else {
      return true
    }
    return below.depth <= row.branch.depth || focusRow(at: row.position + 1)
  }

  /// Leaves out what stands below a row; where there is nothing, the focus goes to its parent.
  func close(_ row: TodoListRow, stepsUp: Bool) -> Bool {
    guard let id = row.id else { return false }
    if row.branch.count > 0, !row.branch.isCollapsed {
      presenter.didSetCollapsed(id, true)
      return true
    }
    guard stepsUp, row.branch.depth > 0 else { return false }
    var position = row.position - 1
    while case .todo(_, let above)? = model.row(at: position), above.depth >= row.branch.depth {
      position -= 1
    }
    return focusRow(at: position)
  }
}
