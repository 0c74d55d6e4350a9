import Core
import Sync
import TestSupport
import XCTest

/// What is dismissed or put off in one program does not ring again in another (RFC 9074 §6 and §7).
final class CalDAVAlarmTests: XCTestCase {
  /// The clock of a test stands at 2027-01-15 08:00 UTC.
  private static let due = [
    "SUMMARY:Milk", "CREATED:20270101T000000Z", "DUE:20270115T080500Z", "BEGIN:VALARM", "UID:alarm",
    "ACTION:DISPLAY", "DESCRIPTION:Milk", "TRIGGER;RELATED=END:-PT15M", "X-TUNE:bell", "END:VALARM",
  ]
  private static let one = TodoID(rawValue: "one")
  private static let rules = RingingRules(
    zone: .utc, timeOfDays: TimeOfDay(secondsOfDay: 9 * 3600), dueTimesRing: false)

  private func device(_ home: CalDAVTestHome, _ lines: [String]) async throws -> Device {
    try await home.makeList("l", called: "L")
    try await home.put("l/1.ics", uid: "one", lines)
    let device = try await Device(home)
    await device.sync()
    return device
  }

  private func rings(on device: Device) async throws -> [RungReminder] {
    let round = try await device.store.ring(by: Self.rules)
    try await device.store.confirmShown(round.ringing.map(\.id))
    return round.ringing
  }

  private func dismissed(at moment: String, in lines: [String]) -> [String] {
    lines.flatMap { $0 == "UID:alarm" ? [$0, "ACKNOWLEDGED:" + moment] : [$0] }
  }

  func testWhatIsNotDismissedRings() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, Self.due)
    let ringing = try await rings(on: device)
    XCTAssertEqual(ringing.map(\.todo), [Self.one])
  }

  func testDismissedElsewhereAfterItsTimeIsSilentHere() async throws {
    try await onEachServer { home in
      let device = try await device(home, dismissed(at: "20270115T075501Z", in: Self.due))
      let ringing = try await rings(on: device)
      XCTAssertEqual(ringing.count, 0)
    }
  }

  func testDismissedBeforeItsTimeRings() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, dismissed(at: "20270115T074959Z", in: Self.due))
    let ringing = try await rings(on: device)
    XCTAssertEqual(ringing.count, 1)
  }

  func testThunderbirdNotesItInTheToDo() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, ["X-MOZ-LASTACK:20270115T075501Z"] + Self.due)
    let ringing = try await rings(on: device)
    XCTAssertEqual(ringing.count, 0)
  }

  func testWhatRingsHereIsTakenAwayWhenItIsDismissedElsewhere() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, Self.due)
    let shown = try await rings(on: device)
    XCTAssertEqual(shown.count, 1)
    try await home.put(
      "l/1.ics", uid: "one", dismissed(at: "20270115T080000Z", in: Self.due))
    await device.sync()
    let round = try await device.store.ring(by: Self.rules)
    XCTAssertEqual(round.outdated, shown.map(\.id))
    XCTAssertEqual(round.ringing.count, 0)
  }

  func testPutOffHereIsPutOffEverywhere() async throws {
    try await onEachServer { home in
      let device = try await device(home, Self.due)
      let shown = try await rings(on: device)
      let until = Timestamp(milliseconds: device.clock.now().milliseconds + 600_123)
      try await device.store.snooze(rung: XCTUnwrap(shown.first).id, until: until)
      await device.sync()
      let text = try await home.text("l/1.ics") ?? ""
      for line in [
        "RELATED-TO;RELTYPE=SNOOZE:alarm", "TRIGGER;VALUE=DATE-TIME:20270115T081000Z",
        "ACKNOWLEDGED:20270115T080000Z", "X-TUNE:bell",
      ] {
        XCTAssertTrue(text.contains(line + "\r\n"), line + "\n" + text)
      }
      XCTAssertFalse(text.contains("X-MOZ"), text)

      let other = try await Device(home, name: "b")
      await other.sync()
      let here = try await device.store.todo(Self.one)
      let there = try await other.store.todo(Self.one)
      XCTAssertEqual(there?.snoozes, here?.snoozes)
      XCTAssertEqual(there?.reminders, here?.reminders)
      let early = try await rings(on: other)
      XCTAssertEqual(early.count, 0)
      other.clock.advance(by: .seconds(601))
      let late = try await rings(on: other)
      XCTAssertEqual(late.map(\.todo), [Self.one])
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
    }
  }

  func testASnoozeThatIsDismissedElsewhereDoesNotRing() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, Self.due)
    let shown = try await rings(on: device)
    let until = Timestamp(milliseconds: device.clock.now().milliseconds + 600_000)
    try await device.store.snooze(rung: XCTUnwrap(shown.first).id, until: until)
    await device.sync()
    try await home.change("l/1.ics") {
      $0.replacingOccurrences(
        of: "RELATED-TO;RELTYPE=SNOOZE",
        with: "ACKNOWLEDGED:20270115T081005Z\r\nRELATED-TO;RELTYPE=SNOOZE")
    }
    await device.sync()
    device.clock.advance(by: .seconds(700))
    let ringing = try await rings(on: device)
    XCTAssertEqual(ringing.count, 0)
  }

  func testAnotherProgramMovesTheSnooze() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, Self.due)
    let shown = try await rings(on: device)
    let until = Timestamp(milliseconds: device.clock.now().milliseconds + 600_001)
    try await device.store.snooze(rung: XCTUnwrap(shown.first).id, until: until)
    await device.sync()
    try await home.change("l/1.ics") {
      $0.replacingOccurrences(of: "20270115T081000Z", with: "20270115T083000Z")
    }
    await device.sync()
    let todo = try await device.store.todo(Self.one)
    XCTAssertEqual(todo?.snoozes.compactMap { $0.until?.iso8601 }, ["2027-01-15T08:30:00Z"])
  }

  func testDoneHereIsDismissedElsewhere() async throws {
    let home = try await home(.radicale)
    let device = try await device(home, ["X-MOZ-GENERATION:1"] + Self.due)
    try await device.store.setDone(Self.one, true)
    await device.sync()
    let text = try await home.text("l/1.ics") ?? ""
    XCTAssertTrue(text.contains("\r\nACKNOWLEDGED:20270115T080000Z"), text)
    XCTAssertTrue(text.contains("\r\nX-MOZ-LASTACK:20270115T080000Z"), text)
  }

  func testDoneBeforeItRingsDismissesNothing() async throws {
    let home = try await home(.radicale)
    let device = try await device(
      home, Self.due.map { $0.replacingOccurrences(of: "DUE:20270115", with: "DUE:20270116") })
    try await device.store.setDone(Self.one, true)
    await device.sync()
    let text = try await home.text("l/1.ics") ?? ""
    XCTAssertTrue(text.contains("STATUS:COMPLETED"))
    XCTAssertFalse(text.contains("ACKNOWLEDGED"), text)
  }
}
