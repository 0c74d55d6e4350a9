import Basics
import Core

/// When a to-do is due, starts and repeats, as the record has it.
struct CalendarDates: Hashable {
  var due: CalendarTime?
  var start: CalendarTime?
  var recurrence: RecurrenceRule?
  /// Whether the dates are of a later occurrence than those in the text: other programs note completed occurrences
  /// beside the to-do and leave its dates as they were.
  var isAdvanced = false
  /// Whether every occurrence is excluded, so that none is left.
  var isOver = false

  /// - Parameter excluded: the occurrences that are completed, cancelled or left out, by RECURRENCE-ID and EXDATE.
  init(_ todo: CalendarComponent, _ zones: CalendarZones, excluded: ExcludedOccurrences) {
    let written = todo.property("DTSTART").flatMap(zones.time)
    start = written ?? CalendarDates.ownStart(todo)
    due = todo.property("DUE").flatMap(zones.time)
    if due == nil, let written, let length = todo.value("DURATION") {
      due = CalendarDuration(iCalendar: length).flatMap { written.adding($0) }
    }
    if let rule = todo.lines("RRULE").first?.parts.value, !rule.isEmpty {
      let from = todo.ownText(OwnProperty.repeatsFrom)
      recurrence = RecurrenceRule(rule, isFromCompletion: from?.isExactly("COMPLETION") == true)
    }
    if let first = written ?? due { advance(from: first, excluded) }
  }

  /// Moves on to the first occurrence that is not excluded.
  /// - Parameter first: the occurrence that the rule counts from (RFC 5545 §3.8.5.3).
  private mutating func advance(from first: CalendarTime, _ excluded: ExcludedOccurrences) {
    guard let recurrence, !recurrence.isFromCompletion,
      excluded.contains(first),
      // If the rule cannot be worked out, the to-do stays at its first occurrence.
      let found = try? CalendarDates.next(after: first, recurrence, excluded)
    else { return }
    switch found {
    case .unknown: return
    case .end: isOver = true
    case .occurrence(let time, let rule):
      let shift = CalendarShift(from: first, to: time)
      due = due?.moved(by: shift)
      start = start?.moved(by: shift)
      self.recurrence = rule
      isAdvanced = true
    }
  }

  /// What comes after occurrences that are excluded.
  private enum Next {
    case occurrence(CalendarTime, RecurrenceRule)
    /// The rule has ended.
    case end
    /// Not found within as many steps as there are excluded occurrences.
    case unknown
  }

  private static func next(
    after first: CalendarTime, _ rule: RecurrenceRule, _ excluded: ExcludedOccurrences
  ) throws(RecurrenceError) -> Next {
    let pattern = try rule.pattern()
    let occurrences = try Occurrences(of: pattern, from: first, local: .utc)
    var used = 0
    // Each step uses up one excluded occurrence.
    while let next = try occurrences.next() {
      guard used <= excluded.count else { return .unknown }
      if used == 0, next != first { used = 1 }
      guard excluded.contains(next) || next == first else {
        guard case .count(let count) = pattern.end else { return .occurrence(next, rule) }
        return count > used ? .occurrence(next, rule.counting(count - used)) : .end
      }
      used += 1
    }
    return .end
  }

  private static func ownStart(_ todo: CalendarComponent) -> CalendarTime? {
    guard todo.lines("DTSTART").isEmpty,
      let parts = todo.ownText(OwnProperty.start)?.splitExactly(at: " "), parts.count == 2
    else { return nil }
    return CalendarTime(iso8601: parts[0], zone: parts[1] == "-" ? nil : ZoneName(parts[1]))
  }
}

extension CalendarTime {
  /// The time that is later by a length, by date and clock face; nil if the length is negative.
  func adding(_ length: CalendarDuration) -> CalendarTime? {
    guard length.seconds >= 0 else { return nil }
    let zero = CalendarTime(day: .first, time: .midnight)
    let end = CalendarTime(
      day: CalendarDay.first.adding(days: length.seconds / 86_400),
      time: TimeOfDay(secondsOfDay: length.seconds % 86_400))
    return moved(by: CalendarShift(from: zero, to: end))
  }
}
