import Core

/// Reminders as typed after an option. A time of day without a day belongs to the day of each to-do.
struct TypedReminders: Sendable {
  private var fixed: Set<Reminder> = []
  private var times: Set<TimeOfDay> = []
  private var now = Timestamp(milliseconds: 0)

  var isEmpty: Bool { fixed.isEmpty && times.isEmpty }

  /// Adds what was typed.
  /// - Parameter due: the due date that reminders before it are for, if one is given.
  mutating func insert(
    _ typed: String, _ words: TimeWords, due: CalendarTime?
  ) throws(CommandFailure) {
    now = words.now
    if let time = words.timeOfDay(typed) {
      times.insert(time)
    } else {
      fixed.insert(try words.reminder(typed, due: due))
    }
  }

  /// Adds a reminder as it is stored.
  mutating func insert(_ reminder: Reminder) { fixed.insert(reminder) }

  /// The reminders of a to-do with these days. A time that is past on its day would never ring: the next such time does.
  func all(due: CalendarTime?, start: CalendarTime?) -> Set<Reminder> {
    fixed.union(
      times.compactMap { time in
        let made = Reminder(.at(nil, time), due: due, start: start, now: now)
        guard let moment = made?.alarm?.at, moment <= now else { return made }
        return Reminder(.at(nil, time), due: nil, start: nil, now: now)
      })
  }

  /// The reminders that the same words have made before: for each time of day the one on the day of the to-do, or else the
  /// one at the next such time.
  func found(
    in reminders: Set<Reminder>, due: CalendarTime?, start: CalendarTime?
  ) -> Set<Reminder> {
    let days = [(due, start), (nil, start), (nil, nil)]
    return fixed.union(
      times.compactMap { time in
        days.lazy.compactMap { Reminder(.at(nil, time), due: $0.0, start: $0.1, now: now) }
          .first { reminders.contains($0) }
      })
  }
}
