import Basics
import Core

/// The members that each acknowledged edit added to sets or removed from them.
///
/// In the end, a member that somebody added and nobody removed must be present, and one that was added once and removed
/// must not be.
struct SetLedger {
  private struct Place: Hashable {
    let key: RecordKey
    let field: String
    let member: ExactText
  }

  private var added: [Place: Int] = [:]
  private var removed: Set<Place> = []
  /// The members removed while another computer had sent the record without knowing whether that write had arrived. If
  /// it had not, nothing was removed on that computer, and it may add the member again.
  private var uncertain: Set<Place> = []
  private var forgiven: Set<RecordKey> = []

  /// - Parameter isUnanswered: whether another computer waits for the answer to a write of the record.
  mutating func note(
    _ key: RecordKey, before: RecordFields?, after: RecordFields?, isUnanswered: Bool
  ) {
    // After a deletion, every state of the sets is right.
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

  /// Somebody discarded edits of a record.
  mutating func forgive(_ key: RecordKey) { forgiven.insert(key) }

  /// - Parameters:
  ///   - copies: the contents of all computers' trashes, with edits of users who no longer take part in a list.
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
    // A user who no longer takes part in the list removes a member only in the copy.
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
      // A deleted record is not checked, and neither is one that is in several trees.
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
