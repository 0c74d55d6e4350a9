import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// What is changed elsewhere while the page is open.
final class TodoListOtherDeviceTests: XCTestCase {
  @MainActor
  func testNewNameOfTheListIsTheTitle() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    await eventually("the title") { page.state.title == "Home" }
    try await bench.store.renameList(list.id, to: "House")
    await eventually("the new title") { page.state.title == "House" }
  }

  @MainActor
  func testDeletedListLeavesThePage() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    try await bench.add("milk", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 1)
    try await bench.store.deleteList(list.id)
    await eventually("the way out") { page.navigator.calls == [.listIsGone] }
  }

  @MainActor
  func testListThatNeverWasLeavesThePage() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let page = TodoListFixture(bench, .list(ListID(rawValue: "gone")))
    await eventually("the way out") { page.navigator.calls == [.listIsGone] }
  }

  @MainActor
  func testOneCommitWithManyRows() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    for (count, isStepwise) in [(60, true), (300, false)] {
      let before = page.view.rows.count
      try await bench.receive(count, in: list.id, of: account, named: "batch \(count)")
      await page.showsRows(before + count)
      XCTAssertEqual(page.state.steps != nil, isStepwise)
    }
  }

  @MainActor
  func testOneCommitTooLargeToBeTold() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    let generation = page.state.generation
    try await bench.receive(1_200, in: list.id, of: account, named: "batch")
    await page.showsRows(1_200)
    XCTAssertEqual(page.state.generation, generation, "the same page: scroll position stays")
    try await bench.add("one more", to: list.id)
    await page.showsRows(1_201)
  }

  @MainActor
  func testMarkTellsWhatTheServerLacks() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", isStarred: true)
    let page = await TodoListFixture.loaded(bench, .important, rows: 1)
    XCTAssertEqual(page.view.row("milk")?.mark, TodoRow.Mark.none)
    let account = try await bench.connect()
    await eventually("waiting") { page.view.row("milk")?.mark == .waiting }
    let retry = SyncRetry(
      attempts: 1, notBefore: bench.time.now(), problem: .refused(status: 403, code: "NO"))
    try await bench.store.setRecordRetry(retry, for: todo.key, of: account.id)
    await eventually("quarantined") { page.view.row("milk")?.mark == .quarantined }
    try await bench.store.setRecordRetry(nil, for: todo.key, of: account.id)
    let keys = try await bench.store.pendingRecords(of: account.id)
    XCTAssertEqual(Set(keys.map(\.kind)), [.list, .todo])
    let changes = try await bench.store.beginPush(keys, of: account.id)
    await eventually("on its way") { page.view.row("milk")?.mark == .sending }
    try await bench.store.acknowledge(
      changes, versions: changes.map { _ in RecordVersion(tag: "v1") })
    await eventually("sent") { page.view.row("milk")?.mark == TodoRow.Mark.none }
  }
}
