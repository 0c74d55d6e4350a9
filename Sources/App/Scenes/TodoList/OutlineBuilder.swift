import Core

/// Builds the tree of a page from all of its rows at once.
///
/// It works with the indices of the rows. IDs are unpacked only for rows with a parent or with subtasks, and whole rows
/// only for very few.
struct OutlineBuilder {
  /// A row with a parent or with subtasks. Other members are referred to by their index in ``members``.
  private struct Member {
    let rows: PackedRows
    let index: Int
    let id: TodoID
    /// The stored parent.
    let parentID: TodoID?
    /// The parent's index, if it is on the page and does not close a cycle.
    var parent: Int?
    var firstChild: Int?
    var nextSibling: Int?

    var isDone: Bool { rows.isDone(at: index) }
  }

  private let sections: TodoSections
  /// The open rows with a parent or subtasks, then the done ones, each in the order of the page.
  private var members: [Member] = []
  /// The indices of the members among all rows, of which the open ones come first.
  private var places: [Int] = []
  private var numbers: [TodoID: Int] = [:]
  /// The to-dos that are at the top level because their parents form a cycle.
  private var cut: Set<TodoID> = []

  /// - Parameter sections: all rows of a page.
  init(_ sections: TodoSections) {
    self.sections = sections
    findMembers()
    numbers.reserveCapacity(members.count)
    for (number, member) in members.enumerated() { numbers[member.id] = number }
    for number in members.indices {
      members[number].parent = members[number].parentID.flatMap { numbers[$0] }
    }
    cutCycles()
    // In reverse, so that the children of each row end up in order.
    for number in members.indices.reversed() {
      guard let parent = members[number].parent else { continue }
      members[number].nextSibling = members[parent].firstChild
      members[parent].firstChild = number
    }
  }

  private mutating func findMembers() {
    let chunks = sections.open.chunks + sections.done.chunks
    var named: Set<TodoID> = []
    var fingerprints: Set<UInt64> = []
    for chunk in chunks {
      for index in 0..<chunk.count {
        guard let parent = chunk.parent(at: index), named.insert(parent).inserted else { continue }
        fingerprints.insert(PackedRows.fingerprint(of: parent))
      }
    }
    if named.isEmpty { return }
    var start = 0
    for chunk in chunks {
      for index in 0..<chunk.count {
        let parent = chunk.parent(at: index)
        if parent == nil, !fingerprints.contains(chunk.fingerprint(at: index)) { continue }
        let id = chunk.id(at: index)
        guard parent != nil || named.contains(id) else { continue }
        members.append(Member(rows: chunk, index: index, id: id, parentID: parent))
        places.append(start + index)
      }
      start += chunk.count
    }
  }

  /// Cuts cycles of parents. Only rows that both have and are a parent can be in one.
  private mutating func cutCycles() {
    var isParent = Array(repeating: false, count: members.count)
    for member in members { if let parent = member.parent { isParent[parent] = true } }
    let inner = members.indices.filter { isParent[$0] && members[$0].parent != nil }
    if inner.isEmpty { return }
    let parents = TodoTree.parents(of: inner.map { members[$0].rows[members[$0].index] })
    let names = Set(inner.map { members[$0].id })
    for number in inner {
      guard let parent = members[number].parentID, names.contains(parent),
        parents[members[number].id] == nil
      else { continue }
      cut.insert(members[number].id)
      members[number].parent = nil
    }
  }

  // MARK: Results

  func outline(order: TodoRow.Order, collapsed: Set<TodoID>) -> Outline {
    var nodes = OutlineNodes()
    // Packed anew, because references to the original chunks would keep all rows in memory for the sake of a few.
    var builder = PackedRows.Builder()
    var first = 0
    for (number, member) in members.enumerated() {
      builder.append(member.rows, at: member.index)
      guard builder.count == TodoRowList.chunkCount || number == members.count - 1 else { continue }
      let rows = builder.finish()
      for index in 0..<rows.count {
        nodes[members[first + index].id] = node(first + index, rows, index)
      }
      first = number + 1
    }
    for member in members where member.parent == nil && !cut.contains(member.id) {
      // The parent is not on the page.
      if let parent = member.parentID {
        nodes[parent, default: Outline.Node()].add(
          member.id, isDone: member.isDone, isCancelled: member.rows.isCancelled(at: member.index))
      }
    }
    return Outline(order: order, collapsed: collapsed, nodes: nodes, cut: cut)
  }

  private func node(_ number: Int, _ rows: PackedRows, _ index: Int) -> Outline.Node {
    var node = Outline.Node(Outline.PackedRow(rows, at: index))
    for child in children(of: number) {
      let child = members[child]
      node.add(
        child.id, isDone: child.isDone, isCancelled: child.rows.isCancelled(at: child.index))
    }
    return node
  }

  private func children(of number: Int) -> some Sequence<Int> {
    sequence(state: members[number].firstChild) { next in
      defer { next = next.flatMap { members[$0].nextSibling } }
      return next
    }
  }

  /// The open rows and the done rows, each followed by its visible descendants.
  func sorted(collapsed: Set<TodoID>) -> (open: SortedRows, done: SortedRows) {
    if members.isEmpty {
      return (SortedRows(sorted: sections.open), SortedRows(sorted: sections.done))
    }
    return (
      sorted(sections.open, from: 0, collapsed),
      sorted(sections.done, from: sections.open.count, collapsed)
    )
  }

  /// - Parameter start: the index of the first row among all rows.
  private func sorted(_ rows: TodoRowList, from start: Int, _ collapsed: Set<TodoID>) -> SortedRows
  {
    var sorted = SortedRows()
    var builder = PackedRows.Builder()
    func append(_ rows: PackedRows, _ index: Int) {
      builder.append(rows, at: index)
      if builder.count == TodoRowList.chunkCount { sorted.append(builder.finish()) }
    }
    var place = start
    var next = places.firstIndex { $0 >= start } ?? places.count
    for chunk in rows.chunks {
      for index in 0..<chunk.count {
        if next < places.count, places[next] == place {
          for number in isBelow(next) ? [] : block(of: next, collapsed) {
            append(members[number].rows, members[number].index)
          }
          next += 1
        } else {
          append(chunk, index)
        }
        place += 1
      }
    }
    if builder.count > 0 { sorted.append(builder.finish()) }
    return sorted
  }

  /// Whether a member is below another one, see ``Outline/isBelow(_:)``.
  private func isBelow(_ number: Int) -> Bool {
    guard let parent = members[number].parent else { return false }
    return members[number].isDone || !members[parent].isDone
  }

  /// A member and its visible descendants, in order.
  private func block(of number: Int, _ collapsed: Set<TodoID>) -> [Int] {
    var block: [Int] = []
    var rest = [number]
    while let next = rest.popLast() {
      block.append(next)
      guard members[next].firstChild != nil, !collapsed.contains(members[next].id) else { continue }
      rest += children(of: next).filter(isBelow).reversed()
    }
    return block
  }
}
