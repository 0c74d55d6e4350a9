import Dates

extension English {
  /// The part that begins with “every” or “each”.
  func repetition(_ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    guard cursor.spaces(), var found = unit(&cursor, days) else { return nil }
    place(&found.pattern, &cursor, days)
    exceptions(&found.pattern, &cursor)
    time(&found, &cursor)
    exceptions(&found.pattern, &cursor)
    end(&found, &cursor, days)
    return (cursor.place, .recurrence(found))
  }

  /// “Write a report weekly”, but not “Write weekly report”, where the word belongs to the title.
  func adverb(_ word: String, _ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    let patterns: [String: RecurrencePattern] = [
      "daily": .init(.daily), "weekly": .init(.weekly), "monthly": .init(.monthly),
      "yearly": .init(.yearly), "annually": .init(.yearly),
      "quarterly": .init(.monthly, interval: 3), "fortnightly": .init(.weekly, interval: 2),
      // In calendars it means every second week. For twice a week, two days would have been named.
      "biweekly": .init(.weekly, interval: 2),
    ]
    var cursor = start
    guard let pattern = patterns[word] else { return nil }
    var found = QuickAddRecurrence(pattern: pattern)
    // “daily for 10 days” continues the repeat, “daily for Ann” does not.
    if !isFollowedByNothing(start) {
      end(&found, &cursor, days)
      return cursor.place > start.place ? (cursor.place, .recurrence(found)) : nil
    }
    place(&found.pattern, &cursor, days)
    exceptions(&found.pattern, &cursor)
    time(&found, &cursor)
    exceptions(&found.pattern, &cursor)
    end(&found, &cursor, days)
    return (cursor.place, .recurrence(found))
  }

  /// “Standup weekdays 9:15”, but not “Weekdays are short”.
  func plainDays(_ word: String, _ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    guard isFollowedByNothing(start) else { return nil }
    var cursor = start
    var found = QuickAddRecurrence(
      pattern: .init(.weekly, days: word == "weekends" ? English.weekend : English.workdays))
    time(&found, &cursor)
    end(&found, &cursor, days)
    return (cursor.place, .recurrence(found))
  }

  /// the 1st of every month, the last Friday of each month. Without “every” it is a single day: the last day of the
  /// month.
  func dayOfMonths(_ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    if cursor.word() == "due" { cursor.spaces() } else { cursor = start }
    let place = cursor
    if ["on", "by"].contains(cursor.word()) { cursor.spaces() } else { cursor = place }
    guard let pattern = ordinals(&cursor) else { return nil }
    let text = String(start.line.characters[start.place..<cursor.place])
    if text.hasSuffix(" every month") || text.hasSuffix(" each month") {
      var found = QuickAddRecurrence(pattern: pattern)
      time(&found, &cursor)
      end(&found, &cursor, days)
      return (cursor.place, .recurrence(found))
    }
    guard text.hasSuffix(" of the month"),
      let day = try? RecurrenceRule(pattern)
        .occurrences(from: CalendarTime(day: days.today), most: 1, local: .utc).first?.day
    else { return nil }
    return withTime((day, nil), cursor, days)
  }

  private func unit(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddRecurrence? {
    let start = cursor
    var interval = 1
    switch cursor.word() {
    case "other", "second":
      interval = 2
      cursor.spaces()
    default: cursor = start
    }
    if interval == 1, let number = counted(&cursor) { interval = number }
    let place = cursor
    let word = cursor.word()
    if let frequency = English.frequencies[word] {
      return QuickAddRecurrence(pattern: .init(frequency, interval: interval))
    }
    switch word {
    case "quarter":
      return QuickAddRecurrence(pattern: .init(.monthly, interval: 3 * interval))
    case "fortnight":
      return QuickAddRecurrence(pattern: .init(.weekly, interval: 2 * interval))
    case "weekday", "workday", "weekdays", "workdays":
      return QuickAddRecurrence(pattern: .init(.weekly, interval: interval, days: English.workdays))
    case "weekend", "weekends":
      return QuickAddRecurrence(pattern: .init(.weekly, interval: interval, days: English.weekend))
    default: break
    }
    if let time = English.partsOfDay[word] {
      return QuickAddRecurrence(pattern: .init(.daily, interval: interval), time: time)
    }
    cursor = place
    if let names = weekdays(&cursor) {
      // “every second Tuesday of the month” does not mean every two weeks.
      if interval == 2, names.count == 1, ofTheMonth(&cursor) {
        return QuickAddRecurrence(pattern: .init(.monthly, days: [.init(names[0], ordinal: 2)]))
      }
      return QuickAddRecurrence(
        pattern: .init(.weekly, interval: interval, days: names.map { .init($0) }))
    }
    cursor = start
    if let found = ordinals(&cursor) { return QuickAddRecurrence(pattern: found) }
    cursor = start
    // every 24 dec, every dec 24.
    if let day = day(&cursor, days, isAfterPreposition: false)?.day, English.isDate(start) {
      return QuickAddRecurrence(pattern: .init(.yearly, months: [day.month], monthDays: [day.day]))
    }
    return nil
  }

  private static func isDate(_ cursor: LineCursor) -> Bool {
    var ahead = cursor
    return ahead.character?.isDigit == true || months[ahead.word()] != nil
  }

  /// The number in “every 3 days”, as digits or as a word.
  private func counted(_ cursor: inout LineCursor) -> Int? {
    var ahead = cursor
    var number = ahead.number(digits: 1...3)
    if number == nil {
      let word = ahead.word()
      number = word == "a" || word == "an" ? nil : English.numbers[word]
    }
    if number == 2 { ordinalEnding(&ahead, 2) }
    ahead.spaces()
    var unit = ahead
    let word = unit.word()
    guard let number, number > 0,
      English.frequencies[word] != nil || (number == 2 && English.weekdays[word] != nil)
    else { return nil }
    cursor = ahead
    return number
  }

  /// first Monday, last day of the month, 1st and 15th.
  private func ordinals(_ cursor: inout LineCursor) -> RecurrencePattern? {
    var ahead = cursor
    _ = ahead.take("the ")
    let start = ahead
    var number: Int?
    let word = ahead.word()
    if let named = English.ordinals[word] {
      number = named
    } else {
      ahead = start
      number = ahead.number(digits: 1...2)
      guard number != nil, ordinalEnding(&ahead, number ?? 0), ahead.isAtEndOfWord else {
        return nil
      }
    }
    guard let number else { return nil }
    var after = ahead
    after.spaces()
    let name = after.word()
    if let weekday = English.weekdays[name], (-1...5).contains(number) {
      cursor = after
      _ = ofTheMonth(&cursor)
      return .init(.monthly, days: [.init(weekday, ordinal: number)])
    }
    if number == -1, ["day"].contains(name), ofTheMonth(&after) || isFollowedByNothing(after) {
      cursor = after
      return .init(.monthly, monthDays: [-1])
    }
    if ["workday", "weekday"].contains(name), number == -1 || number == 1 {
      cursor = after
      _ = ofTheMonth(&cursor)
      return .init(.monthly, days: English.workdays, setPositions: [number])
    }
    if English.ordinals[word] != nil {
      guard ofTheMonth(&ahead) else { return nil }
      cursor = ahead
      return .init(.monthly, monthDays: [number])
    }
    guard (1...31).contains(number) else { return nil }
    var numbers = [number]
    while true {
      var next = ahead
      if next.character == "," { next.place += 1 }
      _ = next.next(["and"])
      guard next.spaces(), let more = next.number(digits: 1...2), (1...31).contains(more),
        ordinalEnding(&next, more)
      else { break }
      numbers.append(more)
      ahead = next
    }
    cursor = ahead
    _ = ofTheMonth(&cursor)
    return .init(.monthly, monthDays: numbers)
  }

  private func ofTheMonth(_ cursor: inout LineCursor) -> Bool {
    var ahead = cursor
    guard ahead.next(["of", "in"]) != nil else { return false }
    _ = ahead.next(["the", "each", "every"])
    guard ahead.next(["month"]) != nil else { return false }
    cursor = ahead
    return true
  }

  /// every Monday morning, every day at 5pm.
  private func time(_ found: inout QuickAddRecurrence, _ cursor: inout LineCursor) {
    if found.time == nil, let part = cursor.next(English.partNames) {
      found.time = English.partsOfDay[part]
    }
    if let part = found.time {
      var ahead = cursor
      // Which day a time after midnight belongs to is not known here.
      if let exact = clock(after: part, &ahead), !exact.isNextDay {
        found.time = exact.time
        cursor = ahead
      }
      return
    }
    var start = cursor
    let isAfterAt = start.next(["at"]) != nil
    guard start.spaces() else { return }
    var ahead = start
    guard let time = time(&ahead, isAfterAt: isAfterAt), !isFirst(ahead) else { return }
    let exact = clockBeforeDailyPart(&start, isAfterAt: isAfterAt)
    found.time = exact?.time ?? time
    cursor = exact == nil ? ahead : start
  }

  /// Whether a time is one of several: “at 8am and 8pm”.
  private func isFirst(_ cursor: LineCursor) -> Bool {
    var ahead = cursor
    if ahead.character == "," {
      ahead.place += 1
    } else {
      guard ahead.next(["and", "or", "to", "until", "till"]) != nil else { return false }
    }
    _ = ahead.next(["at"])
    return ahead.spaces() && time(&ahead, isAfterAt: true) != nil
  }

  /// every week on Monday, every month on the 15th, every month on the last Friday.
  private func place(
    _ pattern: inout RecurrencePattern, _ cursor: inout LineCursor, _ days: DayMath
  ) {
    var ahead = cursor
    guard pattern.days.isEmpty, pattern.monthDays.isEmpty,
      let word = ahead.next(["on", "from"]), ahead.spaces()
    else { return }
    if word == "from" {
      let isOften = pattern.frequency == .daily || pattern.frequency == .weekly
      guard isOften, let names = weekdays(&ahead, isFrom: true), names.count > 1 else { return }
      (pattern.frequency, pattern.days) = (.weekly, names.map { .init($0) })
      cursor = ahead
      return
    }
    if pattern.frequency == .weekly, let names = weekdays(&ahead) {
      pattern.days = names.map { .init($0) }
      cursor = ahead
    } else if pattern.frequency == .monthly, let found = ordinals(&ahead) {
      (pattern.days, pattern.monthDays) = (found.days, found.monthDays)
      pattern.setPositions = found.setPositions
      cursor = ahead
    } else if pattern.frequency == .yearly,
      let day = day(&ahead, days, isAfterPreposition: true)?.day
    {
      (pattern.months, pattern.monthDays) = ([day.month], [day.day])
      cursor = ahead
    }
  }

  /// until 24 Dec; 5 times; after completion.
  private func end(_ found: inout QuickAddRecurrence, _ cursor: inout LineCursor, _ days: DayMath) {
    var ahead = cursor
    if ahead.next(["after"]) != nil, ahead.next(["completion", "completing", "done"]) != nil {
      found.isFromCompletion = true
      cursor = ahead
    }
    ahead = cursor
    if ahead.next(["until", "till"]) != nil, ahead.spaces(),
      let day = day(&ahead, days, isAfterPreposition: true)?.day
    {
      found.pattern.end = .until(CalendarTime(day: day))
      cursor = ahead
      return
    }
    ahead = cursor
    // Ten days are ten times, even if the first one is tomorrow.
    if found.pattern.frequency == .daily, found.pattern.interval == 1,
      ahead.next(["for"]) != nil, ahead.spaces(), let (count, unit) = countAndUnit(&ahead),
      unit == .day, count > 0
    {
      found.pattern.end = .count(count)
      cursor = ahead
      return
    }
    ahead = cursor
    if ahead.next(["for"]) != nil, ahead.spaces(),
      let last = lastDay(&ahead, found.pattern.frequency, days)
    {
      found.pattern.end = .until(CalendarTime(day: last))
      cursor = ahead
      return
    }
    ahead = cursor
    _ = ahead.next(["for"])
    guard ahead.spaces(), let count = ahead.number(digits: 1...3), count > 0,
      ahead.next(["times"]) != nil
    else { return }
    found.pattern.end = .count(count)
    cursor = ahead
  }

  /// The last day of “for 2 weeks”; nil if the words say how long each occurrence takes: “every year for 2 weeks”.
  private func lastDay(
    _ cursor: inout LineCursor, _ frequency: RecurrencePattern.Frequency, _ days: DayMath
  ) -> CalendarDay? {
    var ahead = cursor
    guard let (count, unit) = countAndUnit(&ahead) else { return nil }
    let end: CalendarDay? =
      switch (unit, frequency) {
      case (.day, .daily), (.day, .hourly): days.day(in: count)
      case (.week, .weekly), (.week, .daily), (.week, .hourly): days.day(in: 7 * count)
      case (.month, .monthly), (.month, .weekly), (.month, .daily): days.day(inMonths: count)
      case (.year, .yearly), (.year, .monthly), (.year, .weekly), (.year, .daily):
        days.day(inMonths: 12 * count)
      default: nil
      }
    guard let end else { return nil }
    cursor = ahead
    return end.adding(days: -1)
  }

  static let frequencies: [String: RecurrencePattern.Frequency] = [
    "hour": .hourly, "hours": .hourly, "day": .daily, "days": .daily, "week": .weekly,
    "weeks": .weekly,
    "month": .monthly, "months": .monthly, "year": .yearly, "years": .yearly,
  ]

  private static let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
}
