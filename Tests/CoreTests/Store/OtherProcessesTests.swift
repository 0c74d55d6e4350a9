import GRDB
import XCTest

@testable import Core

/// A second store on the same file stands for another process: SQLite tells connections apart, not
/// processes.
final class OtherProcessesTests: XCTestCase {
  func testReadersAreToldToReadAgain() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let list = try await bench.store.addList(named: "Home")
    bench.store.beginNoticingOtherProcesses()
    let feed = FeedLog(bench.store.todos(in: .list(list.id)))
    let overview = FeedLog(bench.store.overview())
    var holds = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)

    let other = try Bench(path: folder.file(), ids: CountingIDs(prefix: "other-"))
    try await other.add("from elsewhere", to: list.id)
    bench.store.noticeOtherProcesses()
    holds = await feed.wait {
      PageModel(.list(list.id), $0.items).sections.open.map(\.content) == ["from elsewhere"]
    }
    XCTAssertTrue(holds)
    holds = await overview.wait { CoreTests.overview(from: $0.items)?.openCounts[list.id] == 1 }
    XCTAssertTrue(holds)
    // Changes after it fit: nothing is told twice and nothing is missing.
    try await bench.add("from here", to: list.id)
    holds = await feed.wait {
      PageModel(.list(list.id), $0.items).sections.open.map(\.content)
        == ["from elsewhere", "from here"]
    }
    XCTAssertTrue(holds)
    XCTAssertEqual(PageModel(.list(list.id), feed.state.items).misfits, 0)
    try other.store.close()
    try bench.store.close()
  }

  func testEverybodyWhoActsOnChangesIsTold() async throws {
    let folder = try TestFolder()
    let (bench, ann) = try await Bench.connected(path: folder.file())
    let bob = try sampleAccount(user: "bob")
    try await bench.store.connect(bob)
    let list = try await bench.store.addList(named: "Bob's", to: .account(bob.id))
    try await bench.add("to Ann's server")
    bench.store.beginNoticingOtherProcesses()
    try await bench.store.settled()
    let changes = FeedLog(recording(bench.store))
    let other = try Bench(path: folder.file(), ids: CountingIDs(prefix: "other-"))
    try await other.add("from elsewhere", to: list.id)
    bench.store.noticeOtherProcesses()
    let holds = await changes.wait { !$0.items.isEmpty }
    XCTAssertTrue(holds)
    let change = try XCTUnwrap(changes.state.items.first)
    XCTAssertTrue(change.isReload)
    XCTAssertTrue(change.touchesSync)
    XCTAssertEqual(change.outboxAccounts, [bob.id], "not \(ann): its edit is from here")
    XCTAssertTrue(change.touchesTrash)
    XCTAssertTrue(change.touchesMembers)
    try other.store.close()
    try bench.store.close()
  }

  func testThatSomebodyHasSignedInAgainIsTold() async throws {
    let folder = try TestFolder()
    let (bench, ann) = try await Bench.connected(path: folder.file())
    try await bench.store.setAccountRetry(
      SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .authentication), of: ann)
    bench.store.beginNoticingOtherProcesses()
    try await bench.store.settled()
    let changes = FeedLog(recording(bench.store))
    let other = try Bench(path: folder.file(), ids: CountingIDs(prefix: "other-"))
    let own = FeedLog(recording(other.store))
    try await other.store.connect(try sampleAccount())
    bench.store.noticeOtherProcesses()
    for log in [changes, own] {
      let holds = await log.wait { !$0.items.isEmpty }
      XCTAssertTrue(holds)
      XCTAssertEqual(log.state.items.first?.outboxAccounts, [ann])
    }
    let retry = try await bench.store.accountRetry(of: ann)
    XCTAssertNil(retry)
    try other.store.close()
    try bench.store.close()
  }

  func testOwnCommitsAreNoNews() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    bench.store.beginNoticingOtherProcesses()
    try await bench.store.settled()
    let changes = FeedLog(recording(bench.store))
    for index in 0..<50 {
      try await bench.add("t\(index)")
      bench.store.noticeOtherProcesses()
    }
    try await bench.store.settled()
    XCTAssertEqual(changes.state.items.filter(\.isReload).count, 0)
    try bench.store.close()
  }

  func testOneReloadForManyCommits() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    bench.store.beginNoticingOtherProcesses()
    try await bench.store.settled()
    let changes = FeedLog(recording(bench.store))
    let other = try Bench(path: folder.file(), ids: CountingIDs(prefix: "other-"))
    for index in 0..<20 { try await other.add("t\(index)") }
    for _ in 0..<5 { bench.store.noticeOtherProcesses() }
    let holds = await changes.wait { !$0.items.isEmpty }
    XCTAssertTrue(holds)
    try await bench.store.settled()
    XCTAssertEqual(changes.state.items.filter(\.isReload).count, 1)
    try other.store.close()
    try bench.store.close()
  }

  func testSeveralCanOpenAFileThatIsNotThereYet() async throws {
    let folder = try TestFolder()
    let path = folder.file()
    let stores = try await withThrowingTaskGroup(of: TodoStore.self) { group in
      for _ in 0..<8 { group.addTask { try TodoStore.open(at: path) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for (index, store) in stores.enumerated() {
      try await store.add(TodoDraft(id: TodoID(rawValue: "todo-\(index)"), content: "t\(index)"))
    }
    let count = try await stores[0].allTodos().count
    XCTAssertEqual(count, 8)
    for store in stores { try store.close() }
  }

  // MARK: Parts

  /// Every change that the hub hands out from now on.
  private func recording(_ store: TodoStore) -> AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream<StoreChange>.makeStream()
    store.hub.add({ continuation.yield($0) }, as: store.hub.makeNumber())
    return stream
  }
}

extension TodoStore {
  /// Waits until the writer has done everything that was asked for.
  fileprivate func settled() async throws {
    try await writer.writeWithoutTransaction { _ in }
  }
}
