import Basics
import Core
import XCTest

@testable import Sync

final class FirestoreValueTests: XCTestCase {
  private let table: [(FirestoreValue, String)] = [
    (.null, #"{"nullValue":null}"#),
    (.bool(true), #"{"booleanValue":true}"#),
    (.integer(-7), #"{"integerValue":"-7"}"#),
    (.integer(Int64.max), #"{"integerValue":"9223372036854775807"}"#),
    (.string(""), #"{"stringValue":""}"#),
    (.string("할 일 \"1\"\n"), #"{"stringValue":"할 일 \"1\"\n"}"#),
    (
      .timestamp(Timestamp(milliseconds: 1_795_230_025_165)),
      #"{"timestampValue":"2026-11-21T03:00:25.165Z"}"#
    ),
  ]

  func testWritesAndReads() throws {
    for (value, json) in table {
      let encoded = try JSONEncoder().encode(value)
      XCTAssertEqual(String(decoding: encoded, as: UTF8.self), json)
      XCTAssertEqual(try JSONDecoder().decode(FirestoreValue.self, from: Data(json.utf8)), value)
    }
  }

  func testValuesOfOtherKindsAreKeptApart() throws {
    for (kind, json) in [
      ("doubleValue", "1.5"), ("mapValue", "{}"), ("arrayValue", #"{"values":[]}"#),
      ("bytesValue", #""AA==""#), ("geoPointValue", "{}"), ("referenceValue", #""a""#),
    ] {
      let data = Data(#"{"\#(kind)":\#(json)}"#.utf8)
      XCTAssertEqual(
        try JSONDecoder().decode(FirestoreValue.self, from: data), .other(kind: kind))
    }
  }

  func testMalformedValuesAreRefused() {
    for json in [
      "{}", "null", "1", #""text""#, #"{"stringValue":1}"#, #"{"stringValue":null}"#,
      #"{"integerValue":7}"#, #"{"integerValue":"7.0"}"#, #"{"integerValue":""}"#,
      #"{"integerValue":"9223372036854775808"}"#, #"{"booleanValue":"true"}"#,
      #"{"booleanValue":1}"#, #"{"nullValue":0}"#, #"{"timestampValue":"yesterday"}"#,
      #"{"timestampValue":1795230025}"#, #"{"stringValue":"a","integerValue":"1"}"#,
    ] {
      XCTAssertThrowsError(
        try JSONDecoder().decode(FirestoreValue.self, from: Data(json.utf8)), json)
    }
  }
}
