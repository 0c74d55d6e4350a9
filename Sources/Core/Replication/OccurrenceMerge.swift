import Basics

/// What a repeating to-do is after two devices completed an occurrence of it without knowing of each other.
///
/// Each has moved it on. Taken field by field, it could go back to an occurrence that is completed; so all of it that
/// belongs to an occurrence comes from the side that is further.
struct OccurrenceMerge {
  private let chosen: RecordFields
  private let other: RecordFields
  private let base: RecordFields

  /// Nil unless both sides completed something.
  init?(base: RecordFields, local: RecordFields, remote: RecordFields) {
    func completed(_ fields: RecordFields) -> Bool {
      let before = base[Todo.Field.completions]?.members ?? []
      return fields[Todo.Field.completions]?.members?.isSubset(of: before) == false
    }
    guard completed(local), completed(remote), let ours = Self.occurrence(local),
      let theirs = Self.occurrence(remote)
    else { return nil }
    self.base = base
    (chosen, other) = ours.precedesOnClock(theirs) ? (remote, local) : (local, remote)
  }

  /// The value of a field that belongs to an occurrence; nil for other fields.
  func value(of name: String) -> FieldValue? {
    [Todo.Field.due, Todo.Field.start, Todo.Field.recurrence].contains(name) ? chosen[name] : nil
  }

  /// The merged reminders without those moments that the other side has moved to its occurrence.
  func withoutMoved(_ merged: Set<ExactText>, of name: String) -> Set<ExactText>? {
    guard name == Todo.Field.reminders else { return nil }
    func members(_ fields: RecordFields) -> Set<ExactText> { fields[name]?.members ?? [] }
    let moved = members(other).subtracting(members(chosen)).subtracting(members(base))
    return merged.subtracting(moved.filter { Reminder(text: $0.text).alarm != nil })
  }

  private static func occurrence(_ fields: RecordFields) -> CalendarTime? {
    for name in [Todo.Field.due, Todo.Field.start] {
      if case .time(let time)? = fields[name] { return time }
    }
    return nil
  }
}
