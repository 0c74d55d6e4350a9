/// Brings together what this device and the server did to a record since they last agreed.
enum ThreeWayMerge {
  /// Merges field by field.
  ///
  /// A field that only one side changed takes that side's value. Where both changed it, the local
  /// value wins if it still waits to be sent, otherwise the server's. `modifiedAt` is the later one.
  /// - Parameters:
  ///   - base: what both last agreed on; empty if they never did.
  ///   - local: all fields as they are here.
  ///   - remote: the fields the server mentions; others keep the local value.
  ///   - isPending: whether local changes wait to be sent.
  static func merge(
    base: RecordFields, local: RecordFields, remote: RecordFields, isPending: Bool
  ) -> RecordFields {
    var merged = local
    for (name, theirs) in remote {
      let ours = local[name]
      if ours == theirs { continue }
      let oursChanged = isPending && ours != base[name]
      let theirsChanged = theirs != base[name]
      if name == Todo.Field.modifiedAt, oursChanged, theirsChanged {
        merged[name] = later(ours, theirs)
      } else if !oursChanged {
        merged[name] = theirs
      }
    }
    return merged
  }

  private static func later(_ a: FieldValue?, _ b: FieldValue) -> FieldValue {
    guard case .timestamp(let first)? = a, case .timestamp(let second) = b else { return b }
    return .timestamp(max(first, second))
  }
}
