import Core
import XCTest

import struct TestSupport.SplitMix64

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoPageTests: XCTestCase {
  private static func row(_ id: Int, _ position: String = "", isDone: Bool = false) -> TodoRow {
    TodoRow(
      id: TodoID(rawValue: String(id)), listID: ListID(rawValue: "l"), content: "\(id)",
      isDone: isDone, position: position.isEmpty ? String(id + 100) : position)
  }

  private static func page(_ rows: [TodoRow]) -> TodoPage {
    let rows = rows.sorted { $0.precedes($1) }
    return TodoPage(
      TodoSections(open: rows.filter { !$0.isDone }, done: rows.filter(\.isDone)))
  }

  /// Applies a change and checks that each step leads to its page.
  private static func check(
    _ page: inout TodoPage, _ before: TodoRow?, _ after: TodoRow?,
    file: StaticString = #filePath, line: UInt = #line
  ) -> [TodoPage.Step.Kind] {
    var items = page.items
    let revision = page.revision
    let steps = page.apply(before: before, after: after)
    for step in steps {
      items.apply(step)
      XCTAssertEqual(items, step.page.items, "\(step.kind)", file: file, line: line)
    }
    XCTAssertEqual(items, page.items, file: file, line: line)
    XCTAssertEqual(page.revision, revision + steps.count, file: file, line: line)
    return steps.map(\.kind)
  }

  private static func titles(_ page: TodoPage) -> String { page.items.map(\.title).joined() }

  func testTitleStandsAboveTheFirstDoneRow() {
    var page = Self.page([Self.row(1), Self.row(2)])
    XCTAssertEqual(
      Self.check(&page, Self.row(1), Self.row(1, isDone: true)),
      [.splice(at: 0, removed: 1, added: 0), .splice(at: 1, removed: 0, added: 2)])
    XCTAssertEqual(Self.titles(page), "2—1")
    XCTAssertEqual(
      Self.check(&page, Self.row(2), Self.row(2, isDone: true)),
      [.splice(at: 0, removed: 1, added: 0), .splice(at: 2, removed: 0, added: 1)])
    XCTAssertEqual(Self.titles(page), "—12")
  }

  func testTitleGoesWithTheLastDoneRow() {
    var page = Self.page([Self.row(1), Self.row(2, isDone: true), Self.row(3, isDone: true)])
    XCTAssertEqual(
      Self.check(&page, Self.row(2, isDone: true), nil), [.splice(at: 2, removed: 1, added: 0)])
    XCTAssertEqual(Self.titles(page), "1—3")
    XCTAssertEqual(
      Self.check(&page, Self.row(3, isDone: true), Self.row(3)),
      [.splice(at: 1, removed: 2, added: 0), .splice(at: 1, removed: 0, added: 1)])
    XCTAssertEqual(Self.titles(page), "13")
  }

  func testChangedValueIsARefreshInItsPlace() {
    var page = Self.page([Self.row(1), Self.row(2), Self.row(3, isDone: true)])
    var open = Self.row(2)
    open.content = "two"
    XCTAssertEqual(Self.check(&page, Self.row(2), open), [.refresh(at: 1)])
    var done = Self.row(3, isDone: true)
    done.priority = .highest
    XCTAssertEqual(Self.check(&page, Self.row(3, isDone: true), done), [.refresh(at: 3)])
    XCTAssertEqual(page.row(at: 3), .todo(done))
  }

  func testMovedRowIsTakenOutAndPutIn() {
    var page = Self.page([Self.row(1), Self.row(2), Self.row(3)])
    XCTAssertEqual(
      Self.check(&page, Self.row(1), Self.row(1, "999")),
      [.splice(at: 0, removed: 1, added: 0), .splice(at: 2, removed: 0, added: 1)])
    XCTAssertEqual(
      Self.check(&page, Self.row(3), Self.row(3, "300")), [.refresh(at: 1)],
      "its place among the others is the same")
  }

  func testWhatIsShownAlreadyIsNoChange() {
    var page = Self.page([Self.row(1), Self.row(2, isDone: true)])
    XCTAssertEqual(Self.check(&page, Self.row(1), Self.row(1)), [])
    XCTAssertEqual(Self.check(&page, Self.row(2, isDone: true), Self.row(2, isDone: true)), [])
  }

  func testRowsComeAndGo() {
    var page = Self.page([Self.row(1)])
    XCTAssertEqual(Self.check(&page, nil, Self.row(2)), [.splice(at: 1, removed: 0, added: 1)])
    XCTAssertEqual(Self.check(&page, Self.row(1), nil), [.splice(at: 0, removed: 1, added: 0)])
    XCTAssertEqual(Self.check(&page, nil, nil), [])
    XCTAssertEqual(Self.check(&page, Self.row(7), nil), [], "it was never here")
  }

  func testRedrawShowsTheSameRowAgain() throws {
    let page = Self.page([Self.row(1), Self.row(2, isDone: true)])
    let step = try XCTUnwrap(page.redraw(TodoID(rawValue: "2")))
    XCTAssertEqual(step.kind, .redraw(at: 2))
    XCTAssertEqual(step.page.items, page.items)
    XCTAssertNil(page.redraw(TodoID(rawValue: "3")))
    XCTAssertEqual(page.item(TodoID(rawValue: "1")), .todo(Self.row(1)))
  }

  func testRandomChangesLeadToThePageOfTheirRows() {
    for seed in 1...5 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var rows: [Int: TodoRow] = [:]
      var page = TodoPage()
      for _ in 0..<800 {
        let id = Int.random(in: 0..<40, using: &random)
        let before = rows[id]
        var after = before ?? Self.row(id)
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where before != nil: rows[id] = nil
        case 1: after.position = String(Int.random(in: 100..<120, using: &random))
        case 2: after.priority.setStarred(!after.isStarred)
        default: after.isDone.toggle()
        }
        let isDeleted = before != nil && rows[id] == nil
        if !isDeleted { rows[id] = after }
        _ = Self.check(&page, before, rows[id])
        let once = page.items
        XCTAssertEqual(once, Self.page(Array(rows.values)).items, "seed \(seed)")
        _ = Self.check(&page, before, rows[id])
        XCTAssertEqual(page.items, once, "told twice, seed \(seed)")
      }
    }
  }

  func testAChangeCostsTheSameOnALargePage() {
    /// The quickest of several runs of 200 ticks.
    func cost(_ count: Int) -> Duration {
      var page = Self.page((0..<count).map { Self.row($0 + 1_000_000) })
      return (0..<5).map { _ in
        ContinuousClock().measure {
          for id in 0..<200 {
            let row = Self.row(id * (count / 200) + 1_000_000)
            var done = row
            done.isDone = true
            let before = page
            _ = page.apply(before: row, after: done)
            _ = page.apply(before: done, after: row)
            XCTAssertEqual(before.count, count)
          }
        }
      }.min() ?? .zero
    }
    let (small, large) = (cost(1_000), cost(32_000))
    XCTAssertLessThan(large, small * 8, "32 times as many rows must not cost 32 times as much")
  }
}
