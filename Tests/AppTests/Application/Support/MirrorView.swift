import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A page without widgets. It follows the steps as a list model does, and fails the test when they do
/// not lead to the rows of the state.
@MainActor
final class MirrorView: RecordingView<TodoListState> {
  private(set) var rows: [TodoItem] = []

  var titles: [String] { rows.map(\.title) }

  func row(_ title: String) -> TodoRow? {
    for case .todo(let row, _) in rows where row.content == title { return row }
    return nil
  }

  override func render(_ state: TodoListState) {
    defer { super.render(state) }
    guard state.generation == states.last?.generation, let steps = state.steps else {
      rows = state.page.items
      return
    }
    for step in steps { rows.apply(step) }
    XCTAssertEqual(rows, state.page.items, "the steps do not lead to the page")
  }
}

extension TodoPage {
  var items: [TodoItem] { (0..<count).map(row(at:)) }
}

extension TodoItem {
  var title: String {
    switch self {
    case .todo(let row, _): row.content
    case .doneTitle: "—"
    }
  }
}

extension [TodoItem] {
  /// Does what a list model does with a step.
  mutating func apply(_ step: TodoPage.Step) {
    switch step.kind {
    case .splice(let position, let removed, let added):
      replaceSubrange(
        position..<position + removed,
        with: (position..<position + added).map { step.page.row(at: $0) })
    case .refresh(let position), .redraw(let position):
      self[position] = step.page.row(at: position)
    }
  }
}

extension TodoItem {
  /// Nil for the title above what is done.
  var row: TodoRow? {
    guard case .todo(let row, _) = self else { return nil }
    return row
  }
}
