/// A time at which a to-do may ring, as far as the to-do alone says it. Which moment that is can depend on the zone of
/// this computer and on the hour at which reminders of days ring; neither is stored, so that changing them rewrites
/// nothing.
struct ReminderTime: Hashable {
  enum Kind: Int {
    /// A moment.
    case moment
    /// What the clocks here show.
    case clock
    /// A day here, which rings at an hour of the user's choice.
    case day
  }

  let kind: Kind
  /// In milliseconds since 1970: of UTC for a moment, otherwise what a clock and calendar show, as if they stood in
  /// UTC. A day begins at midnight. Includes ``shift``.
  let at: Int64
  /// How many milliseconds later than the clock or day, exactly; negative is earlier.
  let shift: Int64

  init(_ moment: Timestamp) {
    (kind, at, shift) = (.moment, moment.milliseconds, 0)
  }

  /// The time that is a duration after a day or time. Whole days are counted on the calendar.
  init(_ anchor: CalendarTime, _ duration: CalendarDuration) {
    let base = anchor.moved(byDays: duration.seconds / 86_400)
    let shift = Int64(duration.seconds % 86_400) * 1000
    if let zone = base.zone.flatMap({ ZoneRules($0) }) {
      self.init(Timestamp(milliseconds: base.moment(local: zone).milliseconds + shift))
      return
    }
    self.init(
      kind: base.isDay ? .day : .clock,
      at: ReminderTime.face(base.day, base.time ?? .midnight) + shift, shift: shift)
  }

  init(kind: Kind, at: Int64, shift: Int64) {
    (self.kind, self.at, self.shift) = (kind, at, shift)
  }

  func moment(_ rules: RingingRules) -> Timestamp {
    guard kind != .moment else { return Timestamp(milliseconds: at) }
    let face = ZoneRules.utc.clock(at: Timestamp(milliseconds: at - shift))
    let time = kind == .day ? rules.timeOfDays : face.time
    let base = rules.zone.moment(day: face.day, time: time)
    return Timestamp(milliseconds: base.milliseconds + shift)
  }

  /// What ``at`` is at most for everything of a kind that rings until a moment.
  static func latest(_ kind: Kind, until moment: Timestamp, _ rules: RingingRules) -> Int64 {
    guard kind != .moment else { return moment.milliseconds }
    let clock = rules.zone.clock(at: moment)
    // Clocks that are put back show a time again that they have shown before.
    let margin: Int64 = 3 * 3_600_000
    let face = face(clock.day, clock.time) + margin
    return kind == .day ? face - Int64(rules.timeOfDays.secondsOfDay) * 1000 : face
  }

  private static func face(_ day: CalendarDay, _ time: TimeOfDay) -> Int64 {
    ZoneRules.utc.moment(day: day, time: time).milliseconds
  }
}

/// What decides when reminders ring, beside the to-dos.
public struct RingingRules: Sendable {
  /// The zone of this computer.
  public var zone: ZoneRules
  /// When reminders of days without a time ring.
  public var timeOfDays: TimeOfDay
  /// Whether a due time rings without a reminder.
  public var dueTimesRing: Bool

  public init(zone: ZoneRules, timeOfDays: TimeOfDay, dueTimesRing: Bool) {
    self.zone = zone
    self.timeOfDays = timeOfDays
    self.dueTimesRing = dueTimesRing
  }
}

extension Todo {
  /// One thing that may ring.
  struct Ringing: Hashable {
    let reminder: Reminder
    /// Whether it rings because somebody snoozed it.
    let isSnooze: Bool
    let time: ReminderTime
  }

  /// Whether it is somebody else's to do: then it rings for that person only. Without an account that knows people
  /// nobody else can be meant.
  private func isForSomebodyElse(than user: String) -> Bool {
    guard let assignee, account?.offers.contains(.people) == true else { return false }
    return !assignee.isExactly(user)
  }

  /// What may ring for a user; nothing unless it is open, and nobody else's.
  func ringings(for user: String) -> Set<Ringing> {
    guard status == .open, !isForSomebodyElse(than: user) else { return [] }
    var ringings: Set<Ringing> = []
    let known = SnoozesByReminder(snoozes)
    // A due time by itself is the reminder "at the time", and so rings once with it.
    let dueItself = due?.isDay == false ? [Reminder.atDueTime] : []
    for reminder in reminders.union(dueItself) {
      guard let time = time(of: reminder), !known.isMadeByOthers(reminder, than: user) else {
        continue
      }
      ringings.insert(Ringing(reminder: reminder, isSnooze: false, time: time))
      if let end = known.end(of: reminder, for: user) {
        ringings.insert(Ringing(reminder: reminder, isSnooze: true, time: ReminderTime(end)))
      }
    }
    return ringings
  }

  /// When a reminder rings; nil if it does not, because it cannot be read, or the to-do is done or somebody else's, or
  /// nobody wants it.
  /// - Parameter known: the snoozes, if they have been read for several reminders.
  func moment(
    of reminder: Reminder, for user: String, _ rules: RingingRules,
    _ known: SnoozesByReminder? = nil
  ) -> Timestamp? {
    guard status == .open, !isForSomebodyElse(than: user),
      let own = time(of: reminder)?.moment(rules)
    else { return nil }
    let known = known ?? SnoozesByReminder(snoozes, of: reminder)
    guard !known.isMadeByOthers(reminder, than: user) else { return nil }
    let end = known.end(of: reminder, for: user)
    if !reminders.contains(reminder) {
      guard reminder == .atDueTime, due?.isDay == false else { return nil }
      // What was snoozed was wanted, whatever the preference says here.
      guard rules.dueTimesRing || end != nil else { return nil }
    }
    // A snooze of an earlier time, before it was moved, counts no more.
    return Swift.max(own, end ?? own)
  }

  private func time(of reminder: Reminder) -> ReminderTime? {
    switch reminder.trigger {
    case .at(let alarm): ReminderTime(alarm.at)
    case .offset(let duration, from: .due): due.map { ReminderTime($0, duration) }
    case .offset(let duration, from: .start): start.map { ReminderTime($0, duration) }
    case nil: nil
    }
  }
}

extension Reminder {
  /// When it is due.
  public static let atDueTime = Reminder(text: "DUE PT0S")
}

extension CalendarTime {
  fileprivate func moved(byDays days: Int) -> CalendarTime {
    let day = day.adding(days: days)
    return time.map { CalendarTime(day: day, time: $0, zone: zone) } ?? CalendarTime(day: day)
  }
}
