import Basics
import Foundation
import XCTest

@testable import Core

final class FieldValueCodingTests: XCTestCase {
  func testEveryKindSurvivesTheDatabase() throws {
    let day = try XCTUnwrap(CalendarDay(iso8601: "2028-02-29"))
    let values: [FieldValue] = [
      .null, .bool(true), .bool(false), .integer(0), .integer(Int64.max), .integer(Int64.min),
      .string(""), .string("a\"\\/\n\u{0}é👩‍👩‍👧\u{2028}"), .string("null"),
      .timestamp(Timestamp(milliseconds: Int64.min)), .timestamp(Timestamp(milliseconds: 1)),
      .timestamp(Timestamp(milliseconds: Int64.max)), .time(CalendarTime(day: day)),
      .time(CalendarTime(day: .first, time: .midnight)),
      .time(CalendarTime(day: day, time: TimeOfDay(secondsOfDay: 86_399))),
      .time(CalendarTime(day: day, time: .midnight, zone: ZoneName("Asia/Seoul"))),
      .recurrence(RecurrenceRule("FREQ=DAILY")),
      .recurrence(RecurrenceRule("what\0ever", isFromCompletion: true)),
      .set([]), .set(["", "a", "e\u{301}", "é", "a\0"]),
    ]
    let fields = RecordFields(uniqueKeysWithValues: values.enumerated().map { ("f\($0)", $1) })
    let data = StoredFields.encode(fields)
    XCTAssertEqual(try StoredFields.decode(data), fields)
    XCTAssertEqual(StoredFields.encode(fields), data, "the same fields give the same bytes")
    let states = [fields, [:], ["a": .null]]
    XCTAssertEqual(try StoredFields.decodeStates(StoredFields.encode(states)), states)
  }

  func testKindsDoNotTurnIntoEachOther() throws {
    let alike: [FieldValue] = [
      .integer(1), .bool(true), .string("1"), .timestamp(Timestamp(milliseconds: 1)),
    ]
    for value in alike {
      let back = try StoredFields.decode(StoredFields.encode(["f": value]))["f"]
      XCTAssertEqual(alike.filter { $0 == back }, [value])
    }
  }

  func testProblemsSurviveTheDatabase() throws {
    let problems: [SyncProblem] = [
      .unreachable, .unavailable(status: 503), .refused(status: 403, code: "PERMISSION_DENIED"),
      .authentication, .protocolViolation(detail: "x\"y"),
    ]
    for problem in problems {
      XCTAssertEqual(
        try TodoStore.decode(SyncProblem.self, try TodoStore.encode(problem)), problem)
    }
  }

  func testNamesThatLookAlikeAreNotMixedUp() throws {
    let texts = ["e\u{301}", "é"]
    for text in texts {
      let back = try StoredFields.decode(StoredFields.encode(["f": .string(text)]))
      XCTAssertEqual(back, ["f": .string(text)], "texts are kept byte by byte")
    }
  }

  /// A file that another form was written to could not be read.
  func testTheStoredFormStaysTheSame() throws {
    let fields: RecordFields = [
      "a": .null, "b": .bool(true), "c": .integer(-3), "d": .string("xé"),
      "e": .timestamp(Timestamp(milliseconds: 300)),
      "f": .time(CalendarTime(day: .first)),
      "g": .time(CalendarTime(day: .first, time: TimeOfDay(secondsOfDay: 5), zone: .utc)),
      "h": .recurrence(RecurrenceRule("R", isFromCompletion: true)), "i": .set(["b", "a"]),
    ]
    XCTAssertEqual(
      Array(StoredFields.encode(fields)),
      [9] + [1, 97, 0] + [1, 98, 2] + [1, 99, 3, 5] + [1, 100, 4, 3, 120, 0xC3, 0xA9]
        + [1, 101, 5, 0xD8, 4] + [1, 102, 6, 0xC2, 8]
        + [1, 103, 8, 0xC2, 8, 5, 3, 85, 84, 67] + [1, 104, 9, 2, 1, 82]
        + [1, 105, 10, 2, 1, 97, 1, 98])
  }

  /// Whatever a damaged file holds is an error, never a crash and never other fields.
  func testDamagedBytesAreAnError() throws {
    let fields: RecordFields = [
      "a": .string("text"), "b": .time(CalendarTime(day: .first)),
      "c": .time(CalendarTime(day: .first, time: .midnight, zone: .utc)), "d": .set(["a", "b"]),
      "e": .recurrence(RecurrenceRule("R")),
    ]
    let data = StoredFields.encode(fields)
    for length in 0..<data.count {
      XCTAssertThrowsError(try StoredFields.decode(data.prefix(length)), "\(length) bytes")
    }
    XCTAssertThrowsError(try StoredFields.decode(data + [0]))
    let endless = Data(repeating: 0xFF, count: 11)
    let others: [[UInt8]] = [[1, 1, 97, 99], [1, 1, 97, 4, 1, 0xC3], [1, 1, 97, 6, 0]]
    for bad in [endless] + others.map({ Data($0) }) {
      XCTAssertThrowsError(try StoredFields.decode(bad), "\(Array(bad))")
      XCTAssertThrowsError(try StoredFields.decodeStates(Data([1]) + bad), "\(Array(bad))")
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var changed = data
      changed[Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255, using: &random)
      guard let found = try? StoredFields.decode(changed) else { continue }
      XCTAssertEqual(try StoredFields.decode(StoredFields.encode(found)), found)
    }
  }
}
