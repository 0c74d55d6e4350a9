import Core

/// Where a row is dropped.
enum DropTarget: Equatable {
  /// Between rows: before this one.
  case before(TodoID)
  /// Between rows: after this one, and before its descendants.
  case after(TodoID)
  /// As a subtask of this one.
  case onto(TodoID)
  /// Below the last row.
  case end
}

// Positions among siblings.

extension TodoPage {
  /// The sibling with which a row can be swapped by hand. Nil if the page is sorted by something else, and at the end
  /// of the open or done rows.
  /// - Parameter step: -1 or 1.
  func neighbour(of row: TodoRow, by step: Int) -> TodoRow? {
    guard order == .position, let sibling = sibling(of: row, by: step),
      sibling.isDone == row.isDone
    else { return nil }
    return sibling
  }

  /// The previous or next row with the same parent.
  /// - Parameter step: -1 or 1.
  func sibling(of row: TodoRow, by step: Int) -> TodoRow? {
    if let parent = outline.parent(of: row) {
      let siblings = outline.children(of: parent.id)
      let index = siblings.firstIndex { $0.id == row.id }.map { $0 + step }
      return index.flatMap { siblings.indices.contains($0) ? siblings[$0] : nil }
    }
    let section = row.isDone ? done : open
    guard var index = section.index(of: row, by: outline) else { return nil }
    repeat {
      index += step < 0 ? -1 : outline.block(of: section[index]).count
      guard (0..<section.count).contains(index) else { return nil }
      index =
        step < 0 ? section.index(of: outline.root(of: section[index]), by: outline) ?? -1 : index
    } while index >= 0 && outline.isDetached(section[index])
    return index < 0 ? nil : section[index]
  }

  /// Where a dropped row would go; nil if it cannot be dropped there.
  func goal(of row: TodoRow, at target: DropTarget) -> (parent: TodoID?, place: TodoPlace)? {
    switch target {
    case .end:
      return (nil, .last)
    case .onto(let id):
      guard let goal = shownRow(id), !isPart(goal, of: row), !goal.isDone || row.isDone,
        outline.parent(of: row)?.id != id
      else { return nil }
      return (id, .last)
    case .before(let id):
      guard let goal = neighbour(id, of: row) else { return nil }
      return (outline.parent(of: goal)?.id, .before(id))
    case .after(let id):
      guard let goal = shownRow(id), !isPart(goal, of: row) else { return nil }
      let branch = outline.branch(of: goal)
      if branch.count > 0, !branch.isCollapsed, let first = outline.children(of: id).first {
        // The row right below an expanded one is its first subtask.
        if first.isDone != row.isDone { return row.isDone ? nil : (id, .last) }
        return first.id == row.id ? nil : (id, .before(first.id))
      }
      guard neighbour(id, of: row) != nil else { return nil }
      return (outline.parent(of: goal)?.id, .after(id))
    }
  }

  /// The sort key that a row gets at a place, by the rules of the store; nil if other rows have to make room.
  /// - Parameter time: the time of the gesture.
  func position(of row: TodoRow, below parent: TodoID?, _ place: TodoPlace, at time: Timestamp)
    -> String?
  {
    func beside(_ other: TodoRow, _ step: Int) -> TodoRow? {
      var next = sibling(of: other, by: step)
      if next?.id == row.id { next = sibling(of: row, by: step) }
      return next?.isDone == row.isDone ? next : nil
    }
    switch place {
    case .first: return nil
    case .last:
      let last: TodoRow?
      if let parent {
        last = outline.children(of: parent).last { $0.id != row.id && $0.isDone == row.isDone }
      } else {
        let end = (row.isDone ? done : open).last.map(outline.root)
        last = end.flatMap {
          $0.id == row.id || outline.isDetached($0) ? sibling(of: $0, by: -1) : $0
        }
      }
      return PositionKey.shortNext(after: last?.position, at: time)
    case .before(let id):
      guard let other = shownRow(id) else { return nil }
      return PositionKey.between(beside(other, -1)?.position, other.position)
    case .after(let id):
      guard let other = shownRow(id) else { return nil }
      guard let next = beside(other, 1) else {
        return PositionKey.shortNext(after: other.position, at: time)
      }
      return PositionKey.between(other.position, next.position)
    }
  }

  /// Whether a to-do is on the page, visible or not.
  func holds(_ row: TodoRow) -> Bool {
    outline.row(row.id) != nil || index(of: row) != nil || index(of: row.id) != nil
  }

  /// A row beside which another one can be placed.
  private func neighbour(_ id: TodoID, of row: TodoRow) -> TodoRow? {
    guard let goal = shownRow(id), goal.isDone == row.isDone, !isPart(goal, of: row),
      !outline.isDetached(goal)
    else { return nil }
    return goal
  }

  private func shownRow(_ id: TodoID) -> TodoRow? {
    if let row = outline.row(id) { return row }
    guard case .todo(let row, _)? = item(id) else { return nil }
    return row
  }

  /// Whether a row equals another one or is below it in the tree.
  private func isPart(_ row: TodoRow, of other: TodoRow) -> Bool {
    var above: TodoRow? = row
    while let present = above {
      if present.id == other.id { return true }
      above = outline.parent(of: present)
    }
    return false
  }
}
