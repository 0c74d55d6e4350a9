import Basics
import XCTest

@testable import Core

/// Sets against an oracle that decides about each member alone, tried with some thousand chosen by chance.
final class SetMergeTests: XCTestCase {
  private static let members: [ExactText] = ["a", "b", "c", "d", "e\u{301}", "é"]

  private static func chosen(_ chances: inout SeededChances) -> Set<ExactText> {
    Set(members.filter { _ in Bool.random(using: &chances) })
  }

  private static func edited(
    _ set: Set<ExactText>, _ chances: inout SeededChances
  ) -> Set<ExactText> {
    Set(members.filter { set.contains($0) != (Int.random(in: 0..<4, using: &chances) == 0) })
  }

  private func merged(
    _ base: Set<ExactText>?, _ sent: [Set<ExactText>], _ isPending: Bool, _ local: Set<ExactText>,
    _ remote: Set<ExactText>
  ) -> ThreeWayMerge.Result {
    ThreeWayMerge(
      base: base.map { ["tags": .set($0)] } ?? [:], inFlight: sent.map { ["tags": .set($0)] },
      isPending: isPending
    ).merge(local: ["tags": .set(local)], remote: ["tags": .set(remote)])
  }

  func testAdditionsAndRemovalsOfBothSidesHold() {
    for seed in 1...4_000 as ClosedRange<UInt64> {
      var chances = SeededChances(seed: seed)
      let base = Self.chosen(&chances)
      let (local, remote) = (Self.edited(base, &chances), Self.edited(base, &chances))
      let result = merged(base, [], true, local, remote)
      let expected = Self.members.filter { member in
        let (here, there) = (local.contains(member), remote.contains(member))
        return base.contains(member) ? here && there : here || there
      }
      XCTAssertEqual(result, .init(fields: ["tags": .set(Set(expected))]), "seed \(seed)")
      XCTAssertEqual(result, merged(base, [], true, remote, local), "seed \(seed)")
      XCTAssertEqual(
        merged(base, [], false, base, remote), .init(fields: ["tags": .set(remote)]))
      // A device that was first takes over what the second one makes of both.
      let first = merged(remote, [], false, remote, Set(expected))
      XCTAssertEqual(first.fields, result.fields, "seed \(seed)")
    }
  }

  /// Of a member that was sent, and perhaps arrived, this device's last word counts.
  func testWhatWasSentIsNobodyElsesChange() {
    for seed in 1...4_000 as ClosedRange<UInt64> {
      var chances = SeededChances(seed: seed)
      let base = Self.chosen(&chances)
      let sent = Self.edited(base, &chances)
      let local = Self.edited(sent, &chances)
      XCTAssertEqual(
        merged(base, [sent], true, local, sent), .init(fields: ["tags": .set(local)]))
      let theirs = Self.edited(sent, &chances)
      guard case .set(let kept)? = merged(base, [sent], true, local, theirs).fields["tags"] else {
        return XCTFail("no set")
      }
      for member in Self.members where base.contains(member) != sent.contains(member) {
        XCTAssertEqual(kept.contains(member), local.contains(member), "seed \(seed)")
      }
    }
  }

  func testWithoutACommonStateNothingIsLost() {
    XCTAssertEqual(merged(nil, [], true, ["a"], ["b"]).fields, ["tags": .set(["a", "b"])])
  }

  func testTakingBackChangesNothingElse() {
    for seed in 1...2_000 as ClosedRange<UInt64> {
      var chances = SeededChances(seed: seed)
      let before = Self.chosen(&chances)
      let after = Self.edited(before, &chances)
      XCTAssertEqual(
        FieldValue.set(after).takingBack(from: .set(before), to: .set(after)), .set(before))
      let since = Self.edited(after, &chances)
      let back = FieldValue.set(since).takingBack(from: .set(before), to: .set(after))?.members
      for member in Self.members where before.contains(member) == after.contains(member) {
        XCTAssertEqual(back?.contains(member), since.contains(member), "seed \(seed)")
      }
    }
    XCTAssertNil(FieldValue.null.takingBack(from: .set([]), to: .set([])))
    XCTAssertNil(FieldValue.set([]).takingBack(from: nil, to: .null))
  }

  /// Every device leaves out the same, whatever it had before.
  func testASetKeepsItsLastMembers() {
    let many = Set((1000..<1800).map { ExactText("\($0)") })
    let merged = SetMerge(base: [], inFlight: [], isPending: true)
    let kept = merged.merge(local: many, remote: ["0999", "1800"])
    XCTAssertEqual(kept, Set((1301...1800).map { ExactText("\($0)") }))
    let long = Set((0..<40).map { ExactText("\(10 + $0)" + String(repeating: "x", count: 998)) })
    XCTAssertEqual(
      Set(SetLimits.bounded(long).map { String($0.text.prefix(2)) }),
      Set((18..<50).map(String.init)))
  }
}
