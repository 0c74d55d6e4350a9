import Dates

/// English words for days, times, repeats and reminders.
struct English: Grammar {
  func match(_ line: TypedLine, at place: Int, _ days: DayMath) -> PhraseMatch? {
    let start = LineCursor(line: line, place: place)
    guard let character = start.character, character.isLatin || character.isDigit,
      start.isAtStartOfWord
    else {
      return nil
    }
    if let asked = asked(start, days) { return (asked.end, asked.meaning) }
    var cursor = start
    if let found = dayOfMonths(cursor, days) { return found }
    if character.isDigit { return number(cursor, days) }
    let word = cursor.take("bi-weekly") ? "biweekly" : cursor.word()
    switch word {
    case "every", "each": return repetition(cursor, days)
    case "daily", "weekly", "monthly", "yearly", "annually", "quarterly", "fortnightly",
      "biweekly":
      return adverb(word, cursor, days)
    case "once": return cursor.next(["a", "every", "each"]) == nil ? nil : repetition(cursor, days)
    case "remind": return reminder(cursor, days)
    case "in": return relative(cursor, days)
    case "at", "@": return time(afterAt: cursor, days)
    case "on", "by", "due": return preposition(word, cursor, days)
    case "for", "until", "till", "before":
      // After these words there is a day only if the words that follow are one on their own.
      guard cursor.spaces() else { return nil }
      if let found = clock(cursor, days) { return found }
      guard let day = day(&cursor, days, isAfterPreposition: false) else { return nil }
      return withTime(day, cursor, days)
    case "around": return cursor.spaces() ? clock(cursor, days) : nil
    case "starting", "from": return beginning(cursor, days)
    case "weekdays", "workdays", "weekends": return plainDays(word, cursor, days)
    case "noon", "midday": return noon(cursor, days)
    case "not": return cursor.next(["before"]) == nil ? nil : beginning(cursor, days)
    default:
      cursor = start
      if English.numbers[word] != nil { return number(cursor, days) }
      guard let day = day(&cursor, days, isAfterPreposition: false) else { return nil }
      return withTime(day, cursor, days)
    }
  }

  /// A time with a word other than “at”: before 5pm, for 19:00, around 5pm.
  private func clock(_ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    guard let time = time(&cursor, isAfterAt: false), !isStretch(start, cursor) else { return nil }
    if let found = clockBeforePart(start, isAfterAt: false, days) { return found }
    return (cursor.place, .due(nil, time))
  }

  /// A phrase that begins with a number: 24 dec, 3 days from now, 5pm.
  private func number(_ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    if let day = dayBeforeMonth(&cursor, days) { return withTime((day, nil), cursor, days) }
    cursor = start
    if let minutes = amount(&cursor, days) {
      var ahead = cursor
      if ahead.next(["from"]) != nil, ahead.next(["now", "today"]) != nil {
        return (ahead.place, minutes)
      }
      if let found = weeks(from: start, days) { return found }
    }
    return clock(start, days)
  }

  /// a week from Friday, 3 days from tomorrow.
  private func weeks(from start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    guard let (count, unit) = countAndUnit(&cursor), unit == .day || unit == .week,
      cursor.next(["from"]) != nil, cursor.spaces(),
      let found = day(&cursor, days, isAfterPreposition: true)
    else { return nil }
    let later = found.day.adding(days: unit == .week ? 7 * count : count)
    return withTime((later, found.time), cursor, days)
  }

  /// noon tomorrow; “High Noon” is a film title.
  private func noon(_ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    _ = cursor.next(["on"])
    guard cursor.spaces(), let found = day(&cursor, days, isAfterPreposition: false) else {
      return nil
    }
    return (cursor.place, .due(found.day, TimeOfDay(secondsOfDay: 12 * 3600)))
  }

  /// on Friday, by 24 Dec, on the 15th, due tomorrow; on weekdays.
  private func preposition(
    _ word: String, _ start: LineCursor, _ days: DayMath
  ) -> PhraseMatch? {
    var cursor = start
    if word == "due" { _ = cursor.next(["on", "by"]) }
    guard cursor.spaces() else { return nil }
    var ahead = cursor
    if word == "on" {
      let list = ahead.word()
      if list == "weekdays" || list == "workdays" {
        return (ahead.place, .recurrence(.init(pattern: .init(.weekly, days: English.workdays))))
      }
      if list == "weekends" {
        return (ahead.place, .recurrence(.init(pattern: .init(.weekly, days: English.weekend))))
      }
      ahead = cursor
      let weekday = ahead.word()
      if weekday.last == "s", let day = English.weekdays[String(weekday.dropLast())],
        weekday.count > 4
      {
        return (ahead.place, .recurrence(.init(pattern: .init(.weekly, days: [.init(day)]))))
      }
    }
    if let day = day(&cursor, days, isAfterPreposition: true) { return withTime(day, cursor, days) }
    if word != "on", let found = clockBeforePart(cursor, isAfterAt: true, days) { return found }
    guard word != "on", let time = time(&cursor, isAfterAt: true) else { return nil }
    return (cursor.place, .due(nil, time))
  }

  /// starting Monday, not before 24 Dec.
  private func beginning(_ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    _ = cursor.next(["on", "from"])
    guard cursor.spaces(), let day = day(&cursor, days, isAfterPreposition: true) else {
      return nil
    }
    return (cursor.place, .start(day.day))
  }

  /// in 3 days, in two weeks, in an hour.
  private func relative(_ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    guard cursor.spaces() else { return nil }
    var onDay = cursor
    if let (count, unit) = countAndUnit(&onDay), unit == .week, onDay.next(["on"]) != nil,
      onDay.spaces(), let weekday = English.weekdays[onDay.word()]
    {
      return withTime((days.weekday(weekday, weeks: count), nil), onDay, days)
    }
    guard let meaning = amount(&cursor, days) else { return nil }
    // In “Check in 24h before the flight”, the amount is not counted from now.
    var ahead = cursor
    if ahead.next(["before", "after"]) != nil { return nil }
    guard case .due(let day?, nil) = meaning else { return (cursor.place, meaning) }
    return withTime((day, nil), cursor, days)
  }

  /// A day with a time that may follow: tomorrow, tomorrow morning.
  func withTime(
    _ found: (day: CalendarDay, time: TimeOfDay?), _ start: LineCursor, _ days: DayMath
  ) -> PhraseMatch {
    var cursor = start
    if let part = found.time {
      let exact = clock(after: part, &cursor)
      return (cursor.place, exact.map { Self.due(found.day, $0) } ?? .due(found.day, part))
    }
    // “Saturday at 12 at night”.
    var ahead = cursor
    let isAfterAt = ahead.next(["at"]) != nil
    if ahead.spaces(), let exact = clockBeforeDailyPart(&ahead, isAfterAt: isAfterAt) {
      return (ahead.place, Self.due(found.day, exact))
    }
    if cursor.next(["eod"]) != nil { return (cursor.place, .due(found.day, nil)) }
    _ = cursor.next(["in"]).map { _ in cursor.next(["the"]) }
    if let part = cursor.next(English.partNames), let time = English.partsOfDay[part] {
      return withTime((found.day, time), cursor, days)
    }
    return (start.place, .due(found.day, nil))
  }

  static let workdays: [RecurrencePattern.Day] = Weekday.allCases.prefix(5).map { .init($0) }
  static let weekend: [RecurrencePattern.Day] = [.init(.saturday), .init(.sunday)]

  static let weekdays: [String: Weekday] = [
    "monday": .monday, "tuesday": .tuesday, "wednesday": .wednesday, "thursday": .thursday,
    "friday": .friday, "saturday": .saturday, "sunday": .sunday, "mon": .monday, "tue": .tuesday,
    "tues": .tuesday, "wed": .wednesday, "weds": .wednesday, "thu": .thursday, "thur": .thursday,
    "thurs": .thursday,
    "fri": .friday, "sat": .saturday, "sun": .sunday,
  ]

  static let monthNames = Set(months.keys)

  static let months: [String: Int] = [
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7,
    "august": 8,
    "september": 9, "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3,
    "apr": 4,
    "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
  ]

  static let numbers: [String: Int] = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
  ]
}
