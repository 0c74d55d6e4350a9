import Basics
import Core

/// What every acknowledged edit added to sets and removed from them.
///
/// In the end a member that somebody added and nobody removed is there, and one that was added once and removed is
/// not.
struct SetLedger {
  private struct Place: Hashable {
    let key: RecordKey
    let field: String
    let member: ExactText
  }

  private var added: [Place: Int] = [:]
  private var removed: Set<Place> = []
  /// What was removed while another computer had sent the record and did not know whether that had arrived. If it had not, the
  /// removal is none, so the computer may add it again.
  private var uncertain: Set<Place> = []
  private var forgiven: Set<RecordKey> = []

  /// - Parameter isUnanswered: whether another computer waits for the answer to a write of the record.
  mutating func note(
    _ key: RecordKey, before: RecordFields?, after: RecordFields?, isUnanswered: Bool
  ) {
    // With a deletion, and what comes back after it, all sides are right.
    guard key.kind == .todo, let after else { return forgive(key) }
    for field in SimulationRun.sets {
      let old = before?[field]?.members ?? []
      let new = after[field]?.members ?? []
      for member in new.subtracting(old) {
        added[Place(key: key, field: field, member: member), default: 0] += 1
      }
      for member in old.subtracting(new) {
        let place = Place(key: key, field: field, member: member)
        removed.insert(place)
        if isUnanswered { uncertain.insert(place) }
      }
    }
  }

  /// Somebody gave up edits of a record.
  mutating func forgive(_ key: RecordKey) { forgiven.insert(key) }

  /// - Parameters:
  ///   - copies: what the trash of any computer has: edits of who takes part no longer.
  ///   - returned: the states in which a to-do came back by itself.
  func problems(
    _ trees: [[RecordKey: RecordFields]], copies: [(key: RecordKey, fields: RecordFields)],
    returned: (RecordKey) -> [RecordFields], except isExcused: (RecordKey) -> Bool
  ) -> [String] {
    var kept: Set<Place> = []
    for (key, fields) in copies {
      for field in SimulationRun.sets {
        for member in fields[field]?.members ?? [] {
          kept.insert(Place(key: key, field: field, member: member))
        }
      }
    }
    // What was removed by who takes part no longer is removed in a copy only.
    func isRemovedInCopy(_ place: Place) -> Bool {
      copies.contains { key, fields in
        key == place.key && fields[place.field]?.members?.contains(place.member) == false
      }
    }

    func isReturned(_ place: Place) -> Bool {
      returned(place.key).contains {
        $0[place.field]?.members?.contains(place.member) == true
      }
    }

    func members(_ place: Place) -> Set<ExactText>? {
      guard !forgiven.contains(place.key), !isExcused(place.key) else { return nil }
      // Of a record that is gone nothing is asked; one name may be in several trees.
      let found = trees.compactMap { $0[place.key] }
      guard found.count == 1 else { return nil }
      return found[0][place.field]?.members ?? []
    }
    let lost = Set(added.keys).subtracting(removed).subtracting(kept).filter {
      members($0)?.contains($0.member) == false
    }
    let back = removed.subtracting(uncertain).filter { added[$0] ?? 0 < 2 }.filter {
      members($0)?.contains($0.member) == true && !isRemovedInCopy($0) && !isReturned($0)
    }
    return
      (lost.map { "\($0.key.id) \($0.field) lost \($0.member.text)" }
      + back.map { "\($0.key.id) \($0.field) has \($0.member.text) again" }).sorted()
  }
}
