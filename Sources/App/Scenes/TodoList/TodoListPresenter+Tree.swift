import Core
import Platform

// Gestures that move a to-do within the tree of its list. Only the page of a single list shows trees.

extension TodoListPresenter {
  /// Hides or shows the subtasks of a to-do.
  func didSetCollapsed(_ id: TodoID, _ isCollapsed: Bool) {
    rows.setCollapsed(id, isCollapsed)
  }

  /// Makes a to-do the last subtask of its previous sibling.
  func didIndent(_ id: TodoID) {
    guard let row = movable(id), let above = rows.page.sibling(of: row, by: -1) else { return }
    rows.setCollapsed(above.id, false)
    place(row, below: above.id, .last)
  }

  /// Moves a subtask behind its parent.
  func didOutdent(_ id: TodoID) {
    guard let row = movable(id), row.parent != nil else { return }
    let outline = rows.page.outline
    guard let parent = outline.parent(of: row) else { return place(row, below: nil, .last) }
    place(
      row, below: outline.parent(of: parent)?.id,
      parent.isDone == row.isDone ? .after(parent.id) : .last)
  }

  /// Swaps a row with its previous or next sibling.
  /// - Parameter step: -1 or 1.
  func didMove(_ id: TodoID, by step: Int) {
    guard let row = movable(id) else { return }
    guard rows.page.order == .position else {
      return showNotice(
        state.access?.canManage == false
          ? tr("The list is sorted. Only its owner can change that.")
          : tr("The list is sorted. Choose “By Hand” in its menu to move to-dos."))
    }
    guard let neighbour = rows.page.neighbour(of: row, by: step) else { return }
    place(
      row, below: rows.page.outline.parent(of: row)?.id,
      step < 0 ? .before(neighbour.id) : .after(neighbour.id))
  }

  /// A row was dropped.
  func didDrop(_ id: TodoID, at target: DropTarget) {
    guard let row = movable(id), let goal = rows.page.goal(of: row, at: target) else { return }
    if let parent = goal.parent { rows.setCollapsed(parent, false) }
    place(row, below: goal.parent, goal.place)
  }

  /// Whether a row can be dropped on a target; in a sorted list, only as a subtask.
  func canDrop(_ id: TodoID, at target: DropTarget) -> Bool {
    guard state.isList, case .todo(let row, _)? = rows.page.item(id) else { return false }
    if rows.page.order != .position {
      guard case .onto = target else { return false }
    }
    return rows.page.goal(of: row, at: target) != nil
  }

  /// Opens the choice of another list.
  func didRequestMove(_ id: TodoID) {
    guard mayChange(id), case .todo(let row, _)? = rows.page.item(id) else { return }
    navigator?.open(MoveRoute(todo: ChosenTodo(row)))
  }

  // MARK: Adding subtasks

  /// Makes the next typed to-do a subtask.
  func didRequestSubtask(of id: TodoID) {
    guard let row = movable(id), mayAdd() else { return }
    rows.setCollapsed(id, false)
    parent = row
    typed.focusRequest += 1
    readDraft()
    render()
  }

  /// Makes the typed to-do a top-level one again.
  func leaveParent() {
    parent = nil
    readDraft()
  }

  private func movable(_ id: TodoID) -> TodoRow? {
    guard state.isList, mayChange(id), case .todo(let row, _)? = rows.page.item(id) else {
      return nil
    }
    return row
  }

  private func place(_ row: TodoRow, below parent: TodoID?, _ place: TodoPlace) {
    rows.beginMove(row, below: parent, place)
    commands.run { [store, weak self] () throws(StoreError) in
      try await store.place(row.id, below: parent, place)
      self?.rows.endMove(row.id, isDone: true)
    } failing: { _ in
      tr("The Change Was Not Saved")
    } onFailure: { [weak self] _ in
      self?.rows.endMove(row.id, isDone: false)
    }
  }
}
