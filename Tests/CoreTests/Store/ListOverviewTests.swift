import XCTest

@testable import Core

final class ListOverviewTests: XCTestCase {
  private func fresh(_ bench: Bench) async throws -> ListOverview {
    let feed = FeedLog(bench.store.overview())
    let hasStarted = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    return try XCTUnwrap(overview(from: feed.state.items))
  }

  func testCountsWhatIsOpen() async throws {
    let bench = try Bench()
    let home = try await bench.store.addList(named: "Home")
    bench.clock.advance(by: 1)
    let work = try await bench.store.addList(named: "Work")
    try await bench.add("a", to: home.id, date: .first, isStarred: true)
    try await bench.add("b", to: home.id, date: .first)
    let done = try await bench.add("c", to: work.id, date: .first, isStarred: true)
    try await bench.store.setDone(done.id, true)
    let overview = try await fresh(bench)
    XCTAssertEqual(
      overview,
      ListOverview(
        lists: [home, work], openCounts: [home.id: 2], importantCount: 1,
        firstTimes: [CalendarTime(day: .first): 2]))
  }

  func testOpensWithTheListsAlone() async throws {
    let bench = try Bench()
    try await bench.add("a")
    let feed = FeedLog(bench.store.overview())
    let hasStarted = await feed.wait { !$0.items.isEmpty }
    XCTAssertTrue(hasStarted)
    guard case .opening(let opening) = feed.state.items[0] else { return XCTFail("no opening") }
    let lists = try await bench.store.lists()
    XCTAssertEqual(opening, ListOverview(lists: lists))
  }

  /// After each command the overview that was kept up to date equals one that is read anew.
  func testFollowsEachCommand() async throws {
    let bench = try Bench()
    let feed = FeedLog(bench.store.overview())
    let store = bench.store
    func check(_ name: String) async throws {
      let expected = try await fresh(bench)
      let follows = await feed.wait(seconds: 5) { overview(from: $0.items) == expected }
      XCTAssertTrue(follows, name)
    }
    let todo = try await bench.add("a", date: .first, isStarred: true)
    try await check("add")
    try await store.setDone(todo.id, true)
    try await check("tick, which leaves nothing to count")
    try await store.setDone(todo.id, false)
    try await check("open again")
    try await store.setStarred(todo.id, false)
    try await check("unstar")
    try await store.update(
      todo.id,
      to: TodoDraft(id: todo.id, content: "a", due: CalendarTime(day: .first.adding(days: 1))))
    try await check("another day")
    let deleted = try await store.delete(todo.id)
    try await check("delete")
    try await store.restore(deleted)
    try await check("restore")
    let other = try await store.addList(named: "Other")
    try await check("add list")
    try await store.renameList(other.id, to: "Another")
    try await check("rename list")
    try await store.deleteList(deleted.listID)
    try await check("delete list")
    try await store.connect(try sampleAccount())
    try await check("connect")
  }

  func testListsWithOnePositionStandByIdentifier() throws {
    func list(_ id: String, _ position: String) -> TodoList {
      TodoList(
        id: ListID(rawValue: id), account: nil, name: id, position: position,
        createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
    }
    var overview = ListOverview()
    for item in [list("b", "1"), list("a", "2"), list("B", "1"), list("c", "0"), list("é", "1")] {
      var change = StoreChange()
      change.note(StoreChange.List(before: nil, after: item))
      overview.apply(change)
    }
    XCTAssertEqual(overview.lists.map(\.id.rawValue), ["c", "B", "b", "é", "a"])
  }
}
