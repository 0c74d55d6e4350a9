import Core
import TestSupport
import XCTest

@testable import Sync

/// A due time rings by itself here, and in other programs only with an alarm (docs/decisions/0073).
final class CalDAVDefaultAlarmTests: XCTestCase {
  private static let mark = "X-OPTIMIST-DEFAULT-ALARM:TRUE\r\n"
  private static let evening = CalendarTime(iso8601: "2027-01-15T17:00")
  private static func utc(_ clock: String) -> CalendarTime? {
    Timestamp(iso8601: "2027-01-15T\(clock)Z").map { CalendarTime($0, zone: .utc) }
  }
  private static let one = TodoID(rawValue: "one")
  private static let rules = RingingRules(
    zone: .utc, timeOfDays: TimeOfDay(secondsOfDay: 9 * 3600), dueTimesRing: true)

  private func device(_ home: CalDAVTestHome, _ lines: [String]) async throws -> Device {
    try await home.makeList("l", called: "L")
    try await home.put("l/1.ics", uid: "one", ["SUMMARY:Milk"] + lines)
    let device = try await Device(home)
    await device.sync()
    return device
  }

  private func text(_ home: CalDAVTestHome) async throws -> String {
    try await home.text("l/1.ics") ?? ""
  }

  private func alarms(in text: String) -> Int {
    text.components(separatedBy: "BEGIN:VALARM").count - 1
  }

  func testADueTimeThatIsSetGetsAnAlarmAndNoReminder() async throws {
    try await onEachServer { home in
      let device = try await device(home, [])
      try await device.store.edit(Self.one) { $0.due = Self.evening }
      await device.sync()
      let text = try await text(home)
      // Radicale writes PT0S in other letters.
      XCTAssertTrue(text.contains("TRIGGER;RELATED=END:P"), text)
      XCTAssertTrue(text.contains(Self.mark), text)
      XCTAssertEqual(alarms(in: text), 1)

      let other = try await Device(home, name: "b")
      await other.sync()
      for device in [device, other] {
        let todo = try await device.store.todo(Self.one)
        XCTAssertEqual(todo?.due, Self.evening)
        XCTAssertEqual(todo?.reminders, [])
        let quiet = await device.sync()
        XCTAssertEqual(quiet.received, 0)
      }
    }
  }

  func testANewToDoHasItWithATimeOnly() throws {
    for (due, count) in [(Self.evening, 1), (CalendarTime(iso8601: "2027-01-15"), 0)] {
      let new = CalendarResource.new(
        uid: "u", [Todo.Field.due: due.map(FieldValue.time) ?? .null],
        at: Timestamp(milliseconds: 0), user: "ann", dueTimesRing: true)
      XCTAssertEqual(alarms(in: new.text), count, new.text)
    }
  }

  func testWhereDueTimesAreSilentThereIsNone() throws {
    let new = CalendarResource.new(
      uid: "u", [Todo.Field.due: Self.evening.map(FieldValue.time) ?? .null],
      at: Timestamp(milliseconds: 0), user: "ann", dueTimesRing: false)
    XCTAssertEqual(alarms(in: new.text), 0, new.text)
  }

  func testItGoesWithTheTime() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, [])
    try await device.store.edit(Self.one) { $0.due = Self.evening }
    await device.sync()
    try await device.store.edit(Self.one) { $0.due = CalendarTime(iso8601: "2027-01-16") }
    await device.sync()
    let text = try await text(home)
    XCTAssertEqual(alarms(in: text), 0, text)
  }

  func testAReminderAtTheTimeTakesItsPlace() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, [])
    try await device.store.edit(Self.one) { $0.due = Self.evening }
    await device.sync()
    try await device.store.edit(Self.one) { $0.reminders = [.atDueTime] }
    await device.sync()
    let chosen = try await text(home)
    XCTAssertEqual(alarms(in: chosen), 1, chosen)
    XCTAssertFalse(chosen.contains(Self.mark), chosen)

    try await device.store.edit(Self.one) { $0.reminders = [] }
    await device.sync()
    let byItself = try await text(home)
    XCTAssertEqual(alarms(in: byItself), 1, byItself)
    XCTAssertTrue(byItself.contains(Self.mark), byItself)
  }

  func testWhatAnotherProgramTookAwayStaysAway() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, ["DUE:20270115T170000"])
    try await device.store.edit(Self.one) { $0.content = "Oat milk" }
    await device.sync()
    let text = try await text(home)
    XCTAssertTrue(text.contains("SUMMARY:Oat milk"), text)
    XCTAssertEqual(alarms(in: text), 0, text)
  }

  func testAnotherProgramMakesAReminderOfIt() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, [])
    try await device.store.edit(Self.one) { $0.due = Self.evening }
    await device.sync()
    try await home.change("l/1.ics") {
      $0.replacingOccurrences(of: "RELATED=END:PT0S", with: "RELATED=END:-PT15M")
    }
    await device.sync()
    let todo = try await device.store.todo(Self.one)
    XCTAssertEqual(todo?.reminders.map(\.text), ["DUE -PT15M"])
  }

  func testDismissedElsewhereIsSilentHere() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, [])
    // The clock of a test stands at 2027-01-15 08:00 UTC.
    try await device.store.edit(Self.one) { $0.due = Self.utc("08:00:30") }
    await device.sync()
    try await home.change("l/1.ics") {
      $0.replacingOccurrences(of: Self.mark, with: Self.mark + "ACKNOWLEDGED:20270115T080040Z\r\n")
    }
    try await device.store.edit(Self.one) { $0.content = "Oat milk" }
    let other = try await Device(home, name: "b")
    for device in [device, other] {
      await device.sync()
      device.clock.advance(by: .seconds(50))
      let round = try await device.store.ring(by: Self.rules)
      XCTAssertEqual(round.ringing.count, 0)
    }
  }

  func testDoneHereIsDismissedElsewhere() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, [])
    try await device.store.edit(Self.one) { $0.due = Self.utc("07:55:00") }
    await device.sync()
    try await device.store.setDone(Self.one, true)
    await device.sync()
    let text = try await text(home)
    XCTAssertTrue(text.contains("\r\nACKNOWLEDGED:20270115T080000Z"), text)
  }

  /// Synology takes no alarm that counts from the time a to-do is due.
  func testAServerThatRefusesItGetsTheRest() async throws {
    let server = SimulatedCalDAV(SimulatedCalDAV.Habits())
    server.set("l", name: "L")
    server.put(CalendarLines(uid: "one", ["SUMMARY:Milk"]).text(), "1.ics", in: "l")
    let wire = CalDAVTestWire(server)
    wire.refuse { $0.method == .put && $0.text.contains("RELATED=END:PT0S") }
    let device = try await Device(wire)
    await device.sync()
    let list = try await device.store.todo(Self.one)?.listID
    try await device.store.edit(Self.one) { $0.due = Self.evening }
    _ = try await device.store.add(
      TodoDraft(
        id: TodoID(rawValue: "bread"), listID: XCTUnwrap(list), content: "Bread", due: Self.evening)
    )
    await device.sync()
    let sent = server.collections["l"]?.resources.values.compactMap { $0.lines["DUE"] }
    XCTAssertEqual(sent, ["20270115T170000", "20270115T170000"])
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }
}
