import XCTest

@testable import Core

final class ThreeWayMergeTests: XCTestCase {
  private enum Side { case base, local, remote }

  /// Three different values of every kind, for base, this device and the server.
  private let kinds: [(String, FieldValue, FieldValue, FieldValue)] = [
    ("bool and null", .null, .bool(true), .bool(false)),
    ("integer", .integer(0), .integer(1), .integer(5)),
    ("string", .string("b"), .string("l"), .string("r")),
    ("empty string", .string("b"), .string(""), .string("r")),
    ("cleared here", .string("b"), .null, .string("r")),
    ("cleared there", .string("b"), .string("l"), .null),
    (
      "timestamp", .timestamp(Timestamp(milliseconds: 1)), .timestamp(Timestamp(milliseconds: 3)),
      .timestamp(Timestamp(milliseconds: 2))
    ),
    ("day", .day(.first), .day(.first.adding(days: 1)), .day(.first.adding(days: 2))),
    (
      "alarm", .null, .alarm(Alarm(at: Timestamp(milliseconds: 1), zone: "UTC")),
      .alarm(Alarm(at: Timestamp(milliseconds: 1), zone: "Asia/Seoul"))
    ),
  ]

  func testTable() {
    // base, local, remote, pending → whose value; each side as which of the three values it has.
    let table: [(Side, Side, Side, Bool, Side)] = [
      (.base, .base, .base, false, .base),
      (.base, .base, .base, true, .base),
      (.base, .base, .remote, false, .remote),
      (.base, .base, .remote, true, .remote),
      (.base, .local, .base, true, .local),
      (.base, .local, .base, false, .base),
      (.base, .local, .remote, true, .local),
      (.base, .local, .remote, false, .remote),
      (.base, .local, .local, true, .local),
      (.base, .local, .local, false, .local),
    ]
    for (kind, base, local, remote) in kinds {
      func value(_ side: Side) -> FieldValue {
        switch side {
        case .base: base
        case .local: local
        case .remote: remote
        }
      }
      for (baseSide, localSide, remoteSide, isPending, expected) in table {
        let merged = ThreeWayMerge.merge(
          base: ["f": value(baseSide)], local: ["f": value(localSide)],
          remote: ["f": value(remoteSide)], isPending: isPending)
        XCTAssertEqual(
          merged, ["f": value(expected)],
          "\(kind): local \(localSide), remote \(remoteSide), pending \(isPending)")
      }
    }
  }

  func testWithoutABase() {
    for (kind, _, local, remote) in kinds {
      XCTAssertEqual(
        ThreeWayMerge.merge(base: [:], local: ["f": local], remote: ["f": remote], isPending: true),
        ["f": local], kind)
      XCTAssertEqual(
        ThreeWayMerge.merge(
          base: [:], local: ["f": local], remote: ["f": remote], isPending: false),
        ["f": remote], kind)
    }
  }

  func testFieldsAreMergedOneByOne() {
    let base: RecordFields = ["a": .integer(0), "b": .integer(0), "c": .integer(0)]
    let local: RecordFields = ["a": .integer(1), "b": .integer(0), "c": .integer(1)]
    let remote: RecordFields = ["a": .integer(0), "b": .integer(2), "c": .integer(2)]
    XCTAssertEqual(
      ThreeWayMerge.merge(base: base, local: local, remote: remote, isPending: true),
      ["a": .integer(1), "b": .integer(2), "c": .integer(1)])
  }

  func testWhatTheServerDoesNotMentionStays() {
    for isPending in [true, false] {
      XCTAssertEqual(
        ThreeWayMerge.merge(
          base: ["a": .integer(0)], local: ["a": .integer(1), "b": .integer(1)], remote: [:],
          isPending: isPending),
        ["a": .integer(1), "b": .integer(1)])
    }
  }

  func testTheLaterModificationCounts() {
    func at(_ milliseconds: Int64) -> FieldValue {
      .timestamp(Timestamp(milliseconds: milliseconds))
    }
    let name = Todo.Field.modifiedAt
    XCTAssertEqual(name, TodoList.Field.modifiedAt)
    let table: [(Int64, Int64, Int64, Bool, Int64)] = [
      (1, 2, 3, true, 3), (1, 3, 2, true, 3), (1, 1, 2, true, 2), (1, 2, 1, true, 2),
      (1, 3, 2, false, 2),
    ]
    for (base, local, remote, isPending, expected) in table {
      XCTAssertEqual(
        ThreeWayMerge.merge(
          base: [name: at(base)], local: [name: at(local)], remote: [name: at(remote)],
          isPending: isPending),
        [name: at(expected)], "\(base) \(local) \(remote)")
    }
  }
}
