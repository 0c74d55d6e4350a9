import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class DetailsAlarmTests: XCTestCase {
  /// 2026-03-02 09:30:15.250 in Seoul.
  private static let seoul = Alarm(
    at: Timestamp(milliseconds: 1_772_411_415_250), zone: "Asia/Seoul")

  @MainActor
  private static func todo(_ bench: SceneBench, _ alarm: Alarm?, date: CalendarDay? = nil)
    async throws -> Todo
  {
    try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: "t"), content: "milk", due: date.map { CalendarTime(day: $0) },
        reminders: Set([alarm].compactMap { $0 }.map { Reminder($0) })))
  }

  @MainActor
  func testAlarmIsShownInItsOwnZone() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await Self.todo(bench, Self.seoul)))
    XCTAssertEqual(
      scene.state.alarm, .init(day: SceneBench.monday, hour: 9, minute: 30, zone: "Asia/Seoul"))
  }

  @MainActor
  func testUntouchedAlarmKeepsItsMillisecondsAndZone() async throws {
    let bench = try SceneBench()
    let todo = try await Self.todo(bench, Self.seoul)
    let scene = DetailsFixture(bench, .edit(todo))
    scene.type(title: "bread")
    scene.presenter.didChooseAlarmTime(hour: 10, minute: 0)
    scene.presenter.didChooseAlarmTime(hour: 9, minute: 30)
    await scene.close()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.reminders.firstAlarm, Self.seoul)
  }

  @MainActor
  func testNewTimeKeepsTheZone() async throws {
    let bench = try SceneBench()
    let todo = try await Self.todo(bench, Self.seoul)
    let scene = DetailsFixture(bench, .edit(todo))
    scene.presenter.didChooseAlarmTime(hour: 10, minute: 45)
    scene.presenter.didChooseAlarmDay(SceneBench.monday.adding(days: 1))
    await scene.close()
    let stored = try await bench.store.todo(todo.id)
    // 2026-03-03 10:45 in Seoul.
    let expected = Timestamp(milliseconds: 1_772_502_300_000)
    XCTAssertEqual(stored?.reminders.firstAlarm, Alarm(at: expected, zone: "Asia/Seoul"))
  }

  @MainActor
  func testAlarmIsSwitchedOnForTheDayOfTheTodo() async throws {
    let bench = try SceneBench()
    let friday = SceneBench.monday.adding(days: 4)
    let todo = try await Self.todo(bench, nil, date: friday)
    let scene = DetailsFixture(bench, .edit(todo))
    XCTAssertNil(scene.state.alarm)
    scene.presenter.didToggleAlarm(true)
    XCTAssertEqual(
      scene.state.alarm, .init(day: friday, hour: 9, minute: 0, zone: LocalTime.zoneName))
    await scene.close()
    let stored = try await bench.store.todo(todo.id)
    let moment = LocalTime.milliseconds(
      year: friday.year, month: friday.month, day: friday.day, hour: 9, minute: 0, zone: nil)
    XCTAssertEqual(stored?.reminders.firstAlarm?.at.milliseconds, moment)
  }

  @MainActor
  func testAlarmWithoutADayIsForTomorrow() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await Self.todo(bench, nil)))
    scene.presenter.didToggleAlarm(true)
    XCTAssertEqual(scene.state.alarm?.day, SceneBench.monday.adding(days: 1))
  }

  @MainActor
  func testSwitchingOnAnAlarmThatIsOnKeepsIt() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await Self.todo(bench, Self.seoul)))
    scene.presenter.didToggleAlarm(true)
    XCTAssertEqual(scene.state.alarm?.zone, "Asia/Seoul")
  }

  @MainActor
  func testAlarmIsSwitchedOff() async throws {
    let bench = try SceneBench()
    let todo = try await Self.todo(bench, Self.seoul)
    let scene = DetailsFixture(bench, .edit(todo))
    scene.presenter.didToggleAlarm(false)
    XCTAssertNil(scene.state.alarm)
    scene.presenter.didChooseAlarmTime(hour: 1, minute: 1)
    scene.presenter.didChooseAlarmDay(SceneBench.monday)
    await scene.close()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored?.reminders.firstAlarm)
  }

  @MainActor
  func testAlarmOfAnUnknownZoneIsKept() async throws {
    let bench = try SceneBench()
    let alarm = Alarm(at: Timestamp(milliseconds: 1_772_411_415_250), zone: "Mars/Olympus")
    let todo = try await Self.todo(bench, alarm)
    let scene = DetailsFixture(bench, .edit(todo))
    scene.type(title: "bread")
    await scene.close()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.reminders.firstAlarm, alarm)
  }
}
