import Basics
import Core
import Foundation
import XCTest

@testable import Sync

final class FirestoreValueTests: XCTestCase {
  private let table: [(FirestoreValue, String)] = [
    (.null, #"{"nullValue":null}"#),
    (.bool(true), #"{"booleanValue":true}"#),
    (.integer(-7), #"{"integerValue":"-7"}"#),
    (.integer(Int64.max), #"{"integerValue":"9223372036854775807"}"#),
    (.string(""), #"{"stringValue":""}"#),
    (.string("할 일 \"1\"\n\\/"), #"{"stringValue":"할 일 \"1\"\u000a\\/"}"#),
    (.texts(["a", "b"]), #"{"arrayValue":{"values":[{"stringValue":"a"},{"stringValue":"b"}]}}"#),
    (.texts([]), #"{"arrayValue":{"values":[]}}"#),
    (
      .timestamp(Timestamp(milliseconds: 1_795_230_025_165)),
      #"{"timestampValue":"2026-11-21T03:00:25.165Z"}"#
    ),
  ]

  private func read(_ json: String) throws -> FirestoreValue {
    try JSONReader.read(Data(json.utf8)) { (reader) throws(JSONReader.Failure) in
      try FirestoreValue.read(&reader).value
    }
  }

  func testWritesAndReads() throws {
    for (value, json) in table {
      var writer = JSONWriter()
      try value.write(to: &writer)
      XCTAssertEqual(String(decoding: writer.bytes, as: UTF8.self), json)
      XCTAssertEqual(try read(json), value)
    }
  }

  func testWhatNoDocumentCanHoldIsNotWritten() {
    for value in [
      FirestoreValue.other(kind: "mapValue"), .timestamp(Timestamp(milliseconds: .max)),
    ] {
      var writer = JSONWriter()
      XCTAssertThrowsError(try value.write(to: &writer))
    }
  }

  func testValuesOfOtherKindsAreKeptApart() throws {
    for (kind, json) in [
      ("doubleValue", "1.5"), ("mapValue", "{}"),
      ("bytesValue", #""AA==""#), ("geoPointValue", "{}"), ("referenceValue", #""a""#),
    ] {
      XCTAssertEqual(try read(#"{"\#(kind)":\#(json)}"#), .other(kind: kind))
    }
  }

  /// What stands among the texts of an array and is none is left out.
  func testOnlyTheTextsOfAnArrayAreRead() throws {
    for (json, texts) in [
      (#"{"values":[]}"#, []), ("{}", []), (#"{"values":[{"stringValue":"b"}]}"#, ["b"]),
      (#"{"values":[{"integerValue":"1"},{"stringValue":"a"},{"mapValue":{}}]}"#, ["a"]),
    ] as [(String, [String])] {
      XCTAssertEqual(try read(#"{"arrayValue":\#(json)}"#), .texts(texts), json)
    }
  }

  func testMalformedValuesAreOfNoKind() throws {
    for json in [
      "{}", "null", "1", #""text""#, #"{"stringValue":1}"#, #"{"stringValue":null}"#,
      #"{"integerValue":7}"#, #"{"integerValue":"7.0"}"#, #"{"integerValue":""}"#,
      #"{"integerValue":"9223372036854775808"}"#, #"{"booleanValue":"true"}"#,
      #"{"booleanValue":1}"#, #"{"nullValue":0}"#, #"{"timestampValue":"yesterday"}"#,
      #"{"timestampValue":1795230025}"#, #"{"stringValue":"a","integerValue":"1"}"#,
    ] {
      XCTAssertEqual(try read(json), .other(kind: "malformed"), json)
    }
  }
}
