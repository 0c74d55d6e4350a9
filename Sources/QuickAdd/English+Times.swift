import Dates

extension English {
  /// at 5pm, at 10:30, at noon, at 5.
  func time(afterAt start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    guard cursor.spaces(), let time = time(&cursor, isAfterAt: true), !isStretch(start, cursor)
    else { return nil }
    var part = start
    part.spaces()
    if let found = clockBeforePart(part, isAfterAt: true, days) { return found }
    return (cursor.place, .due(nil, time))
  }

  /// 5pm, 5:30 p.m., 17:00, 5 o'clock; after “at” also noon, midnight and 5.
  /// - Parameter isMorning: whether it is known to be before noon, as in “every morning at 5”.
  func time(
    _ cursor: inout LineCursor, isAfterAt: Bool, isMorning: Bool = false
  ) -> TimeOfDay? {
    /// The hour that is probably meant.
    func likely(_ hour: Int) -> Int { isMorning ? hour : English.likely(hour) }

    var ahead = cursor
    if isAfterAt {
      let word = ahead.word()
      if word == "noon" || word == "midday" || word == "midnight" {
        cursor = ahead
        return word == "midnight" ? .midnight : TimeOfDay(secondsOfDay: 12 * 3600)
      }
      ahead = cursor
      if let time = quarters(&ahead, isMorning: isMorning) {
        cursor = ahead
        return time
      }
    }
    let first = ahead.character
    guard let hour = ahead.number(digits: 1...2) else { return nil }
    var minute: Int?
    if ahead.character == ":" {
      ahead.place += 1
      guard let number = ahead.number(digits: 2...2), ahead.character != ":" else { return nil }
      minute = number
    }
    if let isAfternoon = halfOfDay(&ahead) {
      guard (1...12).contains(hour) else { return nil }
      cursor = ahead
      return TimeOfDay(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute ?? 0)
    }
    guard ahead.isAtEndOfWord else { return nil }
    if let minute {
      guard ahead.character?.isEastAsian != true else { return nil }
      cursor = ahead
      // 3:30 usually means the afternoon; 03:30 is the 24-hour clock.
      let isNight = isAfterAt && !isMorning && first != "0" && (1...5).contains(hour)
      return TimeOfDay(hour: isNight ? hour + 12 : hour, minute: minute)
    }
    var clock = ahead
    if clock.spaces(), clock.take("o'clock") || clock.take("o’clock"), (1...12).contains(hour) {
      cursor = clock
      return TimeOfDay(hour: likely(hour), minute: 0)
    }
    // “Look at 3 houses” contains no time.
    guard isAfterAt, hour <= 23, hour > 0, isFollowedByNothing(ahead) else { return nil }
    cursor = ahead
    return TimeOfDay(hour: likely(hour), minute: 0)
  }

  /// “at 5” means the afternoon, “at 7” and later the morning.
  static func likely(_ hour: Int) -> Int { (1...6).contains(hour) ? hour + 12 : hour }

  /// half past 5, quarter to six.
  private func quarters(_ cursor: inout LineCursor, isMorning: Bool) -> TimeOfDay? {
    var ahead = cursor
    if ahead.word() == "a" { ahead.spaces() } else { ahead = cursor }
    let fraction = ahead.word()
    guard fraction == "half" || fraction == "quarter",
      let side = ahead.next(fraction == "half" ? ["past"] : ["past", "to", "after"]), ahead.spaces()
    else { return nil }
    var word = ahead
    guard let hour = ahead.number(digits: 1...2) ?? English.numbers[word.word()],
      (1...12).contains(hour)
    else { return nil }
    ahead.place = max(ahead.place, word.place)
    let isAfternoon = halfOfDay(&ahead)
    guard ahead.isAtEndOfWord else { return nil }
    cursor = ahead
    let likely = isMorning ? hour : English.likely(hour)
    let onClock = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? likely
    let minute = fraction == "half" ? 30 : side == "to" ? -15 : 15
    return TimeOfDay(secondsOfDay: (onClock * 60 + minute + 1440) % 1440 * 60)
  }

  /// Whether the time is one end of a range: 2pm to 3pm.
  func isStretch(_ start: LineCursor, _ end: LineCursor) -> Bool {
    var ahead = end
    if ahead.next(["to", "until", "till"]) != nil, ahead.spaces(),
      time(&ahead, isAfterAt: true) != nil
    {
      return true
    }
    return ["to", "until", "till"].contains { word in
      let before = start.place - word.count - 1
      var joining = LineCursor(line: start.line, place: before)
      guard joining.take(word + " "), let character = start.line[before - 2],
        start.line[before - 1] == " "
      else { return false }
      return character.isDigit || character == "m" && start.line[before - 4]?.isDigit == true
    }
  }

  /// am, pm, a.m., p.m.; true for the afternoon.
  private func halfOfDay(_ cursor: inout LineCursor) -> Bool? {
    var ahead = cursor
    ahead.spaces()
    for (text, isAfternoon) in [("a.m.", false), ("p.m.", true), ("am", false), ("pm", true)] {
      var end = ahead
      if end.take(text), end.character.map({ !$0.continuesWord }) ?? true {
        cursor = end
        return isAfternoon
      }
    }
    return nil
  }

  /// 3 days, two weeks, an hour: an amount of time, counted from now.
  func amount(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddMeaning? {
    var ahead = cursor
    guard let (count, unit) = countAndUnit(&ahead), count > 0 else { return nil }
    cursor = ahead
    return days.after(count, unit)
  }

  /// A number, as digits or as a word, and a unit.
  func countAndUnit(_ cursor: inout LineCursor) -> (Int, TimeUnit)? {
    var ahead = cursor
    if ahead.word() == "half", ahead.next(["an"]) != nil, ahead.next(["hour"]) != nil {
      cursor = ahead
      return (30, .minute)
    }
    ahead = cursor
    if let whole = ahead.number(digits: 1...2), ahead.take(".5"), ahead.spaces(),
      ["hours", "hour", "hrs", "h"].contains(ahead.word())
    {
      cursor = ahead
      return (whole * 60 + 30, .minute)
    }
    ahead = cursor
    let count: Int
    if let number = ahead.number(digits: 1...4) {
      count = number
    } else {
      guard let number = English.numbers[ahead.word()] else { return nil }
      let isCouple = number == 1 && ahead.next(["couple"]) != nil
      if isCouple { _ = ahead.next(["of"]) }
      count = isCouple ? 2 : number
    }
    ahead.spaces()
    guard let unit = English.units[ahead.word()] else { return nil }
    cursor = ahead
    if unit == .hour, ahead.next(["and"]) != nil, ahead.next(["a"]) != nil,
      ahead.next(["half"]) != nil
    {
      cursor = ahead
      return (count * 60 + 30, .minute)
    }
    return (count, unit)
  }

  static let units: [String: TimeUnit] = [
    "minute": .minute, "minutes": .minute, "min": .minute, "mins": .minute, "hour": .hour,
    "hours": .hour, "hr": .hour, "hrs": .hour, "h": .hour, "day": .day, "days": .day,
    "week": .week, "weeks": .week, "month": .month, "months": .month, "year": .year,
    "years": .year,
  ]
}
