import Dispatch
import XCTest

@testable import Core

final class FeedTests: XCTestCase {
  func testOpensThenTellsEverythingThenEachChange() async throws {
    let bench = try Bench()
    let first = try await bench.add("a")
    for index in 0..<TodoStore.openingRows { try await bench.add("t\(index)") }
    try await bench.store.setDone(first.id, true)
    let scope = TodoScope.list(first.listID)
    let before = try await bench.store.sections(of: scope)
    let feed = FeedLog(bench.store.todos(in: scope))
    var holds = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    guard case .opening(let opening) = feed.state.items[0],
      case .snapshot(let snapshot) = feed.state.items[1]
    else { return XCTFail("\(feed.state.items)") }
    XCTAssertEqual(Array(opening.open), before.open.prefix(TodoStore.openingRows).map(\.self))
    XCTAssertEqual(opening.done, [])
    XCTAssertEqual(snapshot, before)

    try await bench.store.setDone(first.id, false)
    holds = await feed.wait { $0.items.count == 3 }
    XCTAssertTrue(holds)
    guard case .change(let change) = feed.state.items[2] else { return XCTFail("no change") }
    XCTAssertEqual(change.todos.count, 1)
    XCTAssertEqual(change.todos[0].before?.isDone, true)
    XCTAssertEqual(change.todos[0].after?.isDone, false)
    XCTAssertTrue(change.lists.isEmpty)
  }

  func testTheOpeningOfAShortPageShowsWhatIsDone() async throws {
    let bench = try Bench()
    let todo = try await bench.add("a")
    try await bench.store.setDone(todo.id, true)
    let feed = FeedLog(bench.store.todos(in: .list(todo.listID)))
    let holds = await feed.wait { !$0.items.isEmpty }
    XCTAssertTrue(holds)
    guard case .opening(let opening) = feed.state.items[0] else { return XCTFail("no opening") }
    XCTAssertEqual(opening.done.map(\.id), [todo.id])
  }

  func testAPageIsToldOnlyOfItsOwn() async throws {
    let bench = try Bench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let feed = FeedLog(bench.store.todos(in: .list(home.id)))
    var holds = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    try await bench.add("elsewhere", to: work.id)
    try await bench.store.renameList(home.id, to: "Flat")
    try await bench.add("here", to: home.id)
    holds = await feed.wait { $0.items.count == 3 }
    XCTAssertTrue(holds)
    XCTAssertEqual(
      PageModel(.list(home.id), feed.state.items).sections.open.map(\.content), ["here"])
  }

  func testARowThatLeavesAPageIsTold() async throws {
    let bench = try Bench()
    let todo = try await bench.add("a", date: .first, isStarred: true)
    let important = FeedLog(bench.store.todos(in: .important))
    let day = FeedLog(bench.store.todos(in: .day(.first, .utc)))
    for feed in [important, day] {
      let holds = await feed.wait { $0.items.count == 2 }
      XCTAssertTrue(holds)
    }
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "a"))
    for (feed, scope) in [(important, TodoScope.important), (day, .day(.first, .utc))] {
      let holds = await feed.wait { $0.items.count == 3 }
      XCTAssertTrue(holds)
      let model = PageModel(scope, feed.state.items)
      XCTAssertEqual(model.sections.rows, [])
      XCTAssertEqual(model.misfits, 0)
    }
  }

  func testOneList() async throws {
    let bench = try Bench()
    let home = try await bench.store.addList(named: "Home")
    let other = try await bench.store.addList(named: "Other")
    let feed = FeedLog(bench.store.list(home.id))
    var holds = await feed.wait { $0.items.count == 1 }
    XCTAssertTrue(holds)
    guard case .snapshot(let first) = feed.state.items[0] else { return XCTFail("no snapshot") }
    XCTAssertEqual(first, home)
    try await bench.store.renameList(other.id, to: "Others")
    try await bench.add("x", to: home.id)
    let renamed = try await bench.store.renameList(home.id, to: "Flat")
    try await bench.store.deleteList(home.id)
    holds = await feed.wait { $0.items.count == 3 }
    XCTAssertTrue(holds)
    guard case .change(let rename) = feed.state.items[1],
      case .change(let removal) = feed.state.items[2]
    else { return XCTFail("no changes") }
    XCTAssertEqual(rename.lists, [.init(before: home, after: renamed)])
    XCTAssertEqual(removal.lists, [.init(before: renamed, after: nil)])
  }

  func testAListThatIsGone() async throws {
    let bench = try Bench()
    let feed = FeedLog(bench.store.list(ListID(rawValue: "gone")))
    let holds = await feed.wait { $0.items.count == 1 }
    XCTAssertTrue(holds)
    guard case .snapshot(nil) = feed.state.items[0] else { return XCTFail("\(feed.state.items)") }
  }

  func testReadsAgainAfterAChangeTooLargeToBeTold() async throws {
    for (rows, isTold) in [(StoreChange.limit, true), (StoreChange.limit + 1, false)] {
      let bench = try Bench()
      let list = try await bench.store.addList(named: "Home")
      let feed = FeedLog(bench.store.todos(in: .list(list.id)))
      let lists = FeedLog(bench.store.overview())
      var holds = await feed.wait { $0.items.count == 2 }
      XCTAssertTrue(holds)
      holds = await lists.wait { $0.items.count == 2 }
      XCTAssertTrue(holds)
      try await bench.store.insertRows(rows, into: list)
      for items in [feed] {
        holds = await items.wait { $0.items.count == 3 }
        XCTAssertTrue(holds)
        switch feed.state.items[2] {
        case .change(let change):
          XCTAssertTrue(isTold)
          XCTAssertEqual(change.todos.count, rows)
        case .snapshot(let sections):
          XCTAssertFalse(isTold)
          XCTAssertEqual(sections.open.count, rows)
        default: XCTFail("\(feed.state.items[2])")
        }
      }
      holds = await lists.wait { overview(from: $0.items)?.openCounts == [list.id: rows] }
      XCTAssertTrue(holds)
    }
  }

  /// A commit between the end of one reading and the beginning of the next is in the second
  /// snapshot; it must not be told once more.
  func testReadingTwiceInARowTellsNoCommitTwice() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let store = bench.store
    let list = try await store.addList(named: "Home")
    let firstReading = DispatchSemaphore(value: 0)
    let writerIsHeld = DispatchSemaphore(value: 0)
    let feed = FeedLog(
      store.feed(
        everything: { db in
          let rows = try TodoRow.fetch(db, "WHERE listID = ?", [list.id.rawValue])
          if rows.isEmpty { firstReading.wait() }
          return TodoSections(open: rows)
        }, isRelevant: { _ in true }))
    // While the first reading goes on, a commit asks for another one.
    try await store.insertRows(StoreChange.limit + 1, into: list)
    // Then a commit that waits for its turn before the second reading does.
    store.writer.asyncWriteWithoutTransaction { _ in writerIsHeld.wait() }
    let environment = store.environment
    store.writer.asyncWriteWithoutTransaction { [hub = store.hub] db in
      do {
        var work = StoreTransaction(db: db, environment: environment)
        try db.inTransaction {
          try work.insert(
            Todo(
              id: TodoID(rawValue: "late"), listID: list.id, content: "late", position: "z",
              createdAt: environment.now(), modifiedAt: environment.now()), outbox: nil)
          return .commit
        }
        hub.publish(work.change)
      } catch {
        XCTFail("\(error)")
      }
    }
    firstReading.signal()
    var holds = await feed.wait { $0.items.count == 1 }
    XCTAssertTrue(holds)
    writerIsHeld.signal()
    holds = await feed.wait { $0.items.count >= 2 }
    XCTAssertTrue(holds)
    // One more, so that everything told before it has arrived.
    try await bench.add("last", to: list.id)
    holds = await feed.wait {
      PageModel(.list(list.id), $0.items).open.values.contains { $0.content == "last" }
    }
    XCTAssertTrue(holds)
    let model = PageModel(.list(list.id), feed.state.items)
    XCTAssertEqual(model.misfits, 0)
    let late = feed.state.items.filter { item in
      guard case .change(let change) = item else { return false }
      return change.todos.contains { $0.after?.content == "late" }
    }
    XCTAssertEqual(late.count, 0, "the snapshot has it already")
    XCTAssertEqual(model.open.count, StoreChange.limit + 3)
  }

  func testAClosedStoreFailsTheFeed() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    try bench.store.close()
    let feed = FeedLog(bench.store.overview())
    let hasEnded = await feed.wait { $0.hasEnded }
    XCTAssertTrue(hasEnded)
    guard case .failed? = feed.state.items.last else { return XCTFail("\(feed.state.items)") }
  }
}
