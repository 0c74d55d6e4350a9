import Dates

extension English {
  /// remind 1h before, remind me 2 days before, remind me at 9am, remind me tomorrow at 9.
  func reminder(_ start: LineCursor, _ days: DayMath) -> PhraseMatch? {
    var cursor = start
    _ = cursor.next(["me"])
    guard cursor.spaces() else { return nil }
    var ahead = cursor
    // “remind me tomorrow at 5 to”: the reminder rings when the to-do is due, and the due time is the next part.
    if let asked = asked(cursor, days), let place = LineCursor.beforeSpaces(cursor) {
      return (place, .reminder(asked.rings))
    }
    if let (count, unit) = shortAmount(&ahead), let minutes = unit.minutes,
      ahead.next(["before", "earlier", "ahead"]) != nil
    {
      return (ahead.place, .reminder(.before(minutes: count * minutes)))
    }
    var day: CalendarDay?
    ahead = cursor
    _ = ahead.word() == "on" ? ahead.spaces() : false
    if ahead.place == cursor.place || ahead.character == " " || ahead.place > cursor.place {
      var dated = LineCursor(line: cursor.line, place: cursor.place)
      if dated.take("on ") {}
      if let found = self.day(&dated, days, isAfterPreposition: true) {
        let end = withTime(found, dated, days)
        if case .due(let named?, let time?) = end.meaning {
          return (end.end, .reminder(.at(named, time)))
        }
        day = found.day
        dated.spaces()
        cursor = dated
      }
    }
    ahead = cursor
    let isAfterAt = ahead.take("at ")
    guard isAfterAt || day != nil, let time = time(&ahead, isAfterAt: isAfterAt) else { return nil }
    return (ahead.place, .reminder(.at(day, time)))
  }

  /// Reads 10m as ten minutes; only used where an amount of time is expected, because elsewhere it means metres.
  private func shortAmount(_ cursor: inout LineCursor) -> (Int, TimeUnit)? {
    if let found = countAndUnit(&cursor) { return found }
    var ahead = cursor
    guard let count = ahead.number(),
      let unit = ["m": TimeUnit.minute, "d": .day, "w": .week][ahead.word()]
    else { return nil }
    cursor = ahead
    return (count, unit)
  }

  /// The time in “remind me tomorrow at 5 to call Ann”, including “to”: the to-do is due and rings then.
  func asked(
    _ start: LineCursor, _ days: DayMath
  ) -> (end: Int, meaning: QuickAddMeaning, rings: QuickAddReminder)? {
    var before = LineCursor(line: start.line, place: start.place - 10)
    guard start.line[start.place - 2] == "e", before.isAtStartOfWord, before.take("remind me ")
    else {
      return nil
    }
    var cursor = start
    let meaning: QuickAddMeaning
    var rings = QuickAddReminder.before(minutes: 0)
    if var found = repeated(&cursor, days) {
      found.time = found.time ?? clockBeforeTo(&cursor)
      if found.time == nil { rings = .at(nil, English.morning) }
      meaning = .recurrence(found)
    } else if let (day, time) = moment(&cursor, days) {
      if time == nil { rings = .at(day, English.morning) }
      meaning = .due(day, time)
    } else {
      return nil
    }
    guard cursor.next(["to"]) != nil, cursor.character == " ", !cursor.isAtEnd else { return nil }
    return (cursor.place, meaning, rings)
  }

  private static let morning = TimeOfDay(secondsOfDay: 9 * 3600)

  private func repeated(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddRecurrence? {
    var ahead = cursor
    guard ["every", "each"].contains(ahead.word()), let found = repetition(ahead, days),
      case .recurrence(let recurrence) = found.meaning
    else { return nil }
    cursor = LineCursor(line: cursor.line, place: found.end)
    return recurrence
  }

  /// tomorrow, at 5 tomorrow, on Friday at 9:30, in 10 minutes.
  private func moment(
    _ cursor: inout LineCursor, _ days: DayMath
  ) -> (day: CalendarDay?, time: TimeOfDay?)? {
    var relative = cursor
    if relative.word() == "in" {
      guard relative.spaces(), case .due(let day, let time)? = amount(&relative, days) else {
        return nil
      }
      cursor = relative
      return (day, time ?? clockBeforeTo(&cursor))
    }
    var clock = cursor
    let isAfterAt = clock.take("at ")
    if let found = clockBeforePart(clock, isAfterAt: isAfterAt, days),
      case .due(let day, let time) = found.meaning
    {
      cursor = LineCursor(line: cursor.line, place: found.end)
      return (day, time)
    }
    let first = clockBeforeTo(&cursor, isFirst: true)
    var dated = cursor
    if first != nil { dated.spaces() }
    let place = dated
    if ["on", "by"].contains(dated.word()) { dated.spaces() } else { dated = place }
    guard let found = day(&dated, days, isAfterPreposition: true),
      case let end = withTime(found, dated, days), case .due(let day, let time) = end.meaning
    else { return first.map { (nil, $0) } }
    cursor = LineCursor(line: cursor.line, place: end.end)
    return (day, first ?? time ?? clockBeforeTo(&cursor))
  }

  /// at 5, at 17:00, 5pm: preceded by spaces, unless it comes first.
  private func clockBeforeTo(_ cursor: inout LineCursor, isFirst: Bool = false) -> TimeOfDay? {
    var ahead = cursor
    guard isFirst || ahead.spaces() else { return nil }
    let isAfterAt = ahead.take("at ")
    var bare = ahead
    if let time = time(&ahead, isAfterAt: isAfterAt) {
      cursor = ahead
      return time
    }
    guard isAfterAt, let hour = bare.number(digits: 1...2), (1...23).contains(hour),
      bare.character == " "
    else { return nil }
    cursor = bare
    return TimeOfDay(hour: English.likely(hour), minute: 0)
  }
}
