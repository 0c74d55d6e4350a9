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
      .timestamp(Timestamp(milliseconds: Int64.max)), .day(day), .day(.first),
      .alarm(Alarm(at: Timestamp(milliseconds: 1_800_000_000_123), zone: "Asia/Seoul")),
    ]
    let fields = RecordFields(uniqueKeysWithValues: values.enumerated().map { ("f\($0)", $1) })
    let text = try TodoStore.encode(fields)
    XCTAssertEqual(try TodoStore.decode(RecordFields.self, text), fields)
    XCTAssertEqual(try TodoStore.encode(fields), text, "the same fields give the same text")
  }

  func testKindsDoNotTurnIntoEachOther() throws {
    let alike: [FieldValue] = [
      .integer(1), .bool(true), .string("1"), .timestamp(Timestamp(milliseconds: 1)),
    ]
    for value in alike {
      let back = try TodoStore.decode(FieldValue.self, try TodoStore.encode(value))
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

  /// Rows of the released version carry these texts; another form could not read them any more.
  func testTheStoredFormStaysTheSame() throws {
    let fields: RecordFields = [
      "a": .null, "b": .bool(true), "c": .integer(3), "d": .string("x"),
      "e": .timestamp(Timestamp(milliseconds: 5)), "f": .day(.first),
      "g": .alarm(Alarm(at: Timestamp(milliseconds: 5), zone: "UTC")),
    ]
    XCTAssertEqual(
      try TodoStore.encode(fields),
      #"{"a":{"null":{}},"b":{"bool":{"_0":true}},"c":{"integer":{"_0":3}},"#
        + #""d":{"string":{"_0":"x"}},"e":{"timestamp":{"_0":{"milliseconds":5}}},"#
        + #""f":{"day":{"_0":"0001-01-01"}},"#
        + #""g":{"alarm":{"_0":{"at":{"milliseconds":5},"zone":"UTC"}}}}"#)
  }
}
