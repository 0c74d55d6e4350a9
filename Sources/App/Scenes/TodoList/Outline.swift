import Basics
import Core

/// The place of a row in the tree of its page.
struct RowBranch: Hashable, Sendable {
  /// The number of its ancestors, at most ``Outline/deepest``.
  var depth = 0
  /// The number of its direct subtasks.
  var count = 0
  /// The number of direct subtasks that are done.
  var doneCount = 0
  /// The number of direct subtasks that are cancelled; the progress ignores them.
  var cancelledCount = 0
  /// Whether the subtasks are hidden.
  var isCollapsed = false
}

/// The tree of a page's rows.
///
/// Only to-dos with a parent or with subtasks have a node here, so a page without subtasks costs nothing. ``TodoTree``
/// decides which to-do is below which, with one exception: an open to-do whose parent is done is at the top level,
/// because it would be out of sight among the done ones.
struct Outline: Sendable {
  struct Node: Sendable {
    private var packed: PackedRow?
    /// The to-dos that name this one as their parent, except one that would close a cycle.
    var children: Set<TodoID> = []
    var doneCount = 0
    var cancelledCount = 0

    init(_ row: PackedRow? = nil) { packed = row }

    /// The to-do's row; nil for a parent that is not on the page. Unpacked anew at each access.
    var row: TodoRow? {
      get { packed?.row }
      set { packed = newValue.map { PackedRow(PackedRows([$0]), at: 0) } }
    }

    /// Whether the to-do is done; nil if it is not on the page.
    var isDone: Bool? { packed?.isDone }

    /// - Parameter id: a to-do that names this one as its parent.
    mutating func add(_ id: TodoID, isDone: Bool, isCancelled: Bool) {
      guard children.insert(id).inserted else { return }
      count(isDone: isDone, isCancelled: isCancelled, by: 1)
    }

    mutating func remove(_ id: TodoID, isDone: Bool, isCancelled: Bool) {
      guard children.remove(id) != nil else { return }
      count(isDone: isDone, isCancelled: isCancelled, by: -1)
    }

    private mutating func count(isDone: Bool, isCancelled: Bool, by step: Int) {
      if isCancelled { cancelledCount += step } else if isDone { doneCount += step }
    }
  }

  /// A row within a group of rows that are packed together.
  struct PackedRow: Sendable {
    private let rows: PackedRows
    private let index: Int32

    init(_ rows: PackedRows, at index: Int) {
      self.rows = rows
      self.index = Int32(index)
    }

    var row: TodoRow { rows[Int(index)] }
    var isDone: Bool { rows.isDone(at: Int(index)) }
  }

  /// The maximum depth; deeper rows are shown at this one.
  static let deepest = 32

  /// Whether the page shows trees; pages that mix lists do not.
  let isOn: Bool
  let order: TodoRow.Order
  private(set) var nodes = OutlineNodes()
  /// The to-dos that are at the top level because their parents form a cycle.
  private var cut: Set<TodoID> = []
  private(set) var collapsed: Set<TodoID>

  init(isOn: Bool = false, order: TodoRow.Order = .position, collapsed: Set<TodoID> = []) {
    self.isOn = isOn
    self.order = order
    self.collapsed = collapsed
  }

  /// A tree that has been built already.
  init(order: TodoRow.Order, collapsed: Set<TodoID>, nodes: OutlineNodes, cut: Set<TodoID>) {
    self.init(isOn: true, order: order, collapsed: collapsed)
    self.nodes = nodes
    self.cut = cut
  }

  /// Whether no row is below another one.
  var isFlat: Bool { nodes.isEmpty }

  /// The row of a to-do that has a node.
  func row(_ id: TodoID) -> TodoRow? { nodes[id]?.row }

  /// Whether a change of a row affects the tree.
  func concerns(_ row: TodoRow) -> Bool { isOn && (row.parent != nil || nodes[row.id] != nil) }

  func branch(of row: TodoRow) -> RowBranch {
    guard concerns(row) else { return RowBranch() }
    var branch = RowBranch()
    if let node = nodes[row.id], !node.children.isEmpty {
      branch.count = node.children.count
      branch.doneCount = node.doneCount
      branch.cancelledCount = node.cancelledCount
      branch.isCollapsed = collapsed.contains(row.id)
    }
    var above = parent(of: row)
    while let present = above, branch.depth < Self.deepest {
      branch.depth += 1
      above = parent(of: present)
    }
    return branch
  }

  /// The row above in the tree; nil for a top-level row.
  func parent(of row: TodoRow) -> TodoRow? {
    isBelow(row) ? row.parent.flatMap { nodes[$0]?.row } : nil
  }

  /// Whether a row is below another one in the tree.
  func isBelow(_ row: TodoRow) -> Bool {
    guard isOn, let id = row.parent, let isParentDone = nodes[id]?.isDone, !cut.contains(row.id)
    else { return false }
    return row.isDone || !isParentDone
  }

  /// The rows directly below a to-do, in order.
  func children(of id: TodoID) -> [TodoRow] {
    guard let node = nodes[id], let isDone = node.isDone else { return [] }
    let rows = node.children.compactMap { nodes[$0]?.row }.filter { $0.isDone || !isDone }
    return rows.count < 2 ? rows : rows.sorted { precedesSibling($0, $1, isTop: false) }
  }

  /// The to-dos that name this one as their parent but are not below it.
  func detachedChildren(of id: TodoID) -> [TodoRow] {
    guard let node = nodes[id] else { return [] }
    return node.children.compactMap { nodes[$0]?.row }
      .filter { node.isDone == nil || (node.isDone == true && !$0.isDone) }
  }

  /// Whether an open to-do is at the top level because its parent is done.
  func isDetached(_ row: TodoRow) -> Bool {
    guard isOn, let parent = row.parent, parent != row.id, !cut.contains(row.id) else {
      return false
    }
    return !row.isDone && nodes[parent]?.isDone == true
  }

  // MARK: Changing

  /// Updates the row of a to-do that has a node, without moving it.
  mutating func replace(_ row: TodoRow) {
    if nodes[row.id] != nil { nodes[row.id]?.row = row }
  }

  /// Inserts, removes or moves a row.
  /// - Parameter parent: the new parent, if it is on the page and has no node yet.
  /// - Returns: whether parents form a cycle now or did so before; the page must be rebuilt then.
  mutating func apply(old: TodoRow?, new: TodoRow?, parent: TodoRow?) -> Bool {
    let wasCycle = old.map(closesCycle) ?? false
    if let old {
      unlink(old)
      nodes[old.id]?.row = nil
    }
    if let new {
      nodes[new.id, default: Node()].row = new
      if let parent, parent.id != new.id { nodes[parent.id, default: Node()].row = parent }
      link(new)
    }
    if let id = (new ?? old)?.id { drop(id) }
    if let parent = old?.parent { drop(parent) }
    return wasCycle || new.map(closesCycle) ?? false
  }

  mutating func setCollapsed(_ id: TodoID, _ isCollapsed: Bool) {
    if isCollapsed { collapsed.insert(id) } else { collapsed.remove(id) }
  }

  private mutating func link(_ row: TodoRow) {
    guard let parent = row.parent else { return }
    nodes[parent, default: Node()].add(row.id, isDone: row.isDone, isCancelled: row.isCancelled)
  }

  private mutating func unlink(_ row: TodoRow) {
    guard let parent = row.parent else { return }
    nodes[parent]?.remove(row.id, isDone: row.isDone, isCancelled: row.isCancelled)
  }

  /// Removes the node of a to-do that no longer needs one.
  private mutating func drop(_ id: TodoID) {
    guard let node = nodes[id], node.children.isEmpty, node.row?.parent == nil else { return }
    nodes[id] = nil
  }

  /// Whether the chain of a to-do's parents leads back to it.
  private func closesCycle(_ row: TodoRow) -> Bool {
    var seen: Set<TodoID> = []
    var next = row.parent
    while let id = next, seen.insert(id).inserted {
      if id == row.id { return true }
      next = nodes[id]?.row?.parent
    }
    return false
  }
}
