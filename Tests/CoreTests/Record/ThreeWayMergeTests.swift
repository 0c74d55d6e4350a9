import XCTest

@testable import Core

/// Every field with every kind of change, one at a time.
final class ThreeWayMergeTests: XCTestCase {
  private typealias Unit = MergeCase.Unit

  /// The names of the cases stand for the values of one field or of fields that belong together.
  private enum Side { case base, local, remote }

  private func merge(
    _ base: Unit, _ local: Unit, _ remote: Unit, isPending: Bool, sent: [Unit] = []
  ) -> ThreeWayMerge.Result {
    // A field besides, which must stay what it is.
    let other: RecordFields = ["other": .integer(1)]
    return ThreeWayMerge(
      base: base.changing(other), inFlight: sent.map { $0.changing(other) }, isPending: isPending
    ).merge(local: local.changing(other), remote: remote.changing(other))
  }

  private func result(_ kept: Unit, lost: Unit = [:]) -> ThreeWayMerge.Result {
    ThreeWayMerge.Result(fields: kept.changing(["other": .integer(1)]), lost: lost)
  }

  func testTheTableHasEveryField() {
    let todo = Set(MergeCase.todo.flatMap(\.base.keys))
    // Those of sets are in SetMergeTests.
    let fields = MergeCase.sampleTodo.fields.filter { $0.value.members == nil }
    XCTAssertEqual(todo.union(["createdAt", "modifiedAt"]), Set(fields.keys))
    let list = Set(MergeCase.list.flatMap(\.base.keys))
    XCTAssertEqual(
      list.union(["createdAt", "modifiedAt"]), Set(MergeCase.sampleList.fields.keys))
  }

  func testTable() {
    // base, local, remote, pending → whose value stays, and whether the server's is logged.
    let table: [(Side, Side, Side, Bool, Side, Bool)] = [
      (.base, .base, .base, false, .base, false),
      (.base, .base, .base, true, .base, false),
      (.base, .base, .remote, false, .remote, false),
      (.base, .base, .remote, true, .remote, false),
      (.base, .local, .base, true, .local, false),
      (.base, .local, .base, false, .base, false),
      (.base, .local, .remote, true, .local, true),
      (.base, .local, .remote, false, .remote, false),
      (.base, .local, .local, true, .local, false),
      (.base, .local, .local, false, .local, false),
    ]
    for item in MergeCase.all {
      func value(_ side: Side) -> Unit {
        switch side {
        case .base: item.base
        case .local: item.local
        case .remote: item.remote
        }
      }
      for (base, local, remote, isPending, kept, isLost) in table {
        XCTAssertEqual(
          merge(value(base), value(local), value(remote), isPending: isPending),
          result(value(kept), lost: isLost && item.isLogged ? value(remote) : [:]),
          "\(item.name): local \(local), remote \(remote), pending \(isPending)")
      }
    }
  }

  func testWithoutABase() {
    for item in MergeCase.all {
      XCTAssertEqual(
        merge([:], item.local, item.remote, isPending: true),
        result(item.local, lost: item.isLogged ? item.remote : [:]), item.name)
      XCTAssertEqual(
        merge([:], item.local, item.remote, isPending: false), result(item.remote), item.name)
      for isPending in [true, false] {
        XCTAssertEqual(
          merge([:], item.local, item.local, isPending: isPending), result(item.local), item.name)
      }
    }
  }

  /// The server has what this device sent; the answer was lost.
  func testAValueThatThisDeviceSentIsNobodyElsesChange() {
    for item in MergeCase.all {
      XCTAssertEqual(
        merge(item.base, item.local, item.remote, isPending: true, sent: [item.remote]),
        result(item.local), "\(item.name): edited again since")
      XCTAssertEqual(
        merge(item.base, item.base, item.remote, isPending: true, sent: [item.remote]),
        result(item.base), "\(item.name): taken back since")
      XCTAssertEqual(
        merge(
          item.base, item.local, item.remote, isPending: true,
          sent: [item.remote, item.base, item.local]), result(item.local),
        "\(item.name): the first of several arrived")
      XCTAssertEqual(
        merge([:], item.local, item.remote, isPending: true, sent: [item.base, item.remote]),
        result(item.local), "\(item.name): created and edited")
    }
  }

  func testAValueThatThisDeviceDidNotSendIsAnothersChange() {
    for item in MergeCase.all {
      let lost = item.isLogged ? item.remote : [:]
      XCTAssertEqual(
        merge(item.base, item.local, item.remote, isPending: true, sent: [item.local]),
        result(item.local, lost: lost), "\(item.name): sent before the other one")
      let isSame = item.base["status"] != nil && item.base["status"] == item.remote["status"]
      XCTAssertEqual(
        merge(item.base, item.base, item.remote, isPending: true, sent: [item.local]),
        isSame ? result(item.remote) : result(item.base, lost: lost),
        "\(item.name): sent and taken back, and changed by another")
      XCTAssertEqual(
        merge(item.base, item.base, item.remote, isPending: true, sent: [item.base]),
        result(item.remote), "\(item.name): another field was sent")
    }
  }

  func testFieldsAreMergedOneByOne() {
    let base: RecordFields = ["a": .integer(0), "b": .integer(0), "c": .integer(0)]
    let local: RecordFields = ["a": .integer(1), "b": .integer(0), "c": .integer(1)]
    let remote: RecordFields = ["a": .integer(0), "b": .integer(2), "c": .integer(2)]
    XCTAssertEqual(
      ThreeWayMerge(base: base, inFlight: [], isPending: true).merge(local: local, remote: remote),
      ThreeWayMerge.Result(
        fields: ["a": .integer(1), "b": .integer(2), "c": .integer(1)], lost: ["c": .integer(2)]))
  }

  func testWhatTheServerDoesNotMentionStays() {
    for item in MergeCase.all {
      for isPending in [true, false] {
        XCTAssertEqual(
          merge(item.base, item.local, [:], isPending: isPending), result(item.local), item.name)
      }
    }
  }
}
