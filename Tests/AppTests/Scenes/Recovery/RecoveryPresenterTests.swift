import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class RecoveryPresenterTests: XCTestCase {
  @MainActor
  func testTrashIsToldInWordsAndLive() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let milk = try await bench.add("milk", to: home.id)
    try await bench.add("bread", to: home.id)
    let scene = await RecoveryFixture.loaded(bench)
    XCTAssertEqual(scene.state.trash, [])
    _ = try await bench.store.delete(milk.id)
    await eventually("the to-do") { scene.state.trash.count == 1 }
    XCTAssertEqual(scene.state.trash[0].title, "milk")
    XCTAssertEqual(scene.state.trash[0].place, "Home")
    XCTAssertTrue(scene.state.trash[0].reason.hasPrefix("Deleted · "))
    try await bench.store.deleteList(home.id)
    await eventually("the list") { scene.state.trash.count == 2 }
    XCTAssertEqual(scene.state.trash[0].title, "Home")
    XCTAssertEqual(scene.state.trash[0].place, "List with 1 to-do")
    XCTAssertEqual(scene.state.conflicts, [])
  }

  @MainActor
  func testRestoredThingIsBackAtOnce() async throws {
    let bench = try SceneBench()
    let milk = try await bench.add("milk")
    _ = try await bench.store.delete(milk.id)
    let scene = await RecoveryFixture.loaded(bench)
    let row = try XCTUnwrap(scene.state.trash.first)
    scene.presenter.didRestore(row)
    scene.presenter.didRestore(row)
    await eventually("the end") { scene.state.trash.isEmpty && scene.state.restoredCount == 1 }
    XCTAssertEqual(scene.state.restored, "milk")
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.navigator.alerts.alerts, [], "the second key does nothing")
    let list = try await bench.store.lists()[0]
    let count = try await bench.store.todoCount(in: list.id)
    XCTAssertEqual(count, 1)
  }

  @MainActor
  func testEmptyingAsks() async throws {
    let bench = try SceneBench()
    let scene = await RecoveryFixture.loaded(bench)
    scene.presenter.didRequestEmptying()
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.navigator.alerts.alerts, [], "there is nothing to empty")
    let milk = try await bench.add("milk")
    _ = try await bench.store.delete(milk.id)
    await eventually("the to-do") { scene.state.trash.count == 1 }
    for (answer, count) in [("cancel", 1), ("empty", 0)] {
      scene.navigator.alerts.script = [answer]
      scene.presenter.didRequestEmptying()
      await eventually("the question") { scene.navigator.alerts.script.isEmpty }
      await bench.waitUntilIdle()
      await eventually("\(count)") { scene.state.trash.count == count }
    }
    XCTAssertEqual(scene.navigator.alerts.titles, ["Empty the Trash?", "Empty the Trash?"])
  }

  @MainActor
  func testWhatComesIntoTheTrashDuringTheQuestionStays() async throws {
    let bench = try SceneBench()
    let milk = try await bench.add("milk")
    let bread = try await bench.add("bread")
    _ = try await bench.store.delete(milk.id)
    let scene = await RecoveryFixture.loaded(bench)
    scene.navigator.alerts.isHolding = true
    scene.presenter.didRequestEmptying()
    await eventually("the question") { scene.navigator.alerts.openCount == 1 }
    // As a round of synchronisation does it. The list shows it, but the user was asked before.
    _ = try await bench.store.delete(bread.id)
    await eventually("both") { scene.state.trash.count == 2 }
    scene.navigator.alerts.answer("empty")
    await eventually("the end") { scene.state.trash.count != 2 }
    XCTAssertEqual(scene.state.trash.map(\.title), ["bread"])
  }

  @MainActor
  func testConflictIsToldFieldByField() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let other = try await bench.store.addList(named: "Other")
    let todo = try await bench.add("milk")
    try await bench.makeConflict(on: todo, of: account, here: "bread") { theirs in
      theirs.content = "butter"
      theirs.notes = ""
      theirs.listID = other.id
    }
    let scene = await RecoveryFixture.loaded(bench, page: .conflicts)
    XCTAssertEqual(scene.state.page, .conflicts)
    let row = try XCTUnwrap(scene.state.conflicts.first)
    XCTAssertEqual(row.title, "bread")
    XCTAssertEqual(row.values.first, .init(field: "Title", kept: "bread", lost: "butter"))
    scene.presenter.didRestore(row)
    await eventually("the end") { scene.state.conflicts.isEmpty }
    let record = try await bench.store.pendingRecords(of: account.id)
    XCTAssertTrue(record.contains(todo.key), "it is sent like any edit")
    XCTAssertEqual(scene.state.restoredCount, 1)
  }

  @MainActor
  func testDismissedConflictChangesNothing() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let todo = try await bench.add("milk")
    try await bench.makeConflict(on: todo, of: account, here: "bread") { $0.content = "butter" }
    try await bench.acknowledgeAll(of: account)
    let scene = await RecoveryFixture.loaded(bench, page: .conflicts)
    scene.presenter.didDismiss(try XCTUnwrap(scene.state.conflicts.first))
    await eventually("the end") { scene.state.conflicts.isEmpty }
    XCTAssertEqual(scene.state.restoredCount, 0)
    let waiting = try await bench.store.pendingRecords(of: account.id)
    XCTAssertEqual(waiting, [])
  }

  @MainActor
  func testWhatIsGoneIsToldAndTheRowCanBeTriedAgain() async throws {
    let bench = try SceneBench()
    let scene = await RecoveryFixture.loaded(bench)
    let row = TrashRow(number: 99, title: "milk", place: "", reason: "")
    for number in 1...2 {
      scene.presenter.didRestore(row)
      await eventually("the alert") { scene.navigator.alerts.alerts.count == number }
    }
    XCTAssertEqual(scene.navigator.alerts.titles.first, "“milk” Was Not Restored")
    scene.presenter.didClose()
    XCTAssertFalse(scene.presenter.isOpen)
  }

  @MainActor
  func testClosedSceneStopsReading() async throws {
    let bench = try SceneBench()
    var scene: RecoveryFixture? = await RecoveryFixture.loaded(bench)
    weak let presenter = scene?.presenter
    XCTAssertNotNil(presenter)
    scene = nil
    await eventually("the release") { presenter == nil }
  }

  @MainActor
  func testDatesFollowTheTimeFormat() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("Milk")
    try await bench.store.delete(todo.id)
    let scene = await RecoveryFixture.loaded(bench)
    let before = DateText.hasTwelveHours
    defer { DateText.hasTwelveHours = before }
    var reasons: [String] = []
    for isTwelve in [true, false] {
      DateText.hasTwelveHours = isTwelve
      bench.days.pass()
      reasons.append(try XCTUnwrap(scene.state.trash.first?.reason))
    }
    XCTAssertNotEqual(reasons[0], reasons[1])
  }

  func testEachFieldHasAName() {
    let names = RecoveryField.allCases.map(\.name)
    XCTAssertEqual(Set(names).count, names.count)
    let words = RecoveryNames(
      list: { $0.rawValue == "l" ? "Home" : nil }, person: { $0 == "bob" ? "Bob" : nil })
    for (field, value, text) in [
      (.content, .string("a"), "a"), (.notes, .string(""), "Empty"), (.due, .null, "None"),
      (.listID, .string("l"), "Home"), (.listID, .string("x"), "Deleted list"),
      (.priority, .integer(1), "High"), (.priority, .integer(0), "None"),
      (.status, .string("done"), "Completed"), (.status, .string("cancelled"), "Cancelled"),
      (.due, .time(CalendarTime(day: SceneBench.monday)), "Mar 2, 2026"),
      (
        .due,
        .time(
          CalendarTime(
            day: SceneBench.monday, time: TimeOfDay(secondsOfDay: 17 * 3600),
            zone: ZoneName("Pacific/Chatham"))), "Mar 2, 2026, 17:00 (Chatham time)"
      ),
      (.sortOrder, .string("odd"), "By Hand"), (.parent, .string("x"), "Another to-do"),
      (.name, nil, "None"), (.assignee, .string("bob"), "Bob"), (.assignee, .string("eve"), "eve"),
      (.colour, .string("grey"), "Gray"), (.colour, .string("#1a5fb4"), "#1a5fb4"),
    ] as [(RecoveryField, FieldValue?, String)] {
      XCTAssertEqual(field.text(of: value, words), text)
    }
  }
}
