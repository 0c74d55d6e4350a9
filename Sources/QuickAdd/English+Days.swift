import Dates

extension English {
  /// today, tomorrow, Friday, next week, 24 Dec, Dec 24 2027, the 15th, 2026-12-24.
  /// - Parameter isAfterPreposition: whether “on” or the like precedes it, so that words with another meaning count as
  ///   days.
  func day(
    _ cursor: inout LineCursor, _ days: DayMath, isAfterPreposition: Bool
  ) -> (day: CalendarDay, time: TimeOfDay?)? {
    let start = cursor
    if let day = NumericGrammar.numericDay(&cursor), cursor.isAtEndOfWord { return (day, nil) }
    cursor = start
    if let day = dayBeforeMonth(&cursor, days) { return (day, nil) }
    cursor = start
    let word = cursor.word()
    switch word {
    case "today": return (days.today, nil)
    case "tonight": return (days.today, TimeOfDay(secondsOfDay: 20 * 3600))
    case "tomorrow", "tmr", "tmrw", "tomorow": return (days.day(in: 1), nil)
    case "the":
      if isAfterPreposition {
        var dated = cursor
        dated.spaces()
        if let day = dayBeforeMonth(&dated, days) {
          cursor = dated
          return (day, nil)
        }
      }
      if isAfterPreposition, let day = ordinal(cursor, days) {
        cursor = day.cursor
        return (day.day, nil)
      }
      if cursor.next(["day"]) != nil, cursor.next(["after"]) != nil,
        cursor.next(["tomorrow", "tmr", "tmrw"]) != nil
      {
        return (days.day(in: 2), nil)
      }
      if isAfterPreposition {
        cursor = start
        _ = cursor.word()
        if cursor.next(["weekend"]) != nil { return (days.this(.saturday), nil) }
        if let day = endOf(&cursor, days) { return (day, nil) }
      }
      cursor = start
      return nil
    case "next", "this", "coming": return relativeWeek(word, &cursor, start, days)
    case "weekend" where isAfterPreposition: return (days.this(.saturday), nil)
    case "eom": return days.lastOfMonth().map { ($0, nil) }
    case "eod":
      var ahead = cursor
      _ = ahead.next(["on"])
      if ahead.spaces(), let found = day(&ahead, days, isAfterPreposition: true) {
        cursor = ahead
        return (found.day, nil)
      }
      return (days.today, nil)
    case "end":
      cursor = start
      return endOf(&cursor, days, isAtStart: !isAfterPreposition).map { ($0, nil) }
    case "day":
      guard cursor.next(["after"]) != nil, cursor.next(["tomorrow", "tmr", "tmrw"]) != nil else {
        break
      }
      return (days.day(in: 2), nil)
    default: break
    }
    if let weekday = English.weekdays[word] {
      let isClear = isAfterPreposition || !["sat", "sun", "wed"].contains(word)
      if isClear || hasTime(after: cursor) || hasDate(after: cursor, days) {
        guard isAfterPreposition || !isNamed(start) else { return nil }
        return dayOfWeek(weekday, &cursor, days).map { ($0, nil) }
      }
    }
    if let month = English.months[word], let day = dayAfterMonth(month, word, &cursor, days) {
      return (day, nil)
    }
    cursor = start
    if isAfterPreposition, let day = ordinal(cursor, days) {
      cursor = day.cursor
      return (day.day, nil)
    }
    return nil
  }

  private func hasTime(after cursor: LineCursor) -> Bool {
    var ahead = cursor
    guard ahead.spaces() else { return false }
    var bare = ahead
    if time(&bare, isAfterAt: false) != nil { return true }
    if English.partsOfDay[bare.word()] != nil { return true }
    return ahead.word() == "at" && ahead.spaces() && time(&ahead, isAfterAt: true) != nil
  }

  /// Whether a day and a month follow: “Sat 28 Nov”, “Wed, Nov 25”.
  private func hasDate(after cursor: LineCursor, _ days: DayMath) -> Bool {
    var ahead = cursor
    if ahead.character == "," { ahead.place += 1 }
    guard ahead.spaces() else { return false }
    var dated = ahead
    if dayBeforeMonth(&dated, days) != nil { return true }
    let name = ahead.word()
    guard let month = English.months[name] else { return false }
    return dayAfterMonth(month, name, &ahead, days) != nil
  }

  /// Friday, Friday the 27th, Friday, 27 Nov, Friday next week, Friday week; nil for “Friday the 13th” if the next 13th
  /// is not a Friday.
  private func dayOfWeek(
    _ weekday: Weekday, _ cursor: inout LineCursor, _ days: DayMath
  ) -> CalendarDay? {
    var ahead = cursor
    if ahead.next(["next"]) != nil, ahead.next(["week"]) != nil {
      cursor = ahead
      return days.weekday(weekday, weeks: 1)
    }
    ahead = cursor
    if ahead.next(["week"]) != nil, isFollowedByNothing(ahead) {
      cursor = ahead
      return days.coming(weekday).adding(days: 7)
    }
    ahead = cursor
    if ahead.character == "," { ahead.place += 1 }
    var dated = ahead
    _ = ahead.next(["the"])
    if ahead.spaces(), let day = dayBeforeMonth(&ahead, days) {
      cursor = ahead
      return day
    }
    if dated.spaces(), case let name = dated.word(), let month = English.months[name],
      let day = dayAfterMonth(month, name, &dated, days)
    {
      cursor = dated
      return day
    }
    ahead = cursor
    if ahead.character == "," { ahead.place += 1 }
    _ = ahead.next(["the"])
    guard ahead.spaces(), let number = ahead.number(digits: 1...2), ordinalEnding(&ahead, number)
    else { return days.coming(weekday) }
    guard let day = days.date(monthDay: number), day.weekday == weekday else { return nil }
    cursor = ahead
    return day
  }

  /// Whether a weekday is part of a name or of a range: “the Monday Murders”, “from Monday to Friday”.
  private func isNamed(_ start: LineCursor) -> Bool {
    func follows(_ word: String, _ place: Int) -> Bool {
      var before = LineCursor(line: start.line, place: place - word.count - 1)
      return before.isAtStartOfWord && before.take(word + " ")
    }
    if follows("the", start.place) { return true }
    var ahead = start
    _ = ahead.word()
    if follows("from", start.place), ahead.next(["to", "until", "till"]) != nil { return true }
    guard ["to", "until", "till"].contains(where: { follows($0, start.place) }) else {
      return false
    }
    return (max(0, start.place - 24)..<start.place).contains { follows("from", $0) }
  }

  /// next Friday, this weekend, next week, next month.
  private func relativeWeek(
    _ word: String, _ cursor: inout LineCursor, _ start: LineCursor, _ days: DayMath
  ) -> (day: CalendarDay, time: TimeOfDay?)? {
    cursor.spaces()
    let unit = cursor.word()
    if let weekday = English.weekdays[unit] {
      return (word == "next" ? days.weekday(weekday, weeks: 1) : days.this(weekday), nil)
    }
    switch (word, unit) {
    case ("next", "week"):
      var ahead = cursor
      _ = ahead.next(["on"])
      if ahead.spaces(), let weekday = English.weekdays[ahead.word()] {
        cursor = ahead
        return (days.weekday(weekday, weeks: 1), nil)
      }
      return (days.startOfWeek(weeks: 1), nil)
    case ("next", "month"): return days.month(1).map { ($0, nil) }
    case ("next", "year"):
      return CalendarDay(year: days.today.year + 1, month: 1, day: 1).map { ($0, nil) }
    case ("next", "weekend"): return (days.weekday(.saturday, weeks: 1), nil)
    case (_, "weekend"): return (days.this(.saturday), nil)
    case ("this", _): if let time = English.partsOfDay[unit] { return (days.today, time) }
    default: break
    }
    cursor = start
    return nil
  }

  /// end of month, end of next month.
  private func endOf(
    _ cursor: inout LineCursor, _ days: DayMath, isAtStart: Bool = false
  ) -> CalendarDay? {
    let start = cursor
    cursor.spaces()
    let hasEnd = cursor.word() == "end"
    if hasEnd, cursor.next(["of"]) != nil {
      let which = cursor.next(["the", "this", "next"])
      if which != "next", cursor.next(["day"]) != nil, !isAtStart || isFollowedByNothing(cursor) {
        return days.today
      }
      if cursor.next(["month"]) != nil { return days.lastOfMonth(which == "next" ? 1 : 0) }
      if !isAtStart, which == nil, let month = cursor.next(English.monthNames),
        let number = English.months[month]
      {
        return days.endOf(month: number)
      }
      if cursor.next(["year"]) != nil {
        return CalendarDay(year: days.today.year + (which == "next" ? 1 : 0), month: 12, day: 31)
      }
    }
    cursor = start
    return nil
  }

  /// 24 dec, 24th of December 2027.
  func dayBeforeMonth(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    var ahead = cursor
    guard let number = ahead.number(digits: 1...2) else { return nil }
    let isOrdinal = ordinalEnding(&ahead, number)
    if ahead.character == "." { ahead.place += 1 }
    let isOf = isOrdinal && ahead.next(["of"]) != nil
    ahead.spaces()
    let name = ahead.word()
    guard let month = English.months[name], ahead.isAtEndOfWord else { return nil }
    let year = year(&ahead)
    // “Rule 3 may change” contains no date.
    guard !English.isWord(name) || isOf || year != nil || isFollowedByNothing(ahead) else {
      return nil
    }
    guard let day = days.date(month: month, day: number, year: year) else { return nil }
    cursor = ahead
    return day
  }

  /// The rest of “Dec 24”, “December 24th, 2027”.
  private func dayAfterMonth(
    _ month: Int, _ name: String, _ cursor: inout LineCursor, _ days: DayMath
  ) -> CalendarDay? {
    var ahead = cursor
    if ahead.character == "." { ahead.place += 1 }
    guard ahead.spaces(), let number = ahead.number(digits: 1...2) else { return nil }
    let isOrdinal = ordinalEnding(&ahead, number)
    guard ahead.isAtEndOfWord else { return nil }
    let year = year(&ahead)
    guard !English.isWord(name) || isOrdinal || year != nil || isFollowedByNothing(ahead),
      !English.isPerson(name) || isOrdinal || year != nil || !isCount(ahead, of: number),
      let day = days.date(month: month, day: number, year: year)
    else { return nil }
    cursor = ahead
    return day
  }

  private func year(_ cursor: inout LineCursor) -> Int? {
    var ahead = cursor
    if ahead.character == "," { ahead.place += 1 }
    guard ahead.spaces(), let year = ahead.number(digits: 4...4), (1900...2999).contains(year),
      ahead.isAtEndOfWord
    else { return nil }
    cursor = ahead
    return year
  }

  /// Names of months that are also other words.
  private static func isWord(_ month: String) -> Bool {
    month == "may" || month == "march" || month == "mar"
  }

  /// Names of months that are also names of people.
  private static func isPerson(_ month: String) -> Bool {
    ["jan", "april", "june", "august"].contains(month)
  }

  /// Whether a number is a count: “Ask Jan 5 questions”.
  private func isCount(_ cursor: LineCursor, of number: Int) -> Bool {
    var ahead = cursor
    guard number > 1, ahead.spaces(), !isFollowedByNothing(cursor) else { return false }
    let word = ahead.word()
    return word.count > 3 && word.hasSuffix("s")
  }

  /// “the 15th”: a day of the month, unless a noun follows that it counts.
  private func ordinal(
    _ start: LineCursor, _ days: DayMath
  ) -> (day: CalendarDay, cursor: LineCursor)? {
    var cursor = start
    cursor.spaces()
    guard let number = cursor.number(digits: 1...2), ordinalEnding(&cursor, number),
      cursor.isAtEndOfWord
    else { return nil }
    var ahead = cursor
    if ahead.next(["of"]) != nil, let which = ahead.next(["next", "this", "the"]),
      ahead.next(["month"]) != nil
    {
      let first = days.month(which == "next" ? 1 : 0)
      return first.flatMap { CalendarDay(year: $0.year, month: $0.month, day: number) }.map {
        ($0, ahead)
      }
    }
    guard isFollowedByNothing(cursor), let day = days.date(monthDay: number) else { return nil }
    return (day, cursor)
  }

  /// st, nd, rd, th.
  @discardableResult
  func ordinalEnding(_ cursor: inout LineCursor, _ number: Int) -> Bool {
    var ahead = cursor
    guard ["st", "nd", "rd", "th"].contains(ahead.word()) else { return false }
    cursor = ahead
    return true
  }

  /// Whether no word follows that could belong to a number: the end of the line, punctuation, or the beginning of
  /// another part follows.
  func isFollowedByNothing(_ cursor: LineCursor) -> Bool {
    var ahead = cursor
    if ahead.isAtEnd { return true }
    guard ahead.spaces(), let character = ahead.character else {
      return cursor.character.map { !$0.continuesWord && !Self.isUnit($0) } ?? true
    }
    guard character.isLatin else { return "#@~/!(-–".contains(character) || character.isDigit }
    let word = ahead.word()
    // “at 8 for 10 days”.
    if word == "for", ahead.spaces() {
      var count = ahead
      if countAndUnit(&ahead) != nil { return true }
      return count.number() != nil && count.next(["times"]) != nil
    }
    return English.openers.contains(word) || English.weekdays[word] != nil
  }

  /// Whether a sign after a number makes it an amount: “10%”, “20€”, “12°C”.
  private static func isUnit(_ character: Character) -> Bool {
    character.isCurrencySymbol || "%‰°".contains(character)
  }

  private static let openers: Set<String> = [
    "at", "on", "by", "every", "each", "remind", "today", "tomorrow", "tonight", "starting",
    "until", "due", "except", "excluding", "from",
    "in", "next", "this", "noon", "midnight",
  ]
}
