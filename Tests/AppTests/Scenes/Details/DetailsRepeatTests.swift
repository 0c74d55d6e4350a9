import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class DetailsRepeatTests: XCTestCase {
  private func open(
    _ bench: SceneBench, _ rule: String?, due: CalendarDay? = SceneBench.monday,
    start: CalendarDay? = nil
  ) async throws -> DetailsFixture {
    bench.time.set(CalendarTime(day: SceneBench.monday).moment(local: .local))
    let todo = try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: "t"), content: "milk", due: due.map { CalendarTime(day: $0) },
        start: start.map { CalendarTime(day: $0) }, recurrence: rule.map { RecurrenceRule($0) }))
    return DetailsFixture(bench, .edit(todo))
  }

  private func rule(_ scene: DetailsFixture, _ bench: SceneBench) async throws -> String? {
    await bench.waitUntilIdle()
    return try await scene.stored().recurrence?.text
  }

  private func next(_ scene: DetailsFixture) async -> [String] {
    await eventually("the next dates") { scene.state.nextOccurrences != nil }
    return scene.state.nextOccurrences?.map(\.iso8601) ?? []
  }

  func testPlainChoicesAreKeptAtOnceAndUndone() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, nil)
    XCTAssertEqual(scene.state.repeatChoice, .never)
    scene.presenter.didChooseRepeat(.weekdays)
    var stored = try await rule(scene, bench)
    XCTAssertEqual(stored, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
    XCTAssertEqual(scene.state.repeatChoice, .weekdays)
    let dates = await next(scene)
    XCTAssertEqual(dates, ["2026-03-03", "2026-03-04", "2026-03-05"])
    scene.presenter.willUndo()
    bench.undo.undo()
    stored = try await rule(scene, bench)
    XCTAssertNil(stored)
    await eventually("it is shown") { scene.state.repeatChoice == .never }
    XCTAssertNil(scene.state.nextOccurrences)
  }

  func testWithoutADayTheFirstOneIsTheDay() async throws {
    let bench = try SceneBench()
    // The bench's day is a Monday.
    let scene = try await open(bench, nil, due: nil)
    scene.presenter.didChooseRepeat(.custom)
    scene.presenter.didChangeRepeat { $0.set(.wednesday, true) }
    await bench.waitUntilIdle()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.due, CalendarTime(day: SceneBench.monday))
    XCTAssertEqual(stored.recurrence?.text, "FREQ=WEEKLY;BYDAY=MO,WE")
    let dates = await next(scene)
    XCTAssertEqual(dates, ["2026-03-04", "2026-03-09", "2026-03-11"])
  }

  func testTheRowsOfAPlainRuleAreShownWhenAskedFor() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, "FREQ=WEEKLY")
    XCTAssertEqual(scene.state.repeatChoice, .weekly)
    scene.presenter.didChooseRepeat(.custom)
    XCTAssertEqual(scene.state.repeatChoice, .custom)
    XCTAssertFalse(scene.presenter.hasUnsaved, "nothing has changed yet")
    scene.presenter.didChangeRepeat(isTyped: true) { $0.interval = 2 }
    XCTAssertTrue(scene.presenter.hasUnsaved, "a number is kept after a pause")
    await scene.leave()
    var stored = try await rule(scene, bench)
    XCTAssertEqual(stored, "FREQ=WEEKLY;INTERVAL=2")
    scene.presenter.didChangeRepeat { $0.isFromCompletion = true }
    stored = try await rule(scene, bench)
    let isFromCompletion = try await scene.stored().recurrence?.isFromCompletion
    XCTAssertEqual(isFromCompletion, true)
    scene.presenter.didChooseRepeat(.never)
    stored = try await rule(scene, bench)
    XCTAssertNil(stored)
    XCTAssertEqual(scene.state.repeatChoice, .never)
  }

  func testAForeignRuleIsNotTouched() async throws {
    let bench = try SceneBench()
    let text = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
    let scene = try await open(bench, text)
    XCTAssertEqual(scene.state.repeatChoice, .foreign)
    XCTAssertNil(scene.state.repeatForm)
    let dates = await next(scene)
    XCTAssertEqual(dates, ["2026-03-31", "2026-04-30", "2026-05-29"])
    scene.presenter.didChooseRepeat(.foreign)
    scene.presenter.didChangeRepeat { $0.interval = 7 }
    XCTAssertFalse(scene.presenter.hasUnsaved)
    scene.type(title: "bread")
    await scene.close()
    let stored = try await rule(scene, bench)
    XCTAssertEqual(stored, text)
  }

  /// Other programs count from the start; what is shown is when it is due.
  func testARuleOfTheStartMovesTheDueDay() async throws {
    let bench = try SceneBench()
    let scene = try await open(
      bench, "FREQ=WEEKLY;BYDAY=MO", due: SceneBench.monday.adding(days: 2),
      start: SceneBench.monday)
    let dates = await next(scene)
    XCTAssertEqual(dates, ["2026-03-11", "2026-03-18", "2026-03-25"])
  }

  func testTheLastTimeHasNoNextOne() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, "FREQ=DAILY;COUNT=1")
    let dates = await next(scene)
    XCTAssertEqual(dates, [])
  }

  func testAnEndlessSearchHoldsNothingUp() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, "FREQ=SECONDLY", due: .first)
    XCTAssertEqual(scene.state.repeatChoice, .foreign)
    scene.type(title: "bread")
    await scene.close()
    XCTAssertNil(scene.state.nextOccurrences)
  }

  func testAnotherDeviceChangesTheRule() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, "FREQ=DAILY")
    let rule = RecurrenceRule("FREQ=WEEKLY;INTERVAL=2")
    try await bench.store.edit(TodoID(rawValue: "t")) { $0.recurrence = rule }
    await eventually("the rule") { scene.state.repeatForm?.interval == 2 }
    XCTAssertEqual(scene.state.repeatChoice, .custom)
  }

  /// Done means the same in the details as in the list.
  func testDoneMovesToTheNextOccurrenceAndIsOffered() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, "FREQ=DAILY")
    var told: [String] = []
    bench.undo.onOutcome = { text, _ in told.append(text) }
    scene.presenter.didChoose(.done)
    XCTAssertEqual(scene.state.status, .done, "at once")
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.state.status, .open)
    let stored = try await scene.stored()
    XCTAssertEqual(stored.due?.day, SceneBench.monday.adding(days: 1))
    XCTAssertEqual(told, ["Done. Next: Tomorrow"])
    XCTAssertEqual(scene.state.todo.completions.count, 1)
  }

  @MainActor
  func testTheNextDatesFollowTheDay() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, "FREQ=DAILY")
    var dates = await next(scene)
    XCTAssertEqual(dates, ["2026-03-03", "2026-03-04", "2026-03-05"])
    bench.time.advance(by: .seconds(86_400))
    bench.days.turn(to: SceneBench.monday.adding(days: 1))
    dates = await next(scene)
    XCTAssertEqual(dates, ["2026-03-04", "2026-03-05", "2026-03-06"])
  }
}
