import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoListLargePageTests: XCTestCase {
  private static let count = 20_000

  @MainActor
  private static func bench() async throws -> (SceneBench, ListID) {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    try await bench.execute(
      """
      WITH RECURSIVE number(n) AS
        (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < \(count - 1))
      INSERT INTO todo (id, listID, content, notes, priority, isDone, position, createdAt, modifiedAt)
        SELECT printf('big-%06d', n), '\(list.id.rawValue)', printf('to-do %d', n), '', 0, 0,
          printf('0%07d', n), 0, 0 FROM number
      """)
    return (bench, list.id)
  }

  @MainActor
  func testTheFirstRowsComeBeforeTheWholePage() async throws {
    let (bench, list) = try await Self.bench()
    let page = await TodoListFixture.loaded(bench, .list(list), rows: Self.count)
    let counts = page.view.states.map(\.page.count)
    XCTAssertEqual(counts.first, 0)
    XCTAssertEqual(counts.last, Self.count)
    let opening = try XCTUnwrap(page.view.states.first { $0.page.count > 0 })
    XCTAssertLessThan(opening.page.count, 1_000)
    XCTAssertEqual(opening.page.items, Array(page.view.rows.prefix(opening.page.count)))
    XCTAssertEqual(opening.generation, page.state.generation, "the page grows, it is not another")
  }

  @MainActor
  func testAGestureIsOneSmallStep() async throws {
    let (bench, list) = try await Self.bench()
    let page = await TodoListFixture.loaded(bench, .list(list), rows: Self.count)
    page.submit("one more")
    await page.showsRows(Self.count + 1)
    XCTAssertEqual(
      page.state.steps?.map(\.kind), [.splice(at: Self.count, removed: 0, added: 1)])
    XCTAssertEqual(page.state.reveal?.index, Self.count)
    page.presenter.didToggleDone(TodoID(rawValue: "big-010000"), true)
    await page.showsRows(Self.count + 2)
    XCTAssertEqual(
      page.state.steps?.map(\.kind),
      [.splice(at: 10_000, removed: 1, added: 0), .splice(at: Self.count, removed: 0, added: 2)])
  }

  @MainActor
  func testTypingTouchesNoRow() async throws {
    let (bench, list) = try await Self.bench()
    let page = await TodoListFixture.loaded(bench, .list(list), rows: Self.count)
    let revision = page.state.page.revision
    page.type("a")
    XCTAssertEqual(page.state.steps?.count, 0)
    XCTAssertEqual(page.state.page.revision, revision)
  }
}
