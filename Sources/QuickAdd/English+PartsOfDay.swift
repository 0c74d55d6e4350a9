import Dates

/// Times that belong to a part of the day: “tomorrow evening at 8”, “at 8 in the evening”, “7pm tonight”.
extension English {
  /// The exact time after a part of the day: “tomorrow evening at 8”.
  func clock(in part: TimeOfDay, _ cursor: inout LineCursor) -> TimeOfDay? {
    var ahead = cursor
    let isAfterAt = ahead.next(["at"]) != nil
    guard ahead.spaces(),
      let time = time(&ahead, isAfterAt: isAfterAt, isMorning: Self.isEarly(part)),
      case (let exact, let isNextDay) = Self.clock(time, in: part), !isNextDay
    else { return nil }
    cursor = ahead
    return exact
  }

  /// A time that may follow a part of a day: “tonight at 9”, “tomorrow evening 8:30pm”.
  func clock(
    after found: (day: CalendarDay, part: TimeOfDay), _ start: LineCursor
  ) -> PhraseMatch? {
    var cursor = start
    let isAfterAt = cursor.next(["at"]) != nil
    guard cursor.spaces(),
      let time = time(&cursor, isAfterAt: isAfterAt, isMorning: Self.isEarly(found.part))
    else { return nil }
    let (exact, isNextDay) = Self.clock(time, in: found.part)
    return (cursor.place, .due(isNextDay ? found.day.adding(days: 1) : found.day, exact))
  }

  /// A time before the part of the day that it belongs to: “8 in the evening”, “7pm tonight”, “6 on Friday morning”.
  /// - Returns: nil if no part of the day follows the time.
  func clockBeforePart(_ start: LineCursor, isAfterAt: Bool, _ days: DayMath) -> PhraseMatch? {
    var ahead = start
    guard time(&ahead, isAfterAt: isAfterAt) != nil, let found = part(&ahead, days) else {
      return nil
    }
    var day = found.day
    let part = found.part
    var clock = start
    guard let time = time(&clock, isAfterAt: isAfterAt, isMorning: Self.isEarly(part)) else {
      return nil
    }
    if day == nil {
      // “at 12 at night on Friday”.
      var dated = ahead
      let isAfterOn = dated.next(["on"]) != nil
      if dated.spaces(), let found = self.day(&dated, days, isAfterPreposition: isAfterOn),
        found.time == nil
      {
        (day, ahead) = (found.day, dated)
      }
    }
    let (exact, isNextDay) = Self.clock(time, in: part)
    return (ahead.place, .due(isNextDay ? day?.adding(days: 1) : day, exact))
  }

  /// tonight, this evening, tomorrow morning, on Friday evening; without a day: in the morning, at night.
  func part(_ cursor: inout LineCursor, _ days: DayMath) -> (day: CalendarDay?, part: TimeOfDay)? {
    if let part = dailyPart(&cursor) { return (nil, part) }
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
  func dailyPart(_ cursor: inout LineCursor) -> TimeOfDay? {
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
  static func clock(_ time: TimeOfDay, in part: TimeOfDay) -> (time: TimeOfDay, isNextDay: Bool) {
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
  static func isEarly(_ part: TimeOfDay) -> Bool { isMorning(part) || isNight(part) }

  static let partNames = Set(partsOfDay.keys)

  static let partsOfDay: [String: TimeOfDay] = [
    "morning": TimeOfDay(secondsOfDay: 9 * 3600), "noon": TimeOfDay(secondsOfDay: 12 * 3600),
    "afternoon": TimeOfDay(secondsOfDay: 15 * 3600), "evening": TimeOfDay(secondsOfDay: 19 * 3600),
    "night": TimeOfDay(secondsOfDay: 21 * 3600),
  ]
}
