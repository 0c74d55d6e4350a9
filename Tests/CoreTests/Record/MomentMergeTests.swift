import XCTest

@testable import Core

/// The moments that records carry are not decided by anybody: the later change counts, and of two
/// creations that of the server.
final class MomentMergeTests: XCTestCase {
  private typealias Row = (
    base: Int64?, local: Int64, remote: Int64, isPending: Bool, expected: Int64
  )

  private func check(_ name: String, _ table: [Row], sent: [Int64] = [], line: UInt = #line) {
    for row in table {
      let merged = ThreeWayMerge(
        base: row.base.map { [name: MergeCase.at($0)] } ?? [:],
        inFlight: sent.map { [name: MergeCase.at($0)] }, isPending: row.isPending
      ).merge(local: [name: MergeCase.at(row.local)], remote: [name: MergeCase.at(row.remote)])
      XCTAssertEqual(
        merged, ThreeWayMerge.Result(fields: [name: MergeCase.at(row.expected)]), "\(row)",
        line: line)
    }
  }

  func testTheNamesAreTheSameForBothKinds() {
    XCTAssertEqual(Todo.Field.modifiedAt, TodoList.Field.modifiedAt)
    XCTAssertEqual(Todo.Field.createdAt, TodoList.Field.createdAt)
    XCTAssertEqual(Todo.Field.position, TodoList.Field.position)
  }

  func testTheLaterModificationCounts() {
    check(
      Todo.Field.modifiedAt,
      [
        (1, 2, 3, true, 3), (1, 3, 2, true, 3), (1, 1, 2, true, 2), (1, 2, 1, true, 2),
        (1, 3, 2, false, 2), (nil, 3, 2, true, 3), (nil, 2, 3, true, 3), (nil, 3, 2, false, 2),
      ])
    check(Todo.Field.modifiedAt, [(1, 5, 3, true, 5), (1, 3, 5, true, 3)], sent: [3, 5])
  }

  /// Two devices only differ in it when both made the record anew.
  func testTheCreationIsTheServers() {
    check(
      Todo.Field.createdAt,
      [
        (1, 1, 2, false, 2), (1, 1, 2, true, 2), (1, 2, 1, true, 1), (nil, 2, 1, false, 1),
        (nil, 1, 2, true, 2), (1, 2, 3, false, 3),
      ])
  }
}
