import Dates

/// Times that belong to a part of the day: “tomorrow evening at 8”, “at 8 in the evening”, “7pm tonight”.
extension English {
  /// A time, with whether it belongs to the next day.
  typealias Clock = (time: TimeOfDay, isNextDay: Bool)

  /// The exact time after a part of the day: “at 8” in “tomorrow evening at 8”.
  func clock(after part: TimeOfDay, _ cursor: inout LineCursor) -> Clock? {
    var ahead = cursor
    let isAfterAt = ahead.next(["at"]) != nil
    guard ahead.spaces(),
      let time = time(&ahead, isAfterAt: isAfterAt, isMorning: Self.isEarly(part))
    else { return nil }
    cursor = ahead
    return Self.clock(time, in: part)
  }

  /// The exact time before a part of the day that has no day of its own: “8 in the evening”, “3 at night”.
  func clockBeforeDailyPart(_ cursor: inout LineCursor, isAfterAt: Bool) -> Clock? {
    var ahead = cursor
    guard time(&ahead, isAfterAt: isAfterAt) != nil, let part = dailyPart(&ahead),
      let time = time(&cursor, isAfterAt: isAfterAt, isMorning: Self.isEarly(part))
    else { return nil }
    cursor = ahead
    return Self.clock(time, in: part)
  }

  /// A time before the part of the day that it belongs to: “8 in the evening”, “7pm tonight”, “6 on Friday morning”,
  /// “12 at night on Friday”.
  /// - Returns: nil if no part of the day follows the time.
  func clockBeforePart(_ start: LineCursor, isAfterAt: Bool, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    if let found = clockBeforeDailyPart(&cursor, isAfterAt: isAfterAt) {
      var dated = cursor
      let isAfterOn = dated.next(["on"]) != nil
      guard dated.spaces(), let named = day(&dated, days, isAfterPreposition: isAfterOn),
        named.time == nil
      else { return (cursor.place, .due(nil, found.time)) }
      return (dated.place, Self.due(named.day, found))
    }
    guard time(&cursor, isAfterAt: isAfterAt) != nil, let (day, part) = part(&cursor, days) else {
      return nil
    }
    var clock = start
    guard let time = time(&clock, isAfterAt: isAfterAt, isMorning: Self.isEarly(part)) else {
      return nil
    }
    return (cursor.place, Self.due(day, Self.clock(time, in: part)))
  }

  static func due(_ day: CalendarDay, _ clock: Clock) -> QuickAddMeaning {
    .due(clock.isNextDay ? day.adding(days: 1) : day, clock.time)
  }

  /// tonight, this evening, tomorrow morning, on Friday evening.
  private func part(
    _ cursor: inout LineCursor, _ days: DayMath
  ) -> (day: CalendarDay, part: TimeOfDay)? {
    var ahead = cursor
    let isAfterOn = ahead.next(["on"]) != nil
    guard ahead.spaces(), let found = day(&ahead, days, isAfterPreposition: isAfterOn) else {
      return nil
    }
    if let part = found.time {
      cursor = ahead
      return (found.day, part)
    }
    _ = ahead.next(["in"]).map { _ in ahead.next(["the"]) }
    guard let name = ahead.next(English.partNames) else { return nil }
    cursor = ahead
    return English.partsOfDay[name].map { (found.day, $0) }
  }

  /// in the morning, in the evening, at night.
  private func dailyPart(_ cursor: inout LineCursor) -> TimeOfDay? {
    var ahead = cursor
    if ahead.next(["at"]) != nil, ahead.next(["night"]) != nil {
      cursor = ahead
      return English.partsOfDay["night"]
    }
    ahead = cursor
    guard ahead.next(["in"]) != nil, ahead.next(["the"]) != nil,
      let name = ahead.next(["morning", "afternoon", "evening"])
    else { return nil }
    cursor = ahead
    return English.partsOfDay[name]
  }

  /// A time that was read without the part of the day that it belongs to. Twelve and the hours after it at night are the
  /// beginning of the next day.
  private static func clock(_ time: TimeOfDay, in part: TimeOfDay) -> Clock {
    if isMorning(part) { return (time, false) }
    if isNight(part), (1...4).contains(time.hour) { return (time, true) }
    if part.hour >= 19, time.hour % 12 == 0 {
      return (TimeOfDay(secondsOfDay: time.minute * 60), true)
    }
    let hour = time.hour >= 12 ? time.hour : time.hour + 12
    return (TimeOfDay(secondsOfDay: (hour * 60 + time.minute) * 60), false)
  }

  private static func isMorning(_ part: TimeOfDay) -> Bool { part.hour < 12 }

  /// From “tonight” on.
  private static func isNight(_ part: TimeOfDay) -> Bool { part.hour >= 20 }

  /// Whether a small number in a part of the day may be an hour of the morning.
  private static func isEarly(_ part: TimeOfDay) -> Bool { isMorning(part) || isNight(part) }

  static let partNames = Set(partsOfDay.keys)

  static let partsOfDay: [String: TimeOfDay] = [
    "morning": TimeOfDay(secondsOfDay: 9 * 3600), "noon": TimeOfDay(secondsOfDay: 12 * 3600),
    "afternoon": TimeOfDay(secondsOfDay: 15 * 3600), "evening": TimeOfDay(secondsOfDay: 19 * 3600),
    "night": TimeOfDay(secondsOfDay: 21 * 3600),
  ]
}
