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
  private var forgiven: Set<RecordKey> = []

  mutating func note(_ key: RecordKey, before: RecordFields?, after: RecordFields?) {
    // With a deletion, and what comes back after it, all sides are right.
    guard key.kind == .todo, let after else { return forgive(key) }
    for field in SimulationRun.sets {
      let old = before?[field]?.members ?? []
      let new = after[field]?.members ?? []
      for member in new.subtracting(old) {
        added[Place(key: key, field: field, member: member), default: 0] += 1
      }
      for member in old.subtracting(new) {
        removed.insert(Place(key: key, field: field, member: member))
      }
    }
  }

  /// Somebody gave up edits of a record.
  mutating func forgive(_ key: RecordKey) { forgiven.insert(key) }

  /// - Parameter copies: what the trash of any computer has: edits of who takes part no longer.
  func problems(
    _ trees: [[RecordKey: RecordFields]], copies: [(key: RecordKey, fields: RecordFields)],
    except isExcused: (RecordKey) -> Bool
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
    let back = removed.filter { added[$0] ?? 0 < 2 }.filter {
      members($0)?.contains($0.member) == true && !isRemovedInCopy($0)
    }
    return
      (lost.map { "\($0.key.id) \($0.field) lost \($0.member.text)" }
      + back.map { "\($0.key.id) \($0.field) has \($0.member.text) again" }).sorted()
  }
}
