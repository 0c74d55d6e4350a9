import Basics
import XCTest

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

/// Pages of lists that other people own.
final class TodoListSharingTests: XCTestCase {
  private static let refusal = "You can only read this list"

  @MainActor
  private static func page(_ role: ListRole) async throws -> (TodoListFixture, Account) {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    bench.names.names = ["bob": "Bob"]
    let club = try await bench.join("club", named: "Club", of: "bob", as: role, ann, todos: ["a"])
    let page = await TodoListFixture.loaded(bench, .list(club.id), rows: 1)
    await eventually("the list") { page.state.access != nil }
    return (page, ann)
  }

  @MainActor
  func testReaderChangesNothing() async throws {
    let (page, _) = try await Self.page(.reader)
    XCTAssertEqual(
      page.state.access?.refusal, "You can read this list but not change it. Shared by Bob.")
    XCTAssertFalse(page.state.canWrite)
    let id = TodoID(rawValue: "club-0")
    page.presenter.didToggleDone(id, true)
    XCTAssertEqual(page.state.notice?.text, Self.refusal)
    page.presenter.didToggleStar(id, true)
    page.presenter.didDelete(id)
    page.presenter.didActivate(id)
    page.submit("b")
    page.presenter.didRequestDetails()
    page.presenter.didRequestEditList()
    page.presenter.didRequestDeleteList()
    XCTAssertEqual(page.state.notice?.number, 5)
    await page.bench.waitUntilIdle()
    XCTAssertEqual(page.navigator.calls, [.show(id)], "it can be read")
    XCTAssertEqual(page.navigator.alerts.titles, [])
    XCTAssertEqual(page.view.titles, ["a"])
    let todo = try await page.bench.store.todo(id)
    XCTAssertEqual(todo?.isDone, false)
    XCTAssertEqual(todo?.priority, .undefined)
  }

  @MainActor
  func testACalendarThatMayOnlyBeReadIsLocked() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let todo = try await bench.add("a")
    let lists = try await bench.store.lists()
    let list = try XCTUnwrap(lists.first)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 1)
    await eventually("an own list") { page.state.access?.canManage == true }
    let place = RemoteResource(path: "/team/", etag: nil, text: nil, isReadOnly: true)
    try await bench.store.apply(
      [
        RemoteRecord(
          key: list.key, state: .live(list.fields),
          version: RecordVersion(tag: "read-only", resource: place))
      ], from: ann.id)
    await eventually("a locked list") { page.state.access == .locked }
    XCTAssertEqual(page.state.access?.refusal, "You can read this list but not change it.")
    XCTAssertFalse(page.state.canWrite)
    page.presenter.didToggleDone(todo.id, true)
    XCTAssertEqual(page.state.notice?.text, Self.refusal)
    page.submit("b")
    page.presenter.didRequestLeave()
    page.presenter.didRequestDeleteList()
    await bench.waitUntilIdle()
    XCTAssertEqual(page.view.titles, ["a"])
    XCTAssertEqual(page.navigator.alerts.titles, [])
  }

  @MainActor
  func testWriterWorksAsInAnOwnList() async throws {
    let (page, _) = try await Self.page(.writer)
    XCTAssertNil(page.state.access?.refusal)
    XCTAssertEqual(page.state.access?.note, "Shared by Bob")
    page.submit("b")
    await page.shows(["a", "b"])
    page.presenter.didToggleDone(TodoID(rawValue: "club-0"), true)
    await page.shows(["b", "—", "a"])
    page.presenter.didRequestEditList()
    page.presenter.didRequestDeleteList()
    XCTAssertEqual(page.navigator.calls, [])
    page.presenter.didRequestSharing()
    page.presenter.didRequestLeave()
    let club = ListID(rawValue: "club")
    XCTAssertEqual(page.navigator.calls, [.members(club), .leave(club)])
    XCTAssertNil(page.state.notice)
  }

  @MainActor
  func testRoleIsFollowedAtOnce() async throws {
    let (page, ann) = try await Self.page(.writer)
    try await page.bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    await eventually("no writing") { !page.state.canWrite && !page.state.readOnly.isEmpty }
    try await page.bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    await eventually("writing") { page.state.canWrite && page.state.readOnly.isEmpty }
    page.submit("b")
    await page.shows(["a", "b"])
  }

  @MainActor
  func testWhoMayOnlyReadSnoozesAndCanUndoThat() async throws {
    let (page, _) = try await Self.page(.reader)
    let id = TodoID(rawValue: "club-0")
    let stored = try await page.bench.store.todo(id)
    var todo = try XCTUnwrap(stored)
    let due = Timestamp(milliseconds: page.bench.time.now().milliseconds + 7_200_000)
    todo.due = CalendarTime(due, zone: .utc)
    let share = try XCTUnwrap(todo.account)
    try await page.bench.store.apply(
      [
        RemoteRecord(
          key: todo.key, state: .live(todo.fields), version: RecordVersion(tag: "v2"))
      ], from: share)
    page.presenter.didSnooze(id, .hour)
    await page.bench.waitUntilIdle()
    XCTAssertTrue(page.state.notice?.text.hasPrefix("Rings again: ") == true)
    func snoozed() async throws -> Int {
      try await page.bench.store.read { try Consent.fetch($0, "SELECT * FROM consent") }
        .map(\.snoozes.count).reduce(0, +)
    }
    let count = try await snoozed()
    XCTAssertEqual(count, 1)
    page.bench.undo.undo()
    await page.bench.waitUntilIdle()
    let none = try await snoozed()
    XCTAssertEqual(none, 0)
  }

  @MainActor
  func testEmptyListOfAnotherDoesNotAskForTodos() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    let page = TodoListFixture(bench, .list(club.id))
    await eventually("the page") { page.view.states.last?.placeholder == .nothingToRead }
  }

  @MainActor
  func testMixedPagesKnowWhatMayNotBeChanged() async throws {
    let (_, ann) = try await Self.page(.reader)
    let bench = try SceneBench()
    try await bench.store.connect(ann)
    let club = try await bench.join(
      "club", named: "Club", of: "bob", as: .writer, ann, todos: ["a"])
    try await bench.store.setStarred(TodoID(rawValue: "club-0"), true)
    let own = try await bench.add("milk", isStarred: true)
    try await bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    let page = await TodoListFixture.loaded(bench, .important, rows: 2)
    await eventually("the list") { page.state.readOnly == [club.id] }
    XCTAssertNil(page.state.access)
    XCTAssertTrue(page.state.canWrite)
    page.presenter.didToggleStar(TodoID(rawValue: "club-0"), false)
    XCTAssertEqual(page.state.notice?.text, Self.refusal)
    page.presenter.didToggleStar(own.id, false)
    await page.shows(["a"])
  }

  @MainActor
  func testOwnListsOfferWhatTheyCan() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    await eventually("the list") { page.state.access == .personal }
    page.presenter.didRequestSharing()
    page.presenter.didRequestLeave()
    XCTAssertEqual(page.navigator.calls, [])
    _ = try await bench.connect()
    await eventually("the account") { page.state.access == .own(isShared: false) }
    page.presenter.didRequestSharing()
    XCTAssertEqual(page.navigator.calls, [.members(list.id)])
  }
}
