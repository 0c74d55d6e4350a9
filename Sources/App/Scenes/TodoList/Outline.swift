import Basics
import Core

/// How a row stands in the tree of its page.
struct RowBranch: Hashable, Sendable {
  /// How many to-dos it stands below, ``Outline/deepest`` at most.
  var depth = 0
  /// How many subtasks it has, without theirs.
  var count = 0
  /// How many of them are done.
  var doneCount = 0
  /// How many of them are cancelled: progress leaves these out.
  var cancelledCount = 0
  /// Whether they are left out.
  var isCollapsed = false
}

/// Which rows of a page stand below which.
///
/// Only to-dos that are a part of another one, or have parts, have a node here: a page without subtasks costs
/// nothing. A to-do stands below its parent by ``TodoTree``, with one exception: what is open stands at the top if
/// its parent is done, for else it would be out of sight among what is done.
struct Outline: Sendable {
  struct Node: Sendable {
    private var packed: PackedRow?
    /// Those that name it as their parent, apart from one that closes a circle.
    var children: Set<TodoID> = []
    var doneCount = 0
    var cancelledCount = 0

    init(_ row: PackedRow? = nil) { packed = row }

    /// Nil for a parent that is not on the page. Made anew whenever it is asked for.
    var row: TodoRow? {
      get { packed?.row }
      set { packed = newValue.map { PackedRow(PackedRows([$0]), at: 0) } }
    }

    /// Whether the row is done; nil if it is not on the page.
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

  /// One row of several that are packed together.
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

  /// Deeper rows are shown at this depth.
  static let deepest = 32

  /// Whether the page shows trees: one that mixes lists does not.
  let isOn: Bool
  let order: TodoRow.Order
  private(set) var nodes = OutlineNodes()
  /// Those that stand at the top because their parents go in a circle.
  private var cut: Set<TodoID> = []
  private(set) var collapsed: Set<TodoID>

  init(isOn: Bool = false, order: TodoRow.Order = .position, collapsed: Set<TodoID> = []) {
    self.isOn = isOn
    self.order = order
    self.collapsed = collapsed
  }

  /// A tree that is built already.
  init(order: TodoRow.Order, collapsed: Set<TodoID>, nodes: OutlineNodes, cut: Set<TodoID>) {
    self.init(isOn: true, order: order, collapsed: collapsed)
    self.nodes = nodes
    self.cut = cut
  }

  /// Whether no row stands below another one.
  var isFlat: Bool { nodes.isEmpty }

  /// The row of a to-do that has a node.
  func row(_ id: TodoID) -> TodoRow? { nodes[id]?.row }

  /// Whether a change of a to-do concerns the tree.
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

  /// The row that another one stands below; nil for one at the top.
  func parent(of row: TodoRow) -> TodoRow? {
    isBelow(row) ? row.parent.flatMap { nodes[$0]?.row } : nil
  }

  /// Whether a row stands below another one.
  func isBelow(_ row: TodoRow) -> Bool {
    guard isOn, let id = row.parent, let isParentDone = nodes[id]?.isDone, !cut.contains(row.id)
    else { return false }
    return row.isDone || !isParentDone
  }

  /// The rows that stand directly below a to-do, in order.
  func children(of id: TodoID) -> [TodoRow] {
    guard let node = nodes[id], let isDone = node.isDone else { return [] }
    let rows = node.children.compactMap { nodes[$0]?.row }.filter { $0.isDone || !isDone }
    return rows.count < 2 ? rows : rows.sorted { precedesSibling($0, $1, isTop: false) }
  }

  /// The to-dos that name another one as their parent but do not stand below it.
  func strays(of id: TodoID) -> [TodoRow] {
    guard let node = nodes[id] else { return [] }
    return node.children.compactMap { nodes[$0]?.row }
      .filter { node.isDone == nil || (node.isDone == true && !$0.isDone) }
  }

  /// Whether an open to-do stands at the top because its parent is done.
  func isStray(_ row: TodoRow) -> Bool {
    guard isOn, let parent = row.parent, parent != row.id, !cut.contains(row.id) else {
      return false
    }
    return !row.isDone && nodes[parent]?.isDone == true
  }

  // MARK: Changing

  /// Gives a to-do that has a node its new value, in the same place.
  mutating func replace(_ row: TodoRow) {
    if nodes[row.id] != nil { nodes[row.id]?.row = row }
  }

  /// Puts a row into the tree, takes one out, or moves it.
  /// - Parameter parent: the new parent, if it stands on the page and has no node yet.
  /// - Returns: whether parents go in a circle, now or before: then the page is to be built anew.
  mutating func apply(old: TodoRow?, new: TodoRow?, parent: TodoRow?) -> Bool {
    let wasCircle = old.map(closesCircle) ?? false
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
    return wasCircle || new.map(closesCircle) ?? false
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

  /// Removes a node that has become an ordinary row.
  private mutating func drop(_ id: TodoID) {
    guard let node = nodes[id], node.children.isEmpty, node.row?.parent == nil else { return }
    nodes[id] = nil
  }

  /// Whether the parents of a to-do lead back to it.
  private func closesCircle(_ row: TodoRow) -> Bool {
    var seen: Set<TodoID> = []
    var next = row.parent
    while let id = next, seen.insert(id).inserted {
      if id == row.id { return true }
      next = nodes[id]?.row?.parent
    }
    return false
  }
}
