import XCTest

@testable import Core

/// What holds for every merge, tried with some thousand chosen by chance; for sets see ``SetMergeTests``.
final class MergePropertyTests: XCTestCase {
  private static let seeds: ClosedRange<UInt64> = 1...4_000

  /// A record with every field of a to-do, and what two sides made of it.
  private struct Situation {
    var base: RecordFields
    var local: RecordFields
    var remote: RecordFields
    var sent: [RecordFields] = []
    let isPending: Bool
    var chances: SeededChances

    init(seed: UInt64, isPending: Bool? = nil) {
      chances = SeededChances(seed: seed)
      base = Self.record(&chances)
      local = Self.edited(base, &chances)
      remote = Self.edited(base, &chances)
      self.isPending = isPending ?? Bool.random(using: &chances)
      if !self.isPending { local = base }
      if self.isPending, Int.random(in: 0..<3, using: &chances) == 0 {
        sent = (0..<Int.random(in: 1...3, using: &chances)).map { _ in
          Self.edited(base, &chances)
        }
        if Bool.random(using: &chances) { remote = sent.randomElement(using: &chances) ?? remote }
      }
    }

    var merge: ThreeWayMerge { ThreeWayMerge(base: base, inFlight: sent, isPending: isPending) }

    static func record(_ chances: inout SeededChances) -> RecordFields {
      RecordFields(uniqueKeysWithValues: units.flatMap { value(of: $0, &chances) })
    }

    static func edited(_ fields: RecordFields, _ chances: inout SeededChances) -> RecordFields {
      var fields = fields
      for unit in units where Int.random(in: 0..<3, using: &chances) == 0 {
        guard unit != ["createdAt"] else { continue }
        for (name, value) in value(of: unit, &chances) { fields[name] = value }
      }
      return fields
    }

    /// Few different values, so that both sides often choose the same.
    static func value(of unit: [String], _ chances: inout SeededChances)
      -> [(String, FieldValue)]
    {
      let number = Int64.random(in: 0..<3, using: &chances)
      switch unit {
      case ["status", "completedAt"]:
        return [
          ("status", .string(number > 0 ? "done" : "open")),
          ("completedAt", number > 0 ? MergeCase.at(number) : .null),
        ]
      case ["modifiedAt"], ["createdAt"]:
        return [(unit[0], MergeCase.at(Int64.random(in: 0..<9, using: &chances)))]
      default:
        return [(unit[0], number == 0 ? .null : .integer(number))]
      }
    }
  }

  private static let units: [[String]] =
    [["status", "completedAt"]]
    + MergeCase.sampleTodo.fields.filter { $0.value.members == nil }.keys.sorted()
    .filter { !["status", "completedAt"].contains($0) }.map { [$0] }

  /// The units that decide something, with whether each side changed them.
  private func changes(_ situation: Situation) -> [(unit: [String], here: Bool, there: Bool)] {
    Self.units.filter { $0 != ["createdAt"] && $0 != ["modifiedAt"] }.map { unit in
      let base = unit.map { situation.base[$0] }
      let sent = situation.sent.map { fields in unit.map { fields[$0] } }
      let here = unit.map { situation.local[$0] } != base || sent.contains { $0 != base }
      let remote = unit.map { situation.remote[$0] }
      return (unit, here && situation.isPending, remote != base && !sent.contains(remote))
    }
  }

  func testMergingTheResultAgainChangesNothing() {
    for seed in Self.seeds {
      let situation = Situation(seed: seed)
      let merged = situation.merge.merge(local: situation.local, remote: situation.remote)
      let again = situation.merge.merge(local: merged.fields, remote: situation.remote)
      XCTAssertEqual(again, merged, "seed \(seed)")
      let agreed = ThreeWayMerge(
        base: situation.remote, inFlight: [], isPending: situation.isPending
      )
      .merge(local: merged.fields, remote: situation.remote)
      XCTAssertEqual(agreed, ThreeWayMerge.Result(fields: merged.fields), "seed \(seed)")
    }
  }

  func testAChangeOfOneSideIsNeverDropped() {
    for seed in Self.seeds {
      let situation = Situation(seed: seed)
      let merged = situation.merge.merge(local: situation.local, remote: situation.remote).fields
      for (unit, here, there) in changes(situation) where here != there {
        let kept = here ? situation.local : situation.remote
        XCTAssertEqual(unit.map { merged[$0] }, unit.map { kept[$0] }, "seed \(seed), \(unit)")
      }
    }
  }

  func testNoValueIsInvented() {
    for seed in Self.seeds {
      let situation = Situation(seed: seed)
      let merged = situation.merge.merge(local: situation.local, remote: situation.remote)
      XCTAssertEqual(Set(merged.fields.keys), Set(situation.local.keys), "seed \(seed)")
      for unit in Self.units {
        let sides = [situation.local, situation.remote].map { side in unit.map { side[$0] } }
        XCTAssertTrue(
          sides.contains(unit.map { merged.fields[$0] }), "seed \(seed): \(unit)")
      }
    }
  }

  func testWhatBothChangedIsOneOfBothAndTheOtherIsLogged() {
    var both = 0
    for seed in Self.seeds {
      let situation = Situation(seed: seed, isPending: true)
      let merged = situation.merge.merge(local: situation.local, remote: situation.remote)
      for (unit, here, there) in changes(situation) where here && there {
        let local = unit.map { situation.local[$0] }
        let remote = unit.map { situation.remote[$0] }
        let kept = unit.map { merged.fields[$0] }
        let lost = unit.map { merged.lost[$0] }
        let isSame = local == remote || (unit.count == 2 && local[0] == remote[0])
        if isSame {
          XCTAssertEqual(kept, remote, "seed \(seed): \(unit)")
        } else {
          both += 1
          XCTAssertEqual(kept, local, "seed \(seed): \(unit)")
        }
        if isSame || unit == ["position"] {
          XCTAssertTrue(lost.allSatisfy { $0 == nil }, "seed \(seed): \(unit)")
        } else {
          XCTAssertEqual(lost, remote, "seed \(seed): \(unit)")
        }
      }
    }
    XCTAssertGreaterThan(both, 500)
  }

  func testNothingIsLoggedThatWasNotChangedOnBothSides() {
    for seed in Self.seeds {
      let situation = Situation(seed: seed)
      let lost = situation.merge.merge(local: situation.local, remote: situation.remote).lost
      let both = changes(situation).filter { $0.here && $0.there }.flatMap(\.unit)
      XCTAssertTrue(Set(lost.keys).isSubset(of: both), "seed \(seed): \(lost)")
    }
  }

  /// Whichever of two devices comes first: where they changed different things, both end with all of it.
  func testDifferentEditsOfTwoDevicesEndTheSameInEitherOrder() {
    for seed in Self.seeds {
      var situation = Situation(seed: seed, isPending: true)
      for unit in Self.units where unit != ["modifiedAt"] {
        let keepsLocal = Bool.random(using: &situation.chances)
        for name in unit {
          if keepsLocal { situation.remote[name] = situation.base[name] }
          if !keepsLocal { situation.local[name] = situation.base[name] }
        }
      }
      let merge = ThreeWayMerge(base: situation.base, inFlight: [], isPending: true)
      let one = merge.merge(local: situation.local, remote: situation.remote)
      let other = merge.merge(local: situation.remote, remote: situation.local)
      XCTAssertEqual(one, other, "seed \(seed)")
      XCTAssertEqual(one.lost, [:], "seed \(seed)")
      // The device that was first takes over what the second one makes of both.
      let first = ThreeWayMerge(base: situation.remote, inFlight: [], isPending: false)
        .merge(local: situation.remote, remote: one.fields)
      XCTAssertEqual(first.fields, one.fields, "seed \(seed)")
    }
  }
}
