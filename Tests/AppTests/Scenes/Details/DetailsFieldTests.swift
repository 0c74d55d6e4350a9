import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// One field after another: kept at once, as one step that can be undone.
@MainActor
final class DetailsFieldTests: XCTestCase {
  private func check(
    _ title: String, _ gesture: (DetailsPresenter) -> Void, holds: (Todo) -> Bool,
    file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let bench = try SceneBench()
    let before = try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: "t"), content: "milk",
        due: CalendarTime(
          day: SceneBench.monday, time: try XCTUnwrap(TimeOfDay(hour: 17, minute: 0))),
        recurrence: RecurrenceRule("FREQ=WEEKLY"), tags: ["home"], url: "https://example.org"))
    let scene = DetailsFixture(bench, .edit(before))
    gesture(scene.presenter)
    await bench.waitUntilIdle()
    var stored = try await scene.stored()
    XCTAssertTrue(holds(stored), "\(stored)", file: file, line: line)
    XCTAssertTrue(holds(scene.state.todo), file: file, line: line)
    XCTAssertEqual(bench.undo.undoable.map(\.title), ["\(title) “milk”"], file: file, line: line)
    scene.presenter.willUndo()
    bench.undo.undo()
    await bench.waitUntilIdle()
    stored = try await scene.stored()
    stored.modifiedAt = before.modifiedAt
    XCTAssertEqual(stored, before, file: file, line: line)
  }

  func testDueKeepsItsTimeWithAnotherDay() async throws {
    let tuesday = SceneBench.monday.adding(days: 1)
    try await check(
      "Change Due Date of",
      { $0.didChooseDay(tuesday, of: \.due) },
      holds: {
        $0.due?.day == tuesday && $0.due?.time?.hour == 17
      })
    try await check(
      "Change Due Date of",
      { $0.didChooseTime(nil, of: \.due) },
      holds: {
        $0.due == CalendarTime(day: SceneBench.monday)
      })
    try await check(
      "Change Due Date of",
      { $0.didChooseDay(nil, of: \.due) }, holds: { $0.due == nil })
  }

  func testTimeThatIsTurnedIsKeptAfterAPause() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday)
    let scene = DetailsFixture(bench, .edit(todo), saveDelay: .milliseconds(20))
    for minute in 0..<3 {
      scene.presenter.didChooseTime(TimeOfDay(hour: 9, minute: minute), of: \.due)
    }
    await eventually("the time on disk") { !scene.presenter.hasUnsaved }
    let stored = try await scene.stored()
    XCTAssertEqual(stored.due?.iso8601, "2026-03-02T09:02")
  }

  func testTheStatusChosenLastIsShownThroughout() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    var gate: CheckedContinuation<Void, Never>?
    scene.presenter.didChoose(.done)
    bench.commands.run {
      await withCheckedContinuation { gate = $0 }
    } failing: { _ in
      ""
    }
    scene.presenter.didChoose(.cancelled)
    await eventually("the first is stored") { gate != nil }
    for _ in 0..<20 { await Task.yield() }
    XCTAssertEqual(scene.state.status, .cancelled)
    gate?.resume()
    await bench.waitUntilIdle()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.status, .cancelled)
  }

  func testTimeNeedsADay() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.presenter.didChooseTime(TimeOfDay(hour: 9, minute: 0), of: \.start)
    XCTAssertFalse(scene.presenter.hasUnsaved)
  }

  func testStart() async throws {
    try await check(
      "Change Start of",
      { $0.didChooseDay(SceneBench.monday, of: \.start) },
      holds: {
        $0.start == CalendarTime(day: SceneBench.monday)
      })
  }

  /// As one that is typed; one that is there keeps what it has.
  func testATimeThatIsPickedHasTheZoneOfThisComputer() async throws {
    let bench = try SceneBench()
    let nine = try XCTUnwrap(TimeOfDay(hour: 9, minute: 0))
    let here = try XCTUnwrap(LocalClock.zone)
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk", date: SceneBench.monday)))
    scene.presenter.didChooseTime(nine, of: \.due)
    await bench.waitUntilIdle()
    var stored = try await scene.stored()
    XCTAssertEqual(stored.due, CalendarTime(day: SceneBench.monday, time: nine, zone: here))
    for zone in [nil, ZoneName("America/Lima")] {
      let ten = try XCTUnwrap(TimeOfDay(hour: 10, minute: 0))
      let todo = try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: "in \(zone?.text ?? "no zone")"), content: "bread",
          due: CalendarTime(day: SceneBench.monday, time: nine, zone: zone)))
      let other = DetailsFixture(bench, .edit(todo))
      other.presenter.didChooseTime(ten, of: \.due)
      await other.close()
      stored = try await other.stored()
      XCTAssertEqual(stored.due, CalendarTime(day: SceneBench.monday, time: ten, zone: zone))
    }
  }

  func testATimeIsMadeTheSameInEveryZoneAndBack() async throws {
    try await check(
      "Change Due Date of", { $0.didChooseFloating(false, of: \.due) },
      holds: { $0.due?.time?.hour == 17 && $0.due?.zone == LocalClock.zone })
    let bench = try SceneBench()
    let time = CalendarTime(
      day: SceneBench.monday, time: try XCTUnwrap(TimeOfDay(hour: 17, minute: 0)),
      zone: ZoneName("America/Lima"))
    let todo = try await bench.store.add(
      TodoDraft(id: TodoID(rawValue: "t"), content: "milk", due: time))
    let scene = DetailsFixture(bench, .edit(todo))
    scene.presenter.didChooseFloating(false, of: \.due)
    XCTAssertFalse(scene.presenter.hasUnsaved, "it has a zone")
    scene.presenter.didChooseFloating(true, of: \.due)
    await bench.waitUntilIdle()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.due?.iso8601, time.iso8601)
    XCTAssertNil(stored.due?.zone)
    scene.presenter.didChooseFloating(false, of: \.due)
    await bench.waitUntilIdle()
    let back = try await scene.stored()
    XCTAssertEqual(back.due, time, "the zone that it had")
    let day = DetailsFixture(bench, .edit(try await bench.add("day", date: SceneBench.monday)))
    day.presenter.didChooseFloating(true, of: \.due)
    XCTAssertFalse(day.presenter.hasUnsaved, "a day has no time")
  }

  func testTheZoneOfATimeIsChosen() async throws {
    let lima = try XCTUnwrap(ZoneName("America/Lima"))
    try await check(
      "Change Due Date of", { $0.didChooseZone(lima, of: \.due) },
      holds: { $0.due?.time?.hour == 17 && $0.due?.zone == lima })
    let bench = try SceneBench()
    let day = DetailsFixture(bench, .edit(try await bench.add("day", date: SceneBench.monday)))
    day.presenter.didChooseZone(lima, of: \.due)
    XCTAssertFalse(day.presenter.hasUnsaved, "a day has no time")
  }

  func testPriority() async throws {
    try await check(
      "Change Priority of",
      { $0.didChoose(.medium) }, holds: { $0.priority == .medium })
    try await check(
      "Star",
      { $0.didChoose(.high) }, holds: { $0.priority.isStarred })
  }

  func testStatus() async throws {
    try await check(
      "Cancel",
      { $0.didChoose(.cancelled) },
      holds: {
        $0.status == .cancelled
      })
  }

  func testTags() async throws {
    try await check(
      "Change Tags of",
      { $0.didAddTag(" #work ") }, holds: { $0.tags == ["home", "work"] })
    try await check(
      "Change Tags of",
      { $0.didRemoveTag("home") }, holds: { $0.tags == [] })
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.presenter.didAddTag(" # ")
    XCTAssertFalse(scene.presenter.hasUnsaved)
  }

  func testATagGetsTheSpellingThatIsKnown() async throws {
    let bench = try SceneBench()
    try await bench.store.add(
      TodoDraft(id: TodoID(rawValue: "o"), content: "bread", tags: ["Home"]))
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.presenter.didBeginTag()
    await eventually("the tags") { scene.presenter.entry.knownTag("home") == "Home" }
    for typed in ["#HOME", "New one", "new one"] { scene.presenter.didAddTag(typed) }
    XCTAssertEqual(scene.state.todo.tags, ["Home", "New one"])
    await bench.waitUntilIdle()
  }

  func testTagsOfTwoDevicesHold() async throws {
    let bench = try SceneBench(onDisk: true)
    let todo = try await bench.store.add(
      TodoDraft(id: TodoID(rawValue: "t"), content: "milk", tags: ["home"]))
    let scene = DetailsFixture(bench, .edit(todo))
    try await bench.setWritesFail(true)
    scene.presenter.didAddTag("work")
    await eventually("the alert") { scene.navigator.alerts.titles == ["“milk” Was Not Saved"] }
    try await bench.setWritesFail(false)
    try await bench.store.edit(todo.id) { $0.tags = ["shop"] }
    await eventually("both") { scene.state.todo.tags == ["shop", "work"] }
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.tags, ["shop", "work"])
  }

  func testLink() async throws {
    try await check(
      "Change Link of",
      {
        $0.didType("https://example.com/", into: .link)
        $0.didLeave(.link)
      }, holds: { $0.url == "https://example.com/" })
    try await check(
      "Change Link of",
      {
        $0.didType("", into: .link)
        $0.didLeave(.link)
      }, holds: { $0.url == nil })
  }

  func testALinkWithoutASchemeGetsOne() async throws {
    for (typed, link) in [
      ("example.com/a", "https://example.com/a"), ("not a link", "not a link"),
    ] {
      try await check(
        "Change Link of",
        {
          $0.didType(typed, into: .link)
          $0.didLeave(.link)
        }, holds: { $0.url == link })
    }
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.presenter.didType("example.com", into: .link)
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.url, "https://example.com", "also if the details are closed first")
  }

  func testRepeatingEnds() async throws {
    try await check(
      "End Repeating",
      { $0.didChooseRepeat(.never) }, holds: { $0.recurrence == nil })
  }

  /// A zone is worth reading only where clocks here show another time.
  func testAZoneIsNamedWhereItIsNotThatOfHere() throws {
    let time = try XCTUnwrap(TimeOfDay(hour: 17, minute: 0))
    onMainActor {
      let here = CalendarTime(
        day: SceneBench.monday, time: time, zone: ZoneName(LocalTime.zoneName))
      XCTAssertFalse(TimeRow.words(here).contains("("), TimeRow.words(here))
      let elsewhere = CalendarTime(
        day: SceneBench.monday, time: time, zone: ZoneName("Pacific/Chatham"))
      XCTAssertTrue(TimeRow.words(elsewhere).hasSuffix("(Chatham time)"))
    }
  }
}
