/// A time at which a to-do may ring, derived from the to-do alone.
///
/// The actual moment can also depend on this computer's zone and on the hour at which reminders of days ring. Neither
/// is stored, so changing them rewrites nothing.
struct ReminderTime: Hashable {
  enum Kind: Int {
    /// A moment.
    case moment
    /// A local time of this computer.
    case clock
    /// A local day, which rings at the hour that the user chose.
    case day
  }

  let kind: Kind
  /// In milliseconds since 1970: in UTC for a moment, otherwise a local time, counted as if the zone were UTC. A day
  /// counts from midnight. Includes ``shift``.
  let at: Int64
  /// The exact offset from the local time or day, in milliseconds; negative is earlier.
  let shift: Int64

  init(_ moment: Timestamp) {
    (kind, at, shift) = (.moment, moment.milliseconds, 0)
  }

  /// The time that lies a duration after a day or time. Whole days are counted on the calendar.
  init(_ anchor: CalendarTime, _ duration: CalendarDuration) {
    let base = anchor.moved(byDays: duration.seconds / 86_400)
    let shift = Int64(duration.seconds % 86_400) * 1000
    if let zone = base.zone.flatMap({ ZoneRules($0) }) {
      self.init(Timestamp(milliseconds: base.moment(local: zone).milliseconds + shift))
      return
    }
    self.init(
      kind: base.isDay ? .day : .clock,
      at: ReminderTime.localMilliseconds(base.day, base.time ?? .midnight) + shift, shift: shift)
  }

  init(kind: Kind, at: Int64, shift: Int64) {
    (self.kind, self.at, self.shift) = (kind, at, shift)
  }

  func moment(_ rules: RingingRules) -> Timestamp {
    guard kind != .moment else { return Timestamp(milliseconds: at) }
    let local = ZoneRules.utc.clock(at: Timestamp(milliseconds: at - shift))
    let time = kind == .day ? rules.timeOfDays : local.time
    let base = rules.zone.moment(day: local.day, time: time)
    return Timestamp(milliseconds: base.milliseconds + shift)
  }

  /// The highest ``at`` of all times of a kind that ring no later than a moment.
  static func latest(_ kind: Kind, until moment: Timestamp, _ rules: RingingRules) -> Int64 {
    guard kind != .moment else { return moment.milliseconds }
    let clock = rules.zone.clock(at: moment)
    // Clocks that are set back show the same local time twice.
    let margin: Int64 = 3 * 3_600_000
    let local = localMilliseconds(clock.day, clock.time) + margin
    return kind == .day ? local - Int64(rules.timeOfDays.secondsOfDay) * 1000 : local
  }

  private static func localMilliseconds(_ day: CalendarDay, _ time: TimeOfDay) -> Int64 {
    ZoneRules.utc.moment(day: day, time: time).milliseconds
  }
}

/// The settings that decide, together with the to-dos, when reminders ring.
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
  /// One reminder, or a snooze of it, that may ring.
  struct Ringing: Hashable {
    let reminder: Reminder
    /// Whether it rings because somebody snoozed it.
    let isSnooze: Bool
    let time: ReminderTime
  }

  /// Whether the to-do is assigned to somebody else, so that it rings only for that person. An assignee counts only in
  /// an account whose server knows other people.
  private func isForSomebodyElse(than user: String) -> Bool {
    guard let assignee, account?.offers.contains(.people) == true else { return false }
    return !assignee.isExactly(user)
  }

  /// What may ring for a user; nothing if the to-do is not open or is assigned to somebody else.
  func ringings(for user: String) -> Set<Ringing> {
    guard status == .open, !isForSomebodyElse(than: user) else { return [] }
    var ringings: Set<Ringing> = []
    let known = SnoozesByReminder(snoozes)
    // A due time without a reminder counts as the reminder “at the due time”, so that both together ring only once.
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

  /// When a reminder rings for a user; nil if it does not ring: it is unreadable, not wanted, or made for other
  /// people's snoozes, or the to-do is not open or is assigned to somebody else.
  /// - Parameter known: the to-do's snoozes, if the caller has read them already for several reminders.
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
      // A snoozed reminder was wanted, whatever this computer's preference is.
      guard rules.dueTimesRing || end != nil else { return nil }
    }
    // A snooze that ends before the reminder's own time dates from before the to-do was moved, and no longer counts.
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
  /// The reminder at the time at which the to-do is due.
  public static let atDueTime = Reminder(text: "DUE PT0S")
}

extension CalendarTime {
  fileprivate func moved(byDays days: Int) -> CalendarTime {
    let day = day.adding(days: days)
    return time.map { CalendarTime(day: day, time: $0, zone: zone) } ?? CalendarTime(day: day)
  }
}
