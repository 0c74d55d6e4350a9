import Basics

/// Merges a repeating to-do of which two devices completed an occurrence without knowing of each other.
///
/// Each device moved the to-do to a next occurrence. A field-by-field merge could take it back to a completed
/// occurrence. So all fields that belong to an occurrence come from the side with the later one.
struct OccurrenceMerge {
  private let chosen: RecordFields
  private let other: RecordFields
  private let base: RecordFields

  /// Nil unless both sides completed an occurrence.
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

  /// The merged reminders without the absolute ones that the other side moved to its occurrence. Those that the other
  /// side added are kept.
  func withoutMoved(_ merged: Set<ExactText>, of name: String) -> Set<ExactText>? {
    guard name == Todo.Field.reminders else { return nil }
    func members(_ fields: RecordFields) -> Set<ExactText> { fields[name]?.members ?? [] }
    func alarm(_ member: ExactText) -> Alarm? { Reminder(text: member.text).alarm }
    let gone = members(base).subtracting(members(other)).compactMap(alarm)
    let new = members(other).subtracting(members(chosen)).subtracting(members(base))
    return merged.subtracting(
      new.filter { member in
        guard let moment = alarm(member) else { return false }
        return gone.contains { isMove(from: $0, to: moment) }
      })
  }

  /// Whether an alarm was moved as far as the other side's occurrence was moved from the base's. The clocks of a zone
  /// may have changed in between, by two hours at most.
  private func isMove(from old: Alarm, to new: Alarm) -> Bool {
    guard ExactText(old.zone) == ExactText(new.zone), let before = Self.occurrence(base),
      let after = Self.occurrence(other)
    else { return false }
    let shift = CalendarShift(from: before, to: after)
    let way = (shift.days * 86_400 + shift.seconds) * 1_000
    return abs(Int(new.at.milliseconds - old.at.milliseconds) - way) <= 2 * 3_600_000
  }

  private static func occurrence(_ fields: RecordFields) -> CalendarTime? {
    for name in [Todo.Field.due, Todo.Field.start] {
      if case .time(let time)? = fields[name] { return time }
    }
    return nil
  }
}
