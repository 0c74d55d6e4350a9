import Basics
import Core

// Changes of rows with a parent or with subtasks: the descendants of a row move with it.

extension TodoPage {
  /// Hides or shows the subtasks of a row.
  mutating func setCollapsed(_ id: TodoID, _ isCollapsed: Bool) -> [Step] {
    guard let row = outline.row(id), isCollapsed != outline.collapsed.contains(id) else {
      outline.setCollapsed(id, isCollapsed)
      return []
    }
    let index = index(of: row)
    var steps: [Step] = []
    if isCollapsed, let index {
      steps = take(outline.block(of: row).count - 1, at: index + 1)
    }
    outline.setCollapsed(id, isCollapsed)
    if !isCollapsed, let index {
      steps = put(Array(outline.block(of: row).dropFirst()), at: index + 1)
    }
    return steps + refresh([row])
  }

  /// Expands all ancestors of a to-do.
  mutating func reveal(_ id: TodoID) -> [Step] {
    var steps: [Step] = []
    var above = outline.row(id).flatMap(outline.parent)
    while let row = above {
      if outline.collapsed.contains(row.id) { steps += setCollapsed(row.id, false) }
      above = outline.parent(of: row)
    }
    return steps
  }

  /// The sort key after which a new open row goes, at the top level or below another row.
  func lastPosition(below parent: TodoID?) -> String {
    let top = open.last.map { outline.root(of: $0).position } ?? ""
    let below = parent.flatMap { outline.children(of: $0).last { !$0.isDone }?.position } ?? ""
    return top.precedesExactly(below) ? below : top
  }

  /// Applies a change of a to-do that has a parent or subtasks, see ``apply(before:after:)``.
  mutating func applyToTree(before: TodoRow?, after: TodoRow?) -> [Step] {
    guard let id = (after ?? before)?.id else { return [] }
    let old = outline.row(id) ?? rowAtPlace(of: before) ?? rowAtPlace(of: after)
    guard old != after else { return [] }
    if let old, let after, old.parent == after.parent, old.isDone == after.isDone,
      old.isCancelled == after.isCancelled, old.hasSamePlace(as: after, by: outline.order)
    {
      outline.replace(after)
      let section = isOpen(after)
      let index = section ? open.replace(after, by: outline) : done.replace(after, by: outline)
      return index.map { [step(.refresh(at: section ? $0 : open.count + 1 + $0))] } ?? []
    }
    return move(old, to: after)
  }

  private mutating func move(_ old: TodoRow?, to new: TodoRow?) -> [Step] {
    let everything = self
    let parent = new?.parent.flatMap { id in
      outline.row(id) == nil ? plainRow(id) : nil
    }
    var steps: [Step] = []
    let id = (new ?? old)?.id
    let leaving = [old].compactMap(\.self) + (id.map(outline.detachedChildren) ?? [])
    for row in leaving { steps += takeBlock(of: row) }
    let parents = [old, new].compactMap { $0?.parent }
    if outline.apply(old: old, new: new, parent: parent) {
      return rebuild(from: everything, changing: old, to: new)
    }
    let coming = [new].compactMap(\.self) + (id.map(outline.detachedChildren) ?? [])
    for row in coming { steps += putBlock(of: row) }
    let shown = parents.compactMap { outline.row($0) ?? everything.outline.row($0) }
    return joined(steps, from: everything) + refresh(shown)
  }

  /// Replaces the removal and insertion of a block at the same place by updates of its rows.
  private mutating func joined(_ steps: [Step], from before: TodoPage) -> [Step] {
    guard steps.count == 2, case .splice(let place, let removed, added: 0) = steps[0].kind,
      steps[1].kind == .splice(at: place, removed: 0, added: removed),
      (place..<place + removed).allSatisfy({ before.row(at: $0).id.isExactly(row(at: $0).id) })
    else { return steps }
    revision -= steps.count
    return (place..<place + removed).map { step(.refresh(at: $0)) }
  }

  // MARK: Blocks

  private func isOpen(_ row: TodoRow) -> Bool { !outline.root(of: row).isDone }

  /// The row on the page with the same place.
  private func rowAtPlace(of row: TodoRow?) -> TodoRow? {
    guard let row, let index = index(of: row), case .todo(let found, _) = self.row(at: index) else {
      return nil
    }
    return found
  }

  /// The row of a to-do without a node, found by a linear search.
  private func plainRow(_ id: TodoID) -> TodoRow? {
    guard case .todo(let row, _)? = item(id) else { return nil }
    return row
  }

  private mutating func takeBlock(of row: TodoRow) -> [Step] {
    guard outline.isShown(row), let index = index(of: row) else { return [] }
    return take(outline.block(of: row).count, at: index)
  }

  private mutating func take(_ rows: Int, at index: Int) -> [Step] {
    guard rows > 0 else { return [] }
    if index < open.count {
      open.remove(at: index..<index + rows)
      return [step(.splice(at: index, removed: rows, added: 0))]
    }
    let place = index - open.count - 1
    done.remove(at: place..<place + rows)
    return done.count == 0
      ? [step(.splice(at: open.count, removed: rows + 1, added: 0))]
      : [step(.splice(at: index, removed: rows, added: 0))]
  }

  private mutating func putBlock(of row: TodoRow) -> [Step] {
    guard outline.isShown(row) else { return [] }
    let block = outline.block(of: row)
    if isOpen(row) {
      let index = open.insert(block, by: outline)
      return [step(.splice(at: index, removed: 0, added: block.count))]
    }
    let isFirst = done.count == 0
    let index = done.insert(block, by: outline)
    return isFirst
      ? [step(.splice(at: open.count, removed: 0, added: block.count + 1))]
      : [step(.splice(at: open.count + 1 + index, removed: 0, added: block.count))]
  }

  private mutating func put(_ rows: [TodoRow], at index: Int) -> [Step] {
    guard !rows.isEmpty else { return [] }
    if index <= open.count {
      open.insert(rows, at: index)
    } else {
      done.insert(rows, at: index - open.count - 1)
    }
    return [step(.splice(at: index, removed: 0, added: rows.count))]
  }

  /// Updates rows whose branches have changed.
  private mutating func refresh(_ rows: [TodoRow]) -> [Step] {
    var places: [Int] = []
    for row in rows {
      if outline.isShown(row), let index = index(of: row), !places.contains(index) {
        places.append(index)
      }
    }
    return places.map { step(.refresh(at: $0)) }
  }

  // MARK: Cycles

  /// Rebuilds the page. With a cycle of parents, a change of one row can move any other row of the cycle.
  private mutating func rebuild(
    from page: TodoPage, changing old: TodoRow?, to new: TodoRow?
  ) -> [Step] {
    let shown =
      (0..<page.open.count).map { page.open[$0] }
      + (0..<page.done.count).map { page.done[$0] }
    var rows = Dictionary(shown.map { ($0.id, $0) }) { $1 }
    for row in page.outline.nodes.rows { rows[row.id] = row }
    if let old { rows[old.id] = nil }
    if let new { rows[new.id] = new }
    let sorted = rows.values.sorted { $0.precedes($1, by: page.outline.order) }
    let sections = TodoSections(
      open: sorted.filter { !$0.isDone }, done: sorted.filter(\.isDone))
    let revision = page.revision
    self = TodoPage(sections, order: page.outline.order, collapsed: page.outline.collapsed)
    self.revision = revision
    return [step(.splice(at: 0, removed: page.count, added: count))]
  }
}
