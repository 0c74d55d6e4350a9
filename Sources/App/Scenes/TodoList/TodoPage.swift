import Basics
import Core
import Sync
import Toolkit

/// A row of a page: a to-do, or the title above the done to-dos.
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

/// The rows of a page in their order on screen: the open ones, then a title and the done ones. Subtasks follow their
/// parents and so are in the section of their top-level ancestor.
struct TodoPage: Equatable, Sendable {
  /// A change of the rows, with the resulting page.
  struct Step: Sendable {
    enum Kind: Hashable, Sendable {
      /// Rows were removed and inserted.
      case splice(at: Int, removed: Int, added: Int)
      /// The row has a new value.
      case refresh(at: Int)
      /// The row must be drawn again although its value is the same.
      case redraw(at: Int)
    }

    let kind: Kind
    let page: TodoPage
  }

  var open = SortedRows()
  var done = SortedRows()
  var outline = Outline()
  /// Grows with each change, so that two states can be compared without comparing their rows.
  var revision = 0

  static func == (a: TodoPage, b: TodoPage) -> Bool { a.revision == b.revision }

  /// A page without trees.
  init(_ sections: TodoSections = TodoSections(), order: TodoRow.Order? = nil) {
    outline = Outline(order: order ?? sections.order)
    open = SortedRows(sorted: sections.open)
    done = SortedRows(sorted: sections.done)
  }

  /// The order of both sections.
  var order: TodoRow.Order { outline.order }

  /// - Parameter collapsed: the to-dos whose subtasks are hidden; nil for a page without trees.
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

  /// Builds a page off the main thread.
  static func building(
    _ sections: TodoSections, order: TodoRow.Order, collapsed: Set<TodoID>?
  ) async -> TodoPage {
    TodoPage(sections, order: order, collapsed: collapsed)
  }

  var count: Int { open.count + (done.count == 0 ? 0 : done.count + 1) }

  /// The number of rows without the title above the done to-dos.
  var todoCount: Int { open.count + done.count }

  /// - Parameter index: 0..<count.
  func row(at index: Int) -> TodoItem {
    if index == open.count { return .doneTitle }
    let row = index < open.count ? open[index] : done[index - open.count - 1]
    return .todo(row, outline.branch(of: row))
  }

  /// Applies the change of one to-do; a change that was applied already has no effect.
  /// - Parameters:
  ///   - before: the old row; nil if it was not on this page.
  ///   - after: the new row; nil if it does not belong on this page.
  mutating func apply(before: TodoRow?, after: TodoRow?) -> [Step] {
    if before.map(outline.concerns) == true || after.map(outline.concerns) == true {
      return applyToTree(before: before, after: after)
    }
    if let before, let after, before.isDone == after.isDone,
      before.hasSamePlace(as: after, by: outline.order)
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
    // A row removed and inserted at the same place only has a new value.
    guard before?.id == after?.id, steps.count == 2,
      case .splice(let place, removed: 1, added: 0) = steps[0].kind,
      steps[1].kind == .splice(at: place, removed: 0, added: 1)
    else { return steps }
    revision -= 1
    return [Step(kind: .refresh(at: place), page: self)]
  }

  /// Draws a row again, to reset a widget that changed its appearance by itself, such as a ticked check box.
  func redraw(_ id: TodoID) -> Step? {
    index(of: id).map { Step(kind: .redraw(at: $0), page: self) }
  }

  /// The index of a row; nil if it is not on the page, or hidden below a collapsed one.
  func index(of row: TodoRow) -> Int? {
    open.index(of: row, by: outline)
      ?? done.index(of: row, by: outline).map { open.count + 1 + $0 }
  }

  /// The visible row of a to-do, found by a linear search.
  func item(_ id: TodoID) -> TodoItem? {
    index(of: id).map(row(at:))
  }

  /// The index of a to-do, found by a linear search.
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

/// A page as the list model's source of rows.
struct TodoPageSource: RowSource {
  var page = TodoPage()
  /// The maximum number of rows that the model sees.
  var limit = Int.max

  var count: Int { min(page.count, limit) }

  /// The number of rows without the title above the done to-dos.
  var todoCount: Int { count > page.open.count ? count - 1 : count }

  func row(at index: Int) -> TodoItem { page.row(at: index) }
}
