/// Merges the changes that this device and the server made to a record since their last common state.
struct ThreeWayMerge {
  /// The last common state; empty if there is none.
  let base: RecordFields
  /// The states in this device's in-flight writes, oldest first.
  let inFlight: [RecordFields]
  /// Whether local changes are waiting to be sent.
  let isPending: Bool
  /// The values that the fields had before the base.
  var former = FormerValues()

  struct Result: Hashable {
    /// The merged fields.
    var fields: RecordFields
    /// The server's values that lost to local ones.
    var lost: RecordFields = [:]
  }

  /// Merges field by field.
  ///
  /// A field that only one side changed takes that side's value. Where both changed it, the local value wins
  /// if it is still waiting to be sent, otherwise the server's. A value that this device sent itself, or that
  /// was replaced earlier, does not count as a change by somebody else. `modifiedAt` is the later one,
  /// `createdAt` the server's. Of a set nothing is lost, see ``SetMerge``. If both sides completed an occurrence, the
  /// to-do is at the later one, see ``OccurrenceMerge``.
  /// - Parameters:
  ///   - local: all fields as they are here.
  ///   - remote: the fields that the server sent; others keep the local value.
  func merge(local: RecordFields, remote: RecordFields) -> Result {
    var result = Result(fields: local)
    let occurrence = isPending ? OccurrenceMerge(base: base, local: local, remote: remote) : nil
    for unit in Self.units(of: remote) {
      if let name = unit.first, let value = occurrence?.value(of: name) {
        result.fields[name] = value
        continue
      }
      if let name = unit.first, let theirs = remote[name]?.members, let ours = local[name]?.members
      {
        let merged = setMerge(of: name).merge(local: ours, remote: theirs)
        result.fields[name] = .set(occurrence?.withoutMoved(merged, of: name) ?? merged)
        continue
      }
      let ours = unit.map { local[$0] }
      let theirs = unit.map { remote[$0] }
      if ours == theirs { continue }
      if unit == [Todo.Field.createdAt] {
        // Two devices differ here only if both recreated the record; the server's was first.
        result.fields[unit[0]] = theirs[0]
        continue
      }
      let agreed = unit.map { base[$0] }
      let own = inFlight.map { fields in unit.map { fields[$0] } }
      let isOursChanged = isPending && (ours != agreed || own.contains { $0 != agreed })
      let isTheirsChanged = theirs != agreed && !(isPending && own.contains(theirs))
      if unit == [Todo.Field.modifiedAt] {
        if isOursChanged, isTheirsChanged {
          result.fields[unit[0]] = Self.later(ours[0], theirs[0])
        } else if !isOursChanged {
          result.fields[unit[0]] = theirs[0]
        }
        continue
      }
      guard isTheirsChanged || !isPending else { continue }
      let isSameAnswer = unit == Self.done && ours[0] == theirs[0]
      if !isOursChanged || isSameAnswer {
        for (name, value) in zip(unit, theirs) { result.fields[name] = value }
      } else if unit != [Todo.Field.position] {
        for (name, value) in zip(unit, theirs) where !former.contains(value, of: name) {
          result.lost[name] = value
        }
      }
    }
    return result
  }

  /// Fields that only make sense together and are merged as one.
  static let done = [Todo.Field.status, Todo.Field.completedAt]

  private func setMerge(of name: String) -> SetMerge {
    SetMerge(
      base: base[name]?.members ?? [], inFlight: inFlight.map { $0[name]?.members ?? [] },
      isPending: isPending)
  }

  /// The names of the fields, grouped with those they belong to.
  private static func units(of fields: RecordFields) -> [[String]] {
    let isWhole = done.allSatisfy { fields[$0] != nil }
    let single = fields.keys.filter { !isWhole || !done.contains($0) }.map { [$0] }
    return isWhole ? single + [done] : single
  }

  private static func later(_ a: FieldValue?, _ b: FieldValue?) -> FieldValue? {
    guard case .timestamp(let first)? = a, case .timestamp(let second)? = b else { return b }
    return .timestamp(max(first, second))
  }
}
