/// What happens to a repeating to-do that is completed or skipped.
public enum RecurrenceStep: Hashable, Sendable {
  /// The to-do moves to its next occurrence.
  /// - Parameters:
  ///   - anchor: the next occurrence.
  ///   - rule: the rule from there on, with what is left of its COUNT.
  ///   - shift: how far the other dates of the to-do move: start, due, reminders.
  case moves(to: CalendarTime, rule: RecurrenceRule, shift: CalendarShift)
  /// That was the last occurrence.
  case ends
}

extension RecurrenceRule {
  /// The next occurrence, once the present one is completed.
  /// It lies after the present one and in the future: on a day after today, or at a time after now. So missed
  /// occurrences are skipped. A rule that counts from the completion starts on the day of the completion, at the time
  /// of day of the present occurrence.
  /// - Parameters:
  ///   - anchor: the present occurrence: the due time, or the start if there is no due time.
  ///   - now: when it is completed.
  ///   - local: the reader's zone, for days and floating times.
  ///   - due: when the present occurrence is due, if the rule counts from its start; what is due in the future is not
  ///     missed, although it has begun.
  /// - Throws: ``RecurrenceError``.
  public func completing(
    _ anchor: CalendarTime, at now: Timestamp, local: ZoneRules, due: CalendarTime? = nil
  ) throws(RecurrenceError) -> RecurrenceStep {
    try advance(anchor, now: now, local: local, due: due ?? anchor, isSkipped: false)
  }

  /// What the rule counts from: the due time, or the start if nothing is due or if the rule names only the start, as
  /// other programs write it (RFC 5545 §3.8.5.3).
  ///
  /// For a rule of another program this can take as long as a search for occurrences, see ``Occurrences``.
  public func anchor(due: CalendarTime?, start: CalendarTime?) -> CalendarTime? {
    guard let due, let start else { return due ?? start }
    return !isFromCompletion && !names(due) && names(start) ? start : due
  }

  /// Whether the rule itself gives a time as an occurrence, as “every Monday” gives a Monday.
  private func names(_ time: CalendarTime) -> Bool {
    guard let pattern = try? pattern(),
      let occurrences = try? Occurrences(of: pattern.withoutEnd, from: time, local: .utc),
      let first = try? occurrences.next()
    else { return false }
    return first == time
  }

  /// The next occurrence, once the present one is left out.
  ///
  /// As for a completion, except that a rule which counts from the completion counts from the present occurrence if
  /// that is still to come.
  /// - Throws: ``RecurrenceError``.
  public func skipping(
    _ anchor: CalendarTime, at now: Timestamp, local: ZoneRules, due: CalendarTime? = nil
  ) throws(RecurrenceError) -> RecurrenceStep {
    try advance(anchor, now: now, local: local, due: due ?? anchor, isSkipped: true)
  }

  /// The occurrences after the present one, if each is completed at its time, and the present one not before now.
  /// - Parameters: as for ``completing(_:at:local:)``.
  ///   - most: the most occurrences that are returned; fewer if the rule ends.
  /// - Throws: ``RecurrenceError``.
  public func next(
    _ most: Int, after anchor: CalendarTime, at now: Timestamp, local: ZoneRules,
    due: CalendarTime? = nil
  ) throws(RecurrenceError) -> [CalendarTime] {
    var (rule, present, end) = (self, anchor, due ?? anchor)
    var found: [CalendarTime] = []
    while found.count < most {
      let moment = max(now, end.moment(local: local))
      let step = try rule.completing(present, at: moment, local: local, due: end)
      guard case .moves(let time, let rest, let shift) = step else { break }
      found.append(time)
      (rule, present, end) = (rest, time, end.moved(by: shift))
    }
    return found
  }

  private func advance(
    _ anchor: CalendarTime, now: Timestamp, local: ZoneRules, due: CalendarTime, isSkipped: Bool
  ) throws(RecurrenceError) -> RecurrenceStep {
    var pattern = try pattern()
    let clock = anchor.rules(local: local).clock(at: now)
    func isAhead(_ occurrence: CalendarTime) -> Bool {
      // Where the rule counts from the due time, this is that time itself.
      let time =
        due == anchor ? occurrence : due.moved(by: CalendarShift(from: anchor, to: occurrence))
      return time.isDay ? time.day > clock.day : time.moment(local: local) > now
    }
    let start =
      isFromCompletion
      ? pattern.restarted(anchor, at: clock, isSkipped: isSkipped && isAhead(anchor)) : anchor
    if isFromCompletion { pattern = pattern.withoutShortMonths(from: start) }

    let occurrences = try Occurrences(of: pattern, from: start, local: local)
    var used = 0
    var isFirst = true
    while let next = try occurrences.next() {
      // The anchor counts as the first occurrence, even if the rule does not name it (RFC 5545 §3.3.10, COUNT).
      if isFirst && next != start { used += 1 }
      isFirst = false
      guard isAhead(next), start.precedesOnClock(next),
        isFromCompletion || anchor.precedesOnClock(next)
      else {
        used += 1
        continue
      }
      var rule = self
      if case .count(let count) = pattern.end {
        // A rule that counts from the completion has used up one occurrence, whether or not it names that day.
        let left = count - (isFromCompletion ? 1 : used)
        guard left >= 1 else { return .ends }
        rule = counting(left)
      }
      return .moves(to: next, rule: rule, shift: CalendarShift(from: anchor, to: next))
    }
    return .ends
  }
}

extension RecurrencePattern {
  /// The new start of a rule that counts from the completion.
  fileprivate func restarted(
    _ anchor: CalendarTime, at clock: (day: CalendarDay, time: TimeOfDay), isSkipped: Bool
  ) -> CalendarTime {
    if isSkipped { return anchor }
    guard let time = anchor.time else { return CalendarTime(day: clock.day) }
    let seconds = TimeOfDay(secondsOfDay: clock.time.secondsOfDay / 60 * 60)
    return CalendarTime(
      day: clock.day, time: frequency.isWithinDay ? seconds : time, zone: anchor.zone)
  }

  /// Lets a month after 31 January be the last day of February, for rules that count from the completion. RFC 5545
  /// would leave February out, but that is not what the user means who has just completed the to-do.
  fileprivate func withoutShortMonths(from start: CalendarTime) -> RecurrencePattern {
    guard start.day.day > 28, [months, monthDays, setPositions].allSatisfy(\.isEmpty), days.isEmpty,
      yearDays.isEmpty, weekNumbers.isEmpty, frequency == .monthly || frequency == .yearly
    else { return self }
    var pattern = self
    if frequency == .yearly { pattern.months = [start.day.month] }
    pattern.monthDays = Array(28...start.day.day)
    // The last of these days that the month has.
    pattern.setPositions = [-1]
    return pattern
  }
}
