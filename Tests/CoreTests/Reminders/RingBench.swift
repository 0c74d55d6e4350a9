import Basics
import TestSupport
import XCTest

@testable import Core

/// A store, and the rules by which it rings. The clock begins at 2027-01-15 17:00 in Seoul.
struct RingBench {
  let bench: Bench
  var rules: RingingRules
  private let zoneName: String

  init(_ zoneName: String, path: String? = nil) throws {
    bench = try Bench(path: path)
    self.zoneName = zoneName
    rules = try RingBench.rules(zoneName)
  }

  static func rules(_ zoneName: String) throws -> RingingRules {
    RingingRules(
      zone: try zone(zoneName), timeOfDays: TimeOfDay(secondsOfDay: 9 * 3600), dueTimesRing: true)
  }

  @discardableResult
  func add(_ content: String, due: String, zone: String? = nil, _ reminders: Set<Reminder> = [])
    async throws -> Todo
  {
    let due = CalendarTime(iso8601: due, zone: try zone.map { try XCTUnwrap(ZoneName($0)) })
    return try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: bench.ids.next()), content: content, due: try XCTUnwrap(due),
        reminders: reminders))
  }

  /// What rings at a time that the clocks of the zone show.
  func rings(at time: String) async throws -> [RungReminder] {
    bench.clock.set(try moment(time, zoneName))
    return try await bench.store.ring(by: rules).ringing
  }

  /// Fails unless this rings at a time, and at `next` something else. Times are what the clocks of the zone show.
  func expect(
    _ titles: [String], at time: String? = nil, line: UInt = #line
  ) async throws {
    _ = try await update(titles, at: time, line: line)
  }

  func expect(
    _ titles: [String], at time: String? = nil, next: String?, line: UInt = #line
  ) async throws {
    let update = try await update(titles, at: time, line: line)
    // The zone of the rules may be another one by now.
    let expected = try next.map { text in
      try XCTUnwrap(CalendarTime(iso8601: text)).moment(local: rules.zone)
    }
    XCTAssertEqual(update.next, expected, line: line)
  }

  private func update(_ titles: [String], at time: String?, line: UInt) async throws
    -> ReminderUpdate
  {
    if let time {
      let moment = try XCTUnwrap(CalendarTime(iso8601: time)).moment(local: rules.zone)
      bench.clock.set(moment)
    }
    let update = try await bench.store.ring(by: rules)
    XCTAssertEqual(update.ringing.map(\.content), titles, line: line)
    return update
  }

  func snooze(rung number: Int64, until time: String) async throws {
    try await bench.store.snooze(rung: number, until: try moment(time, zoneName))
  }

  /// From the menu of a to-do.
  func snooze(_ id: TodoID, until time: String) async throws {
    try await bench.store.snooze(
      id, until: try moment(time, zoneName), zone: zoneName, by: rules)
  }
}

extension TestClock {
  func set(_ moment: Timestamp) {
    advance(by: moment.milliseconds - now.milliseconds)
  }
}

extension Device {
  func sendAll() async throws {
    while try await !bench.store.pendingKeys(of: account, limit: 1).isEmpty {
      _ = try await push(limit: 10, .taken)
    }
  }
}

extension TodoStore {
  /// The identifiers of all to-dos by their titles.
  func identifiers() async throws -> [String: TodoID] {
    let todos = try await read { try Todo.fetch($0) }
    return Dictionary(todos.map { ($0.content, $0.id) }, uniquingKeysWith: { a, _ in a })
  }
}

func zone(_ name: String) throws -> ZoneRules {
  try XCTUnwrap(ZoneName(name).flatMap { ZoneRules($0) }, name)
}

/// The moment at which the clocks of a zone show a time.
func moment(_ text: String, _ zoneName: String) throws -> Timestamp {
  try XCTUnwrap(CalendarTime(iso8601: text), text).moment(local: zone(zoneName))
}
