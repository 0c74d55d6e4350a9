import XCTest

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

/// What another device changes while the details are open.
@MainActor
final class DetailsOtherDeviceTests: XCTestCase {
  private func open(_ title: String = "milk") async throws -> (SceneBench, Account, DetailsFixture)
  {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let todo = try await bench.add(title)
    try await bench.acknowledgeAll(of: account)
    return (bench, account, DetailsFixture(bench, .edit(todo)))
  }

  /// The other device changes what is stored here, and the server tells it.
  private func receive(
    _ bench: SceneBench, _ account: Account, _ version: String, _ edit: (inout Todo) -> Void
  ) async throws {
    let all = try await bench.store.lists()
    let rows = try await bench.store.sections(of: .list(all[0].id))
    let id = try XCTUnwrap(rows.rows.first?.id)
    let stored = try await bench.store.todo(id)
    var todo = try XCTUnwrap(stored)
    edit(&todo)
    todo.modifiedAt = Timestamp(milliseconds: todo.modifiedAt.milliseconds + 1)
    try await bench.store.apply(
      [
        RemoteRecord(
          key: todo.key, state: .live(todo.fields), version: RecordVersion(tag: version))
      ], from: account.id)
  }

  func testFieldsThatAreNotBeingEditedShowAtOnce() async throws {
    let (bench, account, scene) = try await open()
    scene.type(title: "mil")
    try await receive(bench, account, "v2") {
      $0.notes = "from the shop"
      $0.priority = .highest
    }
    await eventually("the notes") { scene.state.todo.notes == "from the shop" }
    XCTAssertEqual(scene.state.todo.priority, .highest)
    XCTAssertEqual(scene.state.todo.content, "mil", "typed just now")
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual([stored.content, stored.notes], ["mil", "from the shop"])
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
  }

  func testTheTextThatIsTypedStaysAndTheOtherOneIsKept() async throws {
    let (bench, account, scene) = try await open()
    scene.type(title: "milk and b")
    try await receive(bench, account, "v2") { $0.content = "cream" }
    scene.type(title: "milk and br")
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.state.todo.content, "milk and br")
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.content, "milk and br")
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts.map(\.lost), [["content": .string("cream")]])
    XCTAssertEqual(conflicts.map(\.kept), [["content": .string("milk and br")]])
  }

  func testTypingThatWasKeptIsNotReplacedBeforeTheFocusLeaves() async throws {
    let (bench, account, scene) = try await open()
    scene.type(notes: "two bottles")
    await scene.leave()
    try await bench.acknowledgeAll(of: account)
    try await receive(bench, account, "v2") {
      $0.notes = "three bottles"
      $0.priority = .highest
    }
    await eventually("the star") { scene.state.todo.priority == .highest }
    XCTAssertEqual(scene.state.todo.notes, "two bottles", "the cursor is there")
    scene.presenter.didLeave(.notes)
    await eventually("the other notes") { scene.state.todo.notes == "three bottles" }
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.notes, "three bottles")
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
  }

  func testTypingOnAfterAnotherDeviceIsAConflict() async throws {
    let (bench, account, scene) = try await open()
    scene.type(notes: "two")
    await scene.leave()
    try await bench.acknowledgeAll(of: account)
    try await receive(bench, account, "v2") { $0.notes = "three" }
    await bench.waitUntilIdle()
    scene.type(notes: "two bottles")
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.notes, "two bottles")
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts.map(\.lost), [["notes": .string("three")]])
  }

  func testDeletedTodoIsToldAndAnEditRevivesIt() async throws {
    let (bench, account, scene) = try await open()
    let todo = try await scene.stored()
    scene.type(notes: "two bottl")
    try await bench.store.apply(
      [RemoteRecord(key: todo.key, state: .deleted, version: RecordVersion(tag: "v2"))],
      from: account.id)
    await eventually("the news") { scene.state.storageState == .deleted }
    scene.type(notes: "two bottles")
    XCTAssertEqual(scene.state.todo.content, "milk", "nothing is gone from the screen")
    await scene.leave()
    XCTAssertEqual(scene.state.storageState, .stored)
    let stored = try await scene.stored()
    XCTAssertEqual([stored.content, stored.notes], ["milk", "two bottles"])
    let waiting = try await bench.store.pendingRecords(of: account.id)
    XCTAssertEqual(waiting.contains(todo.key), true, "the others get it back")
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
  }

  func testDeletedTodoThatNobodyEditsStaysDeleted() async throws {
    let (bench, _, scene) = try await open()
    let todo = try await scene.stored()
    _ = try await bench.store.delete(todo.id)
    await eventually("the news") { scene.state.storageState == .deleted }
    // There is nothing that could get another place.
    scene.presenter.didRequestMove()
    scene.presenter.didRequestParent()
    XCTAssertEqual(scene.navigator.calls, [])
    await scene.close()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
  }
}
