import Core
import Platform
import QuickAdd
import Service

/// Reads days, times, repeats and reminders as typed after an option.
struct TimeWords {
  /// The word that removes a value.
  static let none = "none"

  let now: Timestamp
  private let days: DayWords
  private let reader: QuickAddReader

  init(now: Timestamp) {
    self.now = now
    days = DayWords(today: LocalClock.clock(at: now).day)
    reader = QuickAddReader(LocalQuickAdd.context(now: now))
  }

  /// “2026-12-24”, “2026-12-24T17:00”, the same with a zone after a space, “friday”, “tomorrow 5pm”, “+3”.
  func time(_ typed: String) throws(CommandFailure) -> CalendarTime {
    if let day = days.day(typed) { return CalendarTime(day: day) }
    let parts = typed.split(separator: " ", maxSplits: 1).map(String.init)
    if let first = parts.first, let time = CalendarTime(iso8601: first) {
      if parts.count == 1 { return local(time) }
      if let clock = time.time, let zone = ZoneName(parts[1]), ZoneRules(zone) != nil {
        return CalendarTime(day: time.day, time: clock, zone: zone)
      }
    }
    if let reading = reading(typed), let due = reading.due, reading.recurrence == nil {
      return due
    }
    throw CommandFailure(
      .usage,
      tr(
        "“%s” is not a day or a time. These are understood: 2026-12-24, 2026-12-24T17:00, today, tomorrow 5pm, friday, +3 for in three days.",
        PlainText.line(typed)))
  }

  /// “every second tuesday”, or an iCalendar rule such as “FREQ=WEEKLY;BYDAY=TU”.
  /// - Returns: the rule, and the first time that the words name; nil for an iCalendar rule.
  func recurrence(_ typed: String) throws(CommandFailure) -> (
    rule: RecurrenceRule, first: CalendarTime?
  ) {
    let rule = RecurrenceRule(typed)
    if (try? rule.pattern()) != nil { return (rule, nil) }
    if let reading = reading(typed), let rule = reading.recurrence { return (rule, reading.due) }
    throw CommandFailure(
      .usage,
      tr(
        "“%s” is not a repetition. These are understood: every week, every second tuesday, every month, FREQ=DAILY;INTERVAL=3.",
        PlainText.line(typed)))
  }

  /// The time of day, if that is all that the words name: “9am”, “at 9am”, “16:00”.
  func timeOfDay(_ typed: String) -> TimeOfDay? {
    for words in ["remind \(typed)", typed] {
      guard let parts = reading(words)?.parts, parts.count == 1 else { continue }
      switch parts[0].meaning {
      case .reminder(.at(nil, let time)), .due(nil, let time?): return time
      default: break
      }
    }
    return nil
  }

  /// “15m”, “2h”, “1d”, “1w” before the due time, “0” for the due time itself, the same after “start” for the start
  /// time, or a moment.
  func reminder(_ typed: String, due: CalendarTime?) throws(CommandFailure) -> Reminder {
    if let reminder = Self.beforeStart(typed) { return reminder }
    if let minutes = Self.minutes(typed),
      let made = Reminder(.before(minutes: minutes), due: due, start: nil, now: now)
    {
      return made
    }
    for words in ["remind \(typed)", "remind \(typed) before"] {
      if let found = reading(words)?.reminders.first,
        let made = Reminder(found, due: due, start: nil, now: now)
      {
        return made
      }
    }
    guard let time = try? time(typed), let clock = time.time else {
      throw CommandFailure(
        .usage,
        tr(
          "“%s” is not a reminder. These are understood: 15m, 2h, 1d, 1w, 0 for the time itself, “start 1h”, 2026-12-24T08:00.",
          PlainText.line(typed)))
    }
    let zone = time.zone ?? LocalClock.zone ?? .utc
    let moment = CalendarTime(day: time.day, time: clock, zone: zone)
    return Reminder(Alarm(at: moment.moment(local: ZoneRules.local), zone: zone.text))
  }

  // MARK: Parts

  /// Typed times are in the zone of this computer.
  private func local(_ time: CalendarTime) -> CalendarTime {
    time.time.map { CalendarTime(day: time.day, time: $0, zone: LocalClock.zone) } ?? time
  }

  /// The meaning of words, if all of them are recognised.
  private func reading(_ words: String) -> QuickAddReading? {
    // A line that consists only of words for a time would be taken as a title.
    let title = "-"
    let reading = reader.read("\(title) \(words)", zone: LocalClock.zone)
    return reading.title == title && !reading.parts.isEmpty ? reading : nil
  }

  /// “start 1h”, or “start” for the start time itself.
  private static func beforeStart(_ typed: String) -> Reminder? {
    let words = typed.split(separator: " ").map { $0.lowercased() }
    guard words.first == "start", words.count <= 2,
      let minutes = minutes(words.count == 2 ? words[1] : "0"),
      let duration = CalendarDuration(seconds: -60 * minutes)
    else { return nil }
    return Reminder(.offset(duration, from: .start))
  }

  /// A number with m, h, d or w, at most ten years.
  private static func minutes(_ typed: String) -> Int? {
    if typed == "0" { return 0 }
    let units: [Character: Int] = ["m": 1, "h": 60, "d": 1_440, "w": 10_080]
    let digits = typed.dropLast()
    guard let unit = typed.last.flatMap({ units[$0] }), (1...7).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits)
    else { return nil }
    return number * unit
  }
}
