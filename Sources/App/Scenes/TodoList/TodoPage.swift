import Basics
import Core
import Sync
import Toolkit

/// One row of a page: a to-do, or the title above what is done.
enum TodoItem: Identifiable, Equatable, Sendable {
  case todo(TodoRow, RowBranch = RowBranch())
  case doneTitle

  var id: String {
    switch self {
    case .todo(let row, _): row.id.rawValue
    case .doneTitle: "section:done"
    }
  }
}

/// The rows of a page as they stand on screen: what is open, then a title and what is done. Subtasks follow their
/// parents, whose section decides about theirs.
struct TodoPage: Equatable, Sendable {
  /// One change of the rows, with the page as it is right after it.
  struct Step: Sendable {
    enum Kind: Hashable, Sendable {
      /// Rows were taken out and put in.
      case splice(at: Int, removed: Int, added: Int)
      /// The row has another value.
      case refresh(at: Int)
      /// The row is to be shown again although its value is the same.
      case redraw(at: Int)
    }

    let kind: Kind
    let page: TodoPage
  }

  var open = SortedRows()
  var done = SortedRows()
  var outline = Outline()
  /// Grows with each change, so that two states are compared without comparing rows.
  var revision = 0

  static func == (a: TodoPage, b: TodoPage) -> Bool { a.revision == b.revision }

  /// A page without trees.
  init(_ sections: TodoSections = TodoSections(), order: TodoRow.Order? = nil) {
    outline = Outline(order: order ?? sections.order)
    open = SortedRows(sorted: sections.open)
    done = SortedRows(sorted: sections.done)
  }

  /// How both parts are sorted.
  var order: TodoRow.Order { outline.order }

  /// - Parameter collapsed: those whose subtasks are left out; nil for a page without trees.
  init(_ sections: TodoSections, order: TodoRow.Order, collapsed: Set<TodoID>?) {
    guard let collapsed else {
      self.init(sections, order: order)
      return
    }
    self.init()
    let tree = OutlineBuilder(sections)
    outline = tree.outline(order: order, collapsed: collapsed)
    (open, done) = tree.sorted(collapsed: collapsed)
  }

  /// Builds a page away from the main thread.
  static func building(
    _ sections: TodoSections, order: TodoRow.Order, collapsed: Set<TodoID>?
  ) async -> TodoPage {
    TodoPage(sections, order: order, collapsed: collapsed)
  }

  var count: Int { open.count + (done.count == 0 ? 0 : done.count + 1) }

  /// The rows without the title above what is done.
  var todoCount: Int { open.count + done.count }

  /// - Parameter index: 0..<count.
  func row(at index: Int) -> TodoItem {
    if index == open.count { return .doneTitle }
    let row = index < open.count ? open[index] : done[index - open.count - 1]
    return .todo(row, outline.branch(of: row))
  }

  /// Brings the page up to date with one changed to-do; changes that are already there do no harm.
  /// - Parameters:
  ///   - before: the row as it stood here, nil if it did not.
  ///   - after: the row as it belongs here, nil if it does not.
  mutating func apply(before: TodoRow?, after: TodoRow?) -> [Step] {
    if before.map(outline.concerns) == true || after.map(outline.concerns) == true {
      return applyToTree(before: before, after: after)
    }
    if let before, let after, before.isDone == after.isDone,
      before.stands(with: after, by: outline.order)
    {
      if let shown = after.isDone
        ? done.index(of: after, by: outline) : open.index(of: after, by: outline),
        after == (after.isDone ? done[shown] : open[shown])
      {
        return []
      }
      if let index = after.isDone
        ? done.replace(after, by: outline) : open.replace(after, by: outline)
      {
        return [step(.refresh(at: after.isDone ? open.count + 1 + index : index))]
      }
    }
    var steps: [Step] = []
    if let before { steps += remove(before) }
    if let after { steps += remove(after) + insert(after) }
    // A row that leaves its place and comes back there has only another value.
    guard before?.id == after?.id, steps.count == 2,
      case .splice(let place, removed: 1, added: 0) = steps[0].kind,
      steps[1].kind == .splice(at: place, removed: 0, added: 1)
    else { return steps }
    revision -= 1
    return [Step(kind: .refresh(at: place), page: self)]
  }

  /// Draws a row again, to take back what a widget shows on its own.
  func redraw(_ id: TodoID) -> Step? {
    index(of: id).map { Step(kind: .redraw(at: $0), page: self) }
  }

  /// Where a row stands; nil if it does not, or below a collapsed one.
  func index(of row: TodoRow) -> Int? {
    open.index(of: row, by: outline)
      ?? done.index(of: row, by: outline).map { open.count + 1 + $0 }
  }

  /// The row of a to-do that is shown; looks at every row.
  func item(_ id: TodoID) -> TodoItem? {
    index(of: id).map(row(at:))
  }

  /// The place of a to-do; looks at every row.
  func index(of id: TodoID) -> Int? {
    open.index(of: id) ?? done.index(of: id).map { open.count + 1 + $0 }
  }

  private mutating func remove(_ row: TodoRow) -> [Step] {
    if let index = open.remove(row, by: outline) {
      return [step(.splice(at: index, removed: 1, added: 0))]
    }
    if let index = done.remove(row, by: outline) {
      return done.count == 0
        ? [step(.splice(at: open.count, removed: 2, added: 0))]
        : [step(.splice(at: open.count + 1 + index, removed: 1, added: 0))]
    }
    return []
  }

  private mutating func insert(_ row: TodoRow) -> [Step] {
    guard row.isDone else {
      return [step(.splice(at: open.insert(row, by: outline), removed: 0, added: 1))]
    }
    let index = done.insert(row, by: outline)
    return done.count == 1
      ? [step(.splice(at: open.count, removed: 0, added: 2))]
      : [step(.splice(at: open.count + 1 + index, removed: 0, added: 1))]
  }

  mutating func step(_ kind: Step.Kind) -> Step {
    revision += 1
    return Step(kind: kind, page: self)
  }
}

/// A page as the list model reads it.
struct TodoPageSource: RowSource {
  var page = TodoPage()
  /// No more rows than these are there.
  var limit = Int.max

  var count: Int { min(page.count, limit) }

  /// The rows without the title above what is done.
  var todoCount: Int { count > page.open.count ? count - 1 : count }

  func row(at index: Int) -> TodoItem { page.row(at: index) }
}
