import Basics

/// Merges a set member by member: the additions and removals of both sides hold.
struct SetMerge {
  /// The last common state.
  let base: Set<ExactText>
  /// The states in this device's in-flight writes.
  let inFlight: [Set<ExactText>]
  /// Whether local changes are waiting to be sent.
  let isPending: Bool

  /// A member that only one side has was added or removed by one of them. It is this device's change if the local state
  /// differs from the last common state in this member, or a write that may have arrived did.
  func merge(local: Set<ExactText>, remote: Set<ExactText>) -> Set<ExactText> {
    guard isPending else { return remote }
    var merged = local.intersection(remote)
    for member in local.symmetricDifference(remote) {
      let isHere = local.contains(member)
      let isAgreed = base.contains(member)
      let isOurs = isHere != isAgreed || inFlight.contains { $0.contains(member) != isAgreed }
      if isHere == isOurs { merged.insert(member) }
    }
    return SetLimits.bounded(merged)
  }
}

extension FieldValue {
  /// Reverts a change of a set: members that it added go, members that it removed return, and all others stay.
  /// - Returns: nil if this value or a parameter is not a set.
  func takingBack(from before: FieldValue?, to after: FieldValue?) -> FieldValue? {
    guard let present = members, let old = before?.members, let new = after?.members else {
      return nil
    }
    return .set(present.subtracting(new.subtracting(old)).union(old.subtracting(new)))
  }
}
