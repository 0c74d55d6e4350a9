import Core

// The order of rows in which each to-do is followed by what stands below it.

extension Outline {
  /// Whether a row stands before another one of the same section.
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

  /// Among siblings, what is done follows what is open; at the top there are sections for that.
  func precedesSibling(_ row: TodoRow, _ other: TodoRow, isTop: Bool) -> Bool {
    if !isTop, row.isDone != other.isDone { return other.isDone }
    return row.precedes(other, by: order)
  }

  /// The row at the top that another one stands below; the row itself if it stands at the top.
  func root(of row: TodoRow) -> TodoRow {
    var root = row
    while let above = parent(of: root) { root = above }
    return root
  }

  /// Whether a row is not left out below a collapsed one.
  func isShown(_ row: TodoRow) -> Bool {
    var above = parent(of: row)
    while let present = above {
      if collapsed.contains(present.id) { return false }
      above = parent(of: present)
    }
    return true
  }

  /// A row and all that is shown below it, in order.
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

  /// From the top down to a row.
  private func path(to row: TodoRow) -> [TodoRow] {
    var path = [row]
    while let above = parent(of: path[path.count - 1]) { path.append(above) }
    return path.reversed()
  }
}
