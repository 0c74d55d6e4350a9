import Dates

extension Korean {
  /// 매주, 매주 월요일, 월요일마다, 3일마다, 매달 15일, 매년 12월 24일.
  func repetition(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddRecurrence? {
    var found = QuickAddRecurrence(pattern: .init(.daily))
    if cursor.take("완료 후") {
      guard cursor.spaces() else { return nil }
      found.isFromCompletion = true
    }
    if let time = everyPartOfDay(&cursor) {
      found.time = time
      limit(&found.pattern, &cursor, days)
      return found
    }
    guard let pattern = base(&cursor), ended(&cursor) else { return nil }
    found.pattern = pattern
    if pattern.frequency == .daily {
      var ahead = cursor
      ahead.spaces()
      if let time = partOfDay(&ahead) {
        found.time = time
        cursor = ahead
      }
    }
    limit(&found.pattern, &cursor, days)
    return found
  }

  /// 아침마다, 저녁마다.
  private func everyPartOfDay(_ cursor: inout LineCursor) -> TimeOfDay? {
    for (word, hour) in [("새벽", 5), ("아침", 9), ("점심", 12), ("저녁", 19), ("밤", 21)] {
      var ahead = cursor
      guard ahead.take(word + "마다"), Korean.isAtEndOfWord(ahead) else { continue }
      cursor = ahead
      return TimeOfDay(hour: hour, minute: 0)
    }
    return nil
  }

  private func base(_ cursor: inout LineCursor) -> RecurrencePattern? {
    let start = cursor
    // 일요일 빼고 매일, 매일 일요일 빼고.
    if let days = exceptions(&cursor) {
      cursor.spaces()
      return cursor.take("매일") && !days.isEmpty ? .init(.weekly, days: days) : nil
    }
    // 평일 아침 8시: with a time, the weekdays say when; without one, they only say which days are meant.
    if cursor.take("평일") {
      var clock = cursor
      _ = clock.take("에")
      if clock.spaces(), time(&clock) != nil { return .init(.weekly, days: English.workdays) }
      cursor = start
    }
    if let pattern = Korean.fixed.take(&cursor) {
      var ahead = cursor
      guard pattern.frequency == .daily, pattern.interval == 1, ahead.spaces(),
        let days = exceptions(&ahead), !days.isEmpty
      else { return pattern }
      cursor = ahead
      return .init(.weekly, days: days)
    }
    if cursor.takeAny(["매주", "매 주"]) { return weekly(&cursor, interval: 1) }
    if cursor.takeAny(["격주로", "격주"]) { return weekly(&cursor, interval: 2) }
    if cursor.takeAny(["매달", "매월", "매 달", "매 월"]) { return monthly(&cursor) }
    if cursor.takeAny(["매년", "해마다", "매 년", "매해"]) {
      var ahead = cursor
      ahead.spaces()
      guard let (month, day) = monthAndDay(&ahead) else { return .init(.yearly) }
      cursor = ahead
      return .init(.yearly, months: [month], monthDays: [day])
    }
    if let pattern = once(&cursor) { return pattern }
    if let weekday = weekday(&cursor), cursor.take("마다") {
      return .init(.weekly, days: [.init(weekday)])
    }
    cursor = start
    guard let (count, unit) = amount(&cursor) else { return nil }
    var once = cursor
    if !cursor.take("마다") {
      guard once.take("에") else { return nil }
      once.spaces()
      guard once.takeAny(["한 번", "한번", "1번", "1회"]) else { return nil }
      cursor = once
    }
    switch unit {
    case .minute: return nil
    case .hour: return .init(.hourly, interval: count)
    case .day: return .init(.daily, interval: count)
    case .month: return .init(.monthly, interval: count)
    case .year: return .init(.yearly, interval: count)
    case .week: return weekly(&cursor, interval: count)
    }
  }

  /// 주 1회, 월 1회, 연 1회, 주 한 번. Several times a week are not supported, since no days are named.
  private func once(_ cursor: inout LineCursor) -> RecurrencePattern? {
    for (word, frequency) in Korean.periods {
      var ahead = cursor
      guard ahead.take(word) else { continue }
      let isApart = ahead.spaces()
      guard ahead.takeAny(["1회", "1번"] + (isApart ? ["한 번", "한번"] : [])) else { continue }
      cursor = ahead
      return .init(frequency)
    }
    return nil
  }

  private static let periods: [(String, RecurrencePattern.Frequency)] = [
    ("주", .weekly), ("월", .monthly), ("연", .yearly),
  ]

  private static let fixed = WordTable<RecurrencePattern>([
    (["매일", "날마다"], .init(.daily)), (["격일로", "격일"], .init(.daily, interval: 2)),
    (["평일마다", "매 평일"], .init(.weekly, days: English.workdays)),
    (["주말마다", "매 주말", "매주말"], .init(.weekly, days: English.weekend)),
    (["격월", "격달"], .init(.monthly, interval: 2)),
    (["분기마다", "매 분기", "매분기"], .init(.monthly, interval: 3)), (["매시간"], .init(.hourly)),
  ])

  /// The days after 매주: 월요일, 월수금, 월, 수, 금, 월요일과 목요일, 평일.
  private func weekly(_ cursor: inout LineCursor, interval: Int) -> RecurrencePattern {
    var ahead = cursor
    ahead.spaces()
    if ahead.take("평일") || ahead.take("주말") {
      let isWeekend = cursor.line[ahead.place - 1] == "말"
      cursor = ahead
      return .init(
        .weekly, interval: interval, days: isWeekend ? English.weekend : English.workdays)
    }
    let found = bracketedWeekdays(&ahead) ?? weekdayList(&ahead)
    // 매주 일기 쓰기 does not begin with a Sunday.
    var whole = ahead
    if found.isEmpty || !ended(&whole) { return .init(.weekly, interval: interval) }
    cursor = ahead
    return .init(.weekly, interval: interval, days: found.map { .init($0) })
  }

  /// 월요일, 월수금, 월, 수, 금, 월~금. Empty if there is none.
  func weekdayList(_ cursor: inout LineCursor) -> [Weekday] {
    var ahead = cursor
    var found: [Weekday] = []
    while let character = ahead.character, let weekday = Korean.weekdays[character], found.count < 7
    {
      ahead.place += 1
      _ = ahead.takeAny(["요일", "욜"])
      if !found.contains(weekday) { found.append(weekday) }
      if let last = lastOfRange(&ahead) {
        for day in Weekday.from(weekday, to: last) where !found.contains(day) { found.append(day) }
      }
      cursor = ahead
      if !ahead.takeAny([", ", ",", "·", "/", "과 ", "와 ", " 및 "]) { ahead = cursor }
    }
    return found
  }

  /// The end of 월요일부터 금요일까지, 월~금.
  private func lastOfRange(_ cursor: inout LineCursor) -> Weekday? {
    var ahead = cursor
    guard ahead.takeAny(["부터 ", "부터", "~", "〜", "-"]), let character = ahead.character,
      let weekday = Korean.weekdays[character]
    else { return nil }
    ahead.place += 1
    _ = ahead.takeAny(["요일", "욜"])
    _ = ahead.take("까지")
    cursor = ahead
    return weekday
  }

  /// 일요일 빼고, 토요일과 일요일 제외하고, 주말 빼고.
  private func exceptions(_ cursor: inout LineCursor) -> [RecurrencePattern.Day]? {
    var ahead = cursor
    var without: [Weekday] = []
    if ahead.take("주말") {
      without = [.saturday, .sunday]
    } else {
      while let weekday = weekday(&ahead) {
        without.append(weekday)
        guard ahead.takeAny([", ", ",", "·", "과 ", "와 ", "이랑 "]) else { break }
      }
    }
    guard !without.isEmpty else { return nil }
    _ = ahead.takeAny(["은", "만", "을"])
    ahead.spaces()
    guard ahead.takeAny(["빼고", "제외하고", "제외", "말고"]) else { return nil }
    _ = ahead.take("는")
    cursor = ahead
    return Weekday.allCases.filter { !without.contains($0) }.map { .init($0) }
  }

  /// The day after 매달: 15일, 1일과 15일, 말일, 말, 첫째 월요일, 첫째, 셋째 주 화요일, 마지막 금요일.
  private func monthly(_ cursor: inout LineCursor) -> RecurrencePattern {
    var ahead = cursor
    ahead.spaces()
    if ahead.takeAny(["말일", "마지막 날"]) {
      cursor = ahead
      return .init(.monthly, monthDays: [-1])
    }
    // 매월 말 정산, but 매월 말티즈 미용.
    var last = ahead
    if last.take("말"), ended(&last) {
      ahead.place += 1
      cursor = ahead
      return .init(.monthly, monthDays: [-1])
    }
    var dated = ahead
    let numbers = monthDays(&dated)
    if !numbers.isEmpty {
      cursor = dated
      return .init(.monthly, monthDays: numbers)
    }
    let ordinals = ordinals(&ahead)
    ahead.spaces()
    if ahead.take("주") { ahead.spaces() }
    guard !ordinals.isEmpty, let weekday = weekday(&ahead) ?? bracketedWeekday(&ahead) else {
      return .init(.monthly)
    }
    cursor = ahead
    return .init(.monthly, days: ordinals.map { .init(weekday, ordinal: $0) })
  }

  /// 15일, 1일과 15일, 1, 15일. 15일치 is an amount.
  private func monthDays(_ cursor: inout LineCursor) -> [Int] {
    var ahead = cursor
    var found: [Int] = []
    var days: [Int] = []
    while let number = ahead.number(digits: 1...2), (1...31).contains(number) {
      found.append(number)
      if ahead.take("일") {
        cursor = ahead
        days = found
      }
      guard ahead.takeAny([", ", ",", "·", "과 ", "와 ", "하고 "]) else { break }
    }
    return days
  }

  /// 첫째, 첫 번째, 첫째와 셋째, 첫째, 셋째.
  private func ordinals(_ cursor: inout LineCursor) -> [Int] {
    let words = [
      ("첫째", 1), ("첫 번째", 1), ("첫번째", 1), ("둘째", 2), ("두 번째", 2), ("두번째", 2), ("셋째", 3),
      ("세 번째", 3), ("세번째", 3), ("넷째", 4), ("네 번째", 4), ("네번째", 4), ("마지막", -1),
    ]
    var ahead = cursor
    var found: [Int] = []
    while let ordinal = words.first(where: { ahead.take($0.0) })?.1 {
      found.append(ordinal)
      cursor = ahead
      // 첫째 주와 셋째 주 월요일.
      _ = ahead.takeAny([" 주", "주"])
      guard ahead.takeAny([", ", ",", "·", "과 ", "와 "]) else { break }
    }
    return found
  }

  /// Moves over the particle of a repeat; false if the word continues.
  private func ended(_ cursor: inout LineCursor) -> Bool {
    for particle in ["마다", "까지", "에", ""] {
      var ahead = cursor
      if ahead.take(particle), Korean.isAtEndOfWord(ahead) {
        cursor = ahead
        return true
      }
    }
    return false
  }

  /// 12월 24일까지, 총 5번.
  private func limit(
    _ pattern: inout RecurrencePattern, _ cursor: inout LineCursor, _ days: DayMath
  ) {
    var ahead = cursor
    guard ahead.spaces() else { return }
    if ahead.take("총 "), let count = ahead.number(digits: 1...3), count > 0,
      ahead.takeAny(["번", "회"]),
      Korean.isAtEndOfWord(ahead)
    {
      pattern.end = .count(count)
      cursor = ahead
      return
    }
    ahead = cursor
    ahead.spaces()
    guard let day = day(&ahead, days), ahead.take("까지"), Korean.isAtEndOfWord(ahead) else { return }
    pattern.end = .until(CalendarTime(day: day))
    cursor = ahead
  }
}
