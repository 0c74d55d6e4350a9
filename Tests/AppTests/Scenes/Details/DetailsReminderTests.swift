import XCTest

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class DetailsReminderTests: XCTestCase {
  /// 2026-03-02 09:30:15.250 in Seoul.
  private static let seoul = Alarm(
    at: Timestamp(milliseconds: 1_772_411_415_250), zone: "Asia/Seoul")
  private static let hourBefore = Reminder(text: "DUE -PT1H")

  private func open(_ bench: SceneBench, _ reminders: Set<Reminder>, due: CalendarDay? = nil)
    async throws -> DetailsFixture
  {
    let todo = try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: "t"), content: "milk", due: due.map { CalendarTime(day: $0) },
        reminders: reminders))
    return DetailsFixture(bench, .edit(todo))
  }

  /// The number of the slot of a reminder.
  private func id(_ reminder: Reminder, _ scene: DetailsFixture) throws -> Int {
    try XCTUnwrap(scene.state.reminders.first { $0.reminder == reminder }).id
  }

  private func time(_ hour: Int, _ minute: Int) throws -> TimeOfDay {
    try XCTUnwrap(TimeOfDay(hour: hour, minute: minute))
  }

  private func unwrap(_ bench: SceneBench, _ id: TodoID) async throws -> Todo {
    let found = try await bench.store.todo(id)
    return try XCTUnwrap(found)
  }

  private func stored(_ scene: DetailsFixture) async throws -> Set<Reminder> {
    try await scene.stored().reminders
  }

  func testSeveralAreAddedAndRemoved() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, [], due: SceneBench.monday)
    let offered = Reminder.offered(from: .due, isDay: true)
    XCTAssertEqual(offered.map(\.text), ["DUE PT0S", "DUE -P1D", "DUE -P2D", "DUE -P1W"])
    for reminder in offered + offered { scene.presenter.didAddReminder(reminder) }
    await bench.waitUntilIdle()
    var kept = try await stored(scene)
    XCTAssertEqual(kept, Set(offered))
    XCTAssertEqual(scene.state.reminders.map(\.reminder), offered, "where they were added")
    scene.presenter.didRemoveReminder(try id(offered[1], scene))
    await bench.waitUntilIdle()
    kept = try await stored(scene)
    XCTAssertEqual(kept, Set(offered).subtracting([offered[1]]))
    scene.presenter.willUndo()
    bench.undo.undo()
    await bench.waitUntilIdle()
    kept = try await stored(scene)
    XCTAssertEqual(kept, Set(offered))
  }

  func testWhatOtherProgramsWroteStaysAndCanBeRemoved() async throws {
    let bench = try SceneBench()
    let odd: [Reminder] = ["nonsense", "START PT90M", "DUE -P1DT2H"].map { Reminder(text: $0) }
    let todo = try await bench.add("milk")
    let account = try await bench.connect()
    try await bench.acknowledgeAll(of: account)
    var told = try await unwrap(bench, todo.id)
    told.reminders = Set(odd)
    told.modifiedAt = Timestamp(milliseconds: told.modifiedAt.milliseconds + 1)
    try await bench.store.apply(
      [
        RemoteRecord(
          key: told.key, state: .live(told.fields), version: RecordVersion(tag: "v2"))
      ], from: account.id)
    let current = try await unwrap(bench, todo.id)
    let scene = DetailsFixture(bench, .edit(current))
    XCTAssertEqual(
      scene.state.reminders.map(\.reminder.text), ["START PT90M", "DUE -P1DT2H", "nonsense"])
    scene.presenter.didAddReminder(Self.hourBefore)
    scene.presenter.didRemoveReminder(try id(odd[1], scene))
    await bench.waitUntilIdle()
    var kept = try await stored(scene)
    XCTAssertEqual(kept, [odd[0], odd[2], Self.hourBefore])
    scene.presenter.didRemoveReminder(try id(odd[0], scene))
    await bench.waitUntilIdle()
    kept = try await stored(scene)
    XCTAssertEqual(kept, [odd[2], Self.hourBefore])
  }

  func testAMomentIsSetInItsOwnZone() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, [Reminder(Self.seoul)])
    let id = try id(Reminder(Self.seoul), scene)
    scene.presenter.didChooseReminderTime(try time(10, 45), of: id)
    scene.presenter.didChooseReminderDay(SceneBench.monday.adding(days: 1), of: id)
    await scene.close()
    let kept = try await stored(scene)
    // 2026-03-03 10:45 in Seoul.
    let expected = Timestamp(milliseconds: 1_772_502_300_000)
    XCTAssertEqual(kept, [Reminder(Alarm(at: expected, zone: "Asia/Seoul"))])
  }

  func testAMomentThatIsSetBackKeepsItsMilliseconds() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, [Reminder(Self.seoul)])
    let id = try id(Reminder(Self.seoul), scene)
    scene.type(title: "bread")
    scene.presenter.didChooseReminderTime(try time(10, 0), of: id)
    scene.presenter.didChooseReminderTime(try time(9, 30), of: id)
    await scene.close()
    let kept = try await stored(scene)
    XCTAssertEqual(kept, [Reminder(Self.seoul)])
  }

  /// A number is typed digit by digit: on the way to 15 it is 1.
  func testATimeThatPassesByAnotherOneLosesNothing() async throws {
    let bench = try SceneBench()
    let monday = SceneBench.monday
    func reminder(_ hour: Int) throws -> Reminder {
      Reminder(try XCTUnwrap(Alarm(day: monday, hour: hour, minute: 0, zone: "UTC")))
    }
    let (one, nine) = (try reminder(1), try reminder(9))
    let scene = try await open(bench, [one, nine])
    let id = try id(nine, scene)
    scene.presenter.didChooseReminderTime(try time(1, 0), of: id)
    await scene.leave()
    var kept = try await stored(scene)
    XCTAssertEqual(kept, [one])
    scene.presenter.didChooseReminderTime(try time(15, 0), of: id)
    await scene.leave()
    kept = try await stored(scene)
    XCTAssertEqual(kept, [one, try reminder(15)])
  }

  func testAReminderOfItsOwnIsAheadAndNeverTheSame() async throws {
    let bench = try SceneBench()
    bench.time.set(
      CalendarTime(day: SceneBench.monday, time: try time(12, 30)).moment(local: .local))
    let scene = try await open(bench, [], due: SceneBench.monday)
    for _ in 0..<3 { scene.presenter.didAddReminderOfItsOwn() }
    let times = scene.state.reminders.compactMap(\.reminder.alarm?.time)
    XCTAssertEqual(times.map(\.hour), [13, 14, 15])
    XCTAssertEqual(Set(times.map(\.day)), [SceneBench.monday])
    await scene.close()
    let other = DetailsFixture(bench, .edit(try await bench.add("bread")))
    other.presenter.didAddReminderOfItsOwn()
    let time = try XCTUnwrap(other.state.reminders.first?.reminder.alarm?.time)
    XCTAssertEqual(
      time,
      .init(
        day: SceneBench.monday.adding(days: 1), hour: 9, minute: 0, zone: LocalTime.zoneName))
  }

  func testThereIsALimit() async throws {
    let bench = try SceneBench()
    let most = (1...Reminder.mostTyped).map { Reminder(text: "DUE -PT\($0)M") }
    let scene = try await open(bench, Set(most))
    XCTAssertTrue(scene.state.hasAllReminders)
    scene.presenter.didAddReminder(Self.hourBefore)
    scene.presenter.didAddReminderOfItsOwn()
    XCTAssertFalse(scene.presenter.hasUnsaved)
  }

  func testRemindersOfTwoDevicesHoldWhileATimeIsTyped() async throws {
    let bench = try SceneBench()
    let scene = try await open(bench, [Reminder(Self.seoul)])
    let id = try id(Reminder(Self.seoul), scene)
    scene.presenter.didChooseReminderTime(try time(10, 45), of: id)
    let other = Self.hourBefore
    try await bench.store.edit(TodoID(rawValue: "t")) { $0.reminders.insert(other) }
    await eventually("both") {
      scene.state.reminders.map(\.reminder).contains(Self.hourBefore)
    }
    XCTAssertEqual(scene.state.reminders.first?.id, id, "it stays where it is")
    XCTAssertEqual(scene.state.reminders.first?.reminder.alarm?.time.minute, 45)
    await scene.close()
    let kept = try await stored(scene)
    XCTAssertEqual(kept.count, 2)
    XCTAssertTrue(kept.contains(Self.hourBefore))
  }
}
