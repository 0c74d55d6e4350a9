import Basics
import Core
import Sync
import TestSupport
import XCTest

/// Programs that do not know the later fields, or use their names for something else, against the official emulator
/// and the rules.
final class LaterFieldsOnEmulatorTests: XCTestCase {
  private typealias Fields = [String: Any]
  private let path = "users/ann/todos/1"

  private func text(_ text: String) -> Fields { ["stringValue": text] }

  private func device(_ emulator: FirestoreEmulator, name: String = "a") async throws -> Device {
    try await Device(
      backend: FirestoreFixture.backend(
        emulator, tokens: EmulatorTokenProvider(user: "ann")), name: name)
  }

  private func document(_ more: Fields) -> [String: Fields] {
    [
      "users/ann/lists/l": ["id": text("l"), "name": text("L")],
      path: [
        "id": text("1"), "deleted": ["booleanValue": false], "listID": text("l"),
        "content": text("Milk"),
      ].merging(more) { $1 },
    ]
  }

  private let id = TodoID(rawValue: "1")

  /// Of each later name: a value of another type is read as none, and stays through an edit of another field.
  func testValuesOfOtherTypesAreReadPastAndStay() async throws {
    let emulator = try await emulator()
    let odd: [Fields] = [
      ["integerValue": "5"], ["mapValue": ["fields": ["a": ["integerValue": "1"]]]],
      ["arrayValue": ["values": [["integerValue": "1"], ["booleanValue": true]]]],
      text(String(repeating: "x", count: 40_000)),
    ]
    let names = [
      "dueTime", "dueZone", "startDate", "startTime", "startZone", "reminders", "remindersAlarm",
      "snoozes", "recurrence", "recurrenceFromCompletion", "completions", "parent", "tags", "url",
      "status",
    ]
    for (number, value) in odd.enumerated() {
      let more = Fields(uniqueKeysWithValues: names.map { ($0, value as Any) })
      try await emulator.write(
        document(more.merging(["date": text("2026-12-24"), "done": ["booleanValue": true]]) { $1 }))
      let before = try await emulator.document(path)
      let device = try await device(emulator, name: "d\(number)")
      let first = await device.engine.syncOnce(pull: true)
      XCTAssertEqual(first.end, .finished)
      let todo = try await device.store.todo(id)
      XCTAssertEqual(todo?.content, "Milk")
      XCTAssertEqual(todo?.due, CalendarTime(iso8601: "2026-12-24"))
      XCTAssertEqual(todo?.status, .done)
      XCTAssertEqual(todo?.tags, [])
      try await device.store.edit(id) { $0.content = "Eggs \(number)" }
      let second = await device.engine.syncOnce(pull: true)
      XCTAssertEqual(second.end, .finished)
      let after = try await emulator.document(path)
      XCTAssertEqual(after?["content"], "stringValue:Eggs \(number)")
      for name in names { XCTAssertEqual(after?[name], before?[name], "\(name) \(number)") }
      // What is edited here is written.
      try await device.store.edit(id) { $0.tags = ["home"] }
      let third = await device.engine.syncOnce(pull: true)
      XCTAssertEqual(third.end, .finished)
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
      let other = try await self.device(emulator, name: "o\(number)")
      _ = await other.engine.syncOnce(pull: true)
      let seen = try await other.store.todo(id)
      XCTAssertEqual(seen?.tags, ["home"])
    }
  }

  /// A program that knows only day and alarm changes both.
  func testADayAndAnAlarmOfAnotherProgramAreTakenOver() async throws {
    let emulator = try await emulator()
    try await emulator.write(document([:]))
    let device = try await device(emulator)
    _ = await device.engine.syncOnce(pull: true)
    let due = try XCTUnwrap(CalendarTime(iso8601: "2026-12-24T17:00", zone: ZoneName("Asia/Seoul")))
    let first = Reminder(Alarm(at: Timestamp(milliseconds: 1_800_000_000_000), zone: "Asia/Seoul"))
    let second = Reminder(Alarm(at: Timestamp(milliseconds: 1_900_000_000_000), zone: "UTC"))
    try await device.store.edit(id) { todo in
      todo.due = due
      todo.reminders = [first, second, Reminder(text: "DUE -PT15M")]
    }
    _ = await device.engine.syncOnce(pull: true)
    for (mask, fields) in [
      ("date", ["date": text("2027-01-02")] as Fields),
      ("alarm", ["alarm": ["timestampValue": "2027-01-02T08:00:00Z"]]),
    ] {
      let name = "projects/\(emulator.project)/databases/(default)/documents/" + path
      let status = try await emulator.status(
        .post, ":commit",
        body: [
          "writes": [
            [
              "update": ["name": name, "fields": fields], "updateMask": ["fieldPaths": [mask]],
              "updateTransforms": [
                ["fieldPath": "updatedAt", "setToServerValue": "REQUEST_TIME"]
              ],
            ] as Fields
          ]
        ], as: "ann")
      XCTAssertEqual(status, 200)
    }
    _ = await device.engine.syncOnce(pull: true)
    var todo = try await device.store.todo(id)
    XCTAssertEqual(
      todo?.due, CalendarTime(iso8601: "2027-01-02T17:00", zone: ZoneName("Asia/Seoul")))
    XCTAssertEqual(
      todo?.reminders,
      [Reminder(text: "2027-01-02T08:00:00Z Asia/Seoul"), second, Reminder(text: "DUE -PT15M")])
    // Written again, it is the derived one.
    try await device.store.edit(id) { $0.reminders.remove(second) }
    _ = await device.engine.syncOnce(pull: true)
    let document = try await emulator.document(path)
    XCTAssertEqual(document?["remindersAlarm"], "stringValue:2027-01-02T08:00:00Z Asia/Seoul")
    let other = try await self.device(emulator, name: "b")
    _ = await other.engine.syncOnce(pull: true)
    todo = try await other.store.todo(id)
    XCTAssertEqual(
      todo?.reminders,
      [Reminder(text: "2027-01-02T08:00:00Z Asia/Seoul"), Reminder(text: "DUE -PT15M")])
  }

  func testTagsOfTwoDevicesMeet() async throws {
    let emulator = try await emulator()
    try await emulator.write(
      document(["tags": ["arrayValue": ["values": [text("a"), text("b")]]]]))
    let (one, two) = (try await device(emulator), try await device(emulator, name: "b"))
    for device in [one, two] { _ = await device.engine.syncOnce(pull: true) }
    try await one.store.edit(id) { $0.tags = ["b", "one"] }
    try await two.store.edit(id) { $0.tags = ["a", "two"] }
    for device in [one, two, one] { _ = await device.engine.syncOnce(pull: true) }
    for device in [one, two] {
      let todo = try await device.store.todo(id)
      XCTAssertEqual(todo?.tags, ["one", "two"])
      let conflicts = try await device.store.recentConflicts()
      XCTAssertEqual(conflicts, [])
    }
  }
}
