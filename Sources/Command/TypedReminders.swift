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

  /// The reminders of a to-do with these days.
  func all(due: CalendarTime?, start: CalendarTime?) -> Set<Reminder> {
    fixed.union(times.compactMap { Reminder(.at(nil, $0), due: due, start: start, now: now) })
  }
}
