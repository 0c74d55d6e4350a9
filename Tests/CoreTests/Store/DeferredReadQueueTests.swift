import XCTest

@testable import Core

final class DeferredReadQueueTests: XCTestCase {
  /// A store of which the file counts as large: the last row has a high number.
  private func large() async throws -> (Bench, Todo) {
    let bench = try Bench()
    let todo = try await bench.add("a")
    try await bench.store.writer.write { try $0.execute(sql: "UPDATE todo SET rowid = 1001") }
    return (bench, todo)
  }

  func testALargeFileOpensOnlyUntilTheRestIsReleased() async throws {
    let (bench, todo) = try await large()
    bench.store.holdSnapshots()
    let feed = FeedLog(bench.store.todos(in: .list(todo.listID)))
    let counts = FeedLog(bench.store.overview())
    var holds = await feed.wait { !$0.items.isEmpty }
    XCTAssertTrue(holds)
    holds = await counts.wait { !$0.items.isEmpty }
    XCTAssertTrue(holds)
    // A store in memory reads on one queue: what had been asked before it has been read.
    let added = try await bench.add("b")
    XCTAssertEqual(feed.state.items.count, 1)
    XCTAssertEqual(counts.state.items.count, 1)

    bench.store.releaseSnapshots()
    holds = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    guard case .opening(let opening) = feed.state.items[0],
      case .snapshot(let snapshot) = feed.state.items[1]
    else { return XCTFail("\(feed.state.items)") }
    XCTAssertEqual(opening.open.map(\.id), [todo.id])
    XCTAssertEqual(snapshot.open.map(\.id), [todo.id, added.id], "with the commit meanwhile, once")
    holds = await counts.wait { overview(from: $0.items)?.openCounts == [todo.listID: 2] }
    XCTAssertTrue(holds)

    try await bench.store.setDone(todo.id, true)
    holds = await feed.wait { $0.items.count == 3 }
    XCTAssertTrue(holds)
    guard case .change = feed.state.items[2] else { return XCTFail("no change") }
  }

  func testASmallFileIsReadAtOnce() async throws {
    let bench = try Bench()
    let todo = try await bench.add("a")
    bench.store.holdSnapshots()
    let feed = FeedLog(bench.store.todos(in: .list(todo.listID)))
    let isWhole = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(isWhole)
  }

  func testWhatWasReleasedStaysReleased() async throws {
    let (bench, todo) = try await large()
    bench.store.holdSnapshots()
    bench.store.releaseSnapshots()
    let feed = FeedLog(bench.store.todos(in: .list(todo.listID)))
    let isWhole = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(isWhole)
  }
}
