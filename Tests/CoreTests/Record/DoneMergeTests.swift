import XCTest

@testable import Core

/// Done and the moment of it are one: never one of this device with the other of the server.
final class DoneMergeTests: XCTestCase {
  private func merge(
    _ base: RecordFields, _ local: RecordFields, _ remote: RecordFields, isPending: Bool = true
  ) -> ThreeWayMerge.Result {
    ThreeWayMerge(base: base, inFlight: [], isPending: isPending)
      .merge(local: local, remote: remote)
  }

  private let open = MergeCase.done(false, nil)

  /// Both ticked it: nothing is lost, and all devices end with the moment the server has.
  func testTwoTicksAreTheSameAnswer() {
    for isPending in [true, false] {
      XCTAssertEqual(
        merge(open, MergeCase.done(true, 5), MergeCase.done(true, 3), isPending: isPending),
        ThreeWayMerge.Result(fields: MergeCase.done(true, 3)))
    }
  }

  func testTwoReopeningsAreTheSameAnswer() {
    XCTAssertEqual(
      merge(
        MergeCase.done(true, 1), open, ["status": .string("open"), "completedAt": MergeCase.at(9)]),
      ThreeWayMerge.Result(fields: ["status": .string("open"), "completedAt": MergeCase.at(9)]))
  }

  /// Ticked again at another moment here, reopened there.
  func testTheMomentGoesWithTheState() {
    XCTAssertEqual(
      merge(MergeCase.done(true, 1), MergeCase.done(true, 5), open),
      ThreeWayMerge.Result(fields: MergeCase.done(true, 5), lost: open))
    XCTAssertEqual(
      merge(MergeCase.done(true, 1), MergeCase.done(true, 1), open),
      ThreeWayMerge.Result(fields: open))
  }

  func testAStateWithoutAMomentIsTakenAlone() {
    XCTAssertEqual(
      merge(open, open, ["status": .string("done")]),
      ThreeWayMerge.Result(fields: ["status": .string("done"), "completedAt": .null]))
  }
}
