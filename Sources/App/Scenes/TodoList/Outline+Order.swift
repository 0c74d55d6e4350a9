import Core

// The order in which each to-do is followed by its descendants.

extension Outline {
  /// Whether a row comes before another one of the same section.
  func precedes(_ row: TodoRow, _ other: TodoRow) -> Bool {
    guard isOn, row.parent != nil || other.parent != nil else {
      return row.precedes(other, by: order)
    }
    let (path, otherPath) = (path(to: row), path(to: other))
    for (level, pair) in zip(path, otherPath).enumerated() where pair.0.id != pair.1.id {
      return precedesSibling(pair.0, pair.1, isTop: level == 0)
    }
    return path.count < otherPath.count
  }

  /// Compares two siblings. Open ones come before done ones, except at the top level, where sections separate them.
  func precedesSibling(_ row: TodoRow, _ other: TodoRow, isTop: Bool) -> Bool {
    if !isTop, row.isDone != other.isDone { return other.isDone }
    return row.precedes(other, by: order)
  }

  /// The top-level ancestor of a row, or the row itself.
  func root(of row: TodoRow) -> TodoRow {
    var root = row
    while let above = parent(of: root) { root = above }
    return root
  }

  /// Whether a row is visible, which means that no ancestor is collapsed.
  func isShown(_ row: TodoRow) -> Bool {
    var above = parent(of: row)
    while let present = above {
      if collapsed.contains(present.id) { return false }
      above = parent(of: present)
    }
    return true
  }

  /// A row and its visible descendants, in order.
  func block(of row: TodoRow) -> [TodoRow] {
    var block: [TodoRow] = []
    var rest = [row]
    while let next = rest.popLast() {
      block.append(next)
      guard !collapsed.contains(next.id) else { continue }
      rest += children(of: next.id).reversed()
    }
    return block
  }

  /// The ancestors of a row from the top level down, then the row itself.
  private func path(to row: TodoRow) -> [TodoRow] {
    var path = [row]
    while let above = parent(of: path[path.count - 1]) { path.append(above) }
    return path.reversed()
  }
}
