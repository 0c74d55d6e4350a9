import Core
import Service
import Toolkit
import XCTest

@testable import App

final class TodoRowMenuTests: XCTestCase {
  private static func row(_ number: Int, below parent: Int? = nil, isDone: Bool = false) -> TodoRow
  {
    TodoRow(
      id: TodoID(rawValue: "\(number)"), listID: ListID(rawValue: "l"),
      parent: parent.map { TodoID(rawValue: "\($0)") }, content: "\(number)", isDone: isDone,
      position: "\(number)")
  }

  private static let rows = [row(1), row(2), row(3, below: 2), row(4), row(5, isDone: true)]

  private static func page(_ order: TodoRow.Order) -> TodoPage {
    TodoPage(
      TodoSections(open: rows.filter { !$0.isDone }, done: rows.filter(\.isDone)), order: order,
      collapsed: [])
  }

  private static func actions(
    of row: TodoRow, in page: TodoPage?, isReadOnly: Bool = false
  ) -> Set<String> {
    let items = TodoRowMenu.sections(of: row, in: page, isReadOnly: isReadOnly).joined()
    // Such as “row.delete::1”.
    return Set(items.map { String($0.action.dropFirst(4).prefix { $0 != ":" }) })
  }

  func testWhatCanBeMovedByHand() {
    let page = Self.page(.position)
    let moves: Set = ["move-up", "move-down"]
    for (row, wanted) in zip(
      Self.rows, [["move-down"], ["move-up", "move-down"], [], ["move-up"], []] as [Set<String>])
    {
      XCTAssertEqual(Self.actions(of: row, in: page).intersection(moves), wanted, row.content)
      for other in [nil, Self.page(.title)] {
        XCTAssertTrue(Self.actions(of: row, in: other).isDisjoint(with: moves), row.content)
      }
    }
  }

  func testWhatIsOverIsNotCancelled() {
    let page = Self.page(.position)
    for row in Self.rows {
      XCTAssertEqual(Self.actions(of: row, in: page).contains("cancel"), !row.isDone, row.content)
      XCTAssertEqual(Self.actions(of: row, in: nil).contains("cancel"), !row.isDone, row.content)
      XCTAssertEqual(Self.actions(of: row, in: page, isReadOnly: true), ["edit"])
    }
  }

  /// Another device may change the to-do while the menu is open.
  func testWhatIsMarkedIsWhatTheItemSays() {
    for (row, action) in [(Self.row(1), "done"), (Self.row(5, isDone: true), "reopen")] {
      let actions = Self.actions(of: row, in: nil)
      XCTAssertEqual(actions.intersection(["done", "reopen"]), [action])
    }
    for (priority, action) in [(.undefined, "star"), (.highest, "unstar")] as [(Priority, String)] {
      let row = TodoRow(
        id: TodoID(rawValue: "1"), listID: ListID(rawValue: "l"), content: "1", priority: priority,
        position: "1")
      let actions = Self.actions(of: row, in: nil)
      XCTAssertEqual(actions.intersection(["star", "unstar"]), [action])
    }
  }

  /// A person's snoozes are their own also where the to-do is not; a calendar that may only be read keeps none.
  func testWhatMayOnlyBeReadCanBeSnoozed() {
    let snoozes = Set(SnoozeLength.allCases.map { "snooze-\($0.rawValue)" })
    for (isDone, maySnooze) in [(false, true), (false, false), (true, true)] {
      let row = TodoRow(
        id: TodoID(rawValue: "1"), listID: ListID(rawValue: "l"), content: "1",
        isDone: isDone, hasReminder: true, position: "1")
      let items = TodoRowMenu.sections(
        of: row, in: nil, isReadOnly: true, maySnooze: maySnooze
      ).joined()
      let actions = Set(items.map { String($0.action.dropFirst(4).prefix { $0 != ":" }) })
      XCTAssertEqual(actions, !isDone && maySnooze ? snoozes.union(["edit"]) : ["edit"])
    }
  }

  /// A letter that stands for two items only moves the focus between them.
  @MainActor
  func testEachLetterStandsForOneItem() {
    let page = Self.page(.position)
    let menus =
      Self.rows.map { TodoRowMenu.sections(of: $0, in: page, isReadOnly: false) }
      + [WindowView.menu]
    for menu in menus {
      let letters = menu.joined().compactMap { item in
        item.label.firstIndex(of: "_").map { item.label[$0...].dropFirst().prefix(1).lowercased() }
      }
      XCTAssertEqual(letters.count, Set(letters).count, "\(letters)")
    }
  }
}
