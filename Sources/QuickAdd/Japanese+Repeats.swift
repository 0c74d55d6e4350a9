import Dates

extension Japanese {
  /// 毎週, 毎週月曜, 3日ごと, 毎月15日, 毎年12月24日, 隔週.
  func repetition(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddRecurrence? {
    var found = QuickAddRecurrence(pattern: .init(.daily))
    if cursor.takeAny(["完了後", "完了から"]) { found.isFromCompletion = true }
    if let time = everyPartOfDay(&cursor, &found.pattern) {
      found.time = time
      limit(&found.pattern, &cursor, days)
      return found
    }
    guard let pattern = base(&cursor) else { return nil }
    found.pattern = pattern
    var part = cursor
    _ = part.take("の")
    // 毎日朝7時半に, 毎週木曜の夜8時に.
    var clock = part
    if part.place > cursor.place || part.character?.isDigit == false, let time = time(&clock),
      !startsStretch(clock), Japanese.particle(&clock, isTime: true)
    {
      found.time = time
      cursor = clock
    } else if pattern.frequency == .daily || !pattern.days.isEmpty {
      for (word, hour) in [("朝", 9), ("昼", 12), ("夕方", 17), ("晩", 19), ("夜", 20)] {
        var ahead = part
        guard ahead.take(word) else { continue }
        var clock = part
        guard time(&clock) == nil, Japanese.particle(&ahead) else { break }
        found.time = TimeOfDay(hour: hour, minute: 0)
        cursor = ahead
        break
      }
    }
    if found.time == nil {
      // Skips the particle, unless the hour follows.
      var ahead = cursor
      if ahead.take("の"), time(&ahead) != nil { return found }
      guard Japanese.particle(&cursor) || cursor.character?.isDigit == true else { return nil }
    }
    limit(&found.pattern, &cursor, days)
    return found
  }

  /// 毎朝, 毎晩, 毎朝7時に, 平日の毎朝.
  private func everyPartOfDay(
    _ cursor: inout LineCursor, _ pattern: inout RecurrencePattern
  ) -> TimeOfDay? {
    var ahead = cursor
    let isOfWorkdays = ahead.takeAny(["平日の", "平日"])
    let words = [("毎朝", 9), ("毎夕", 17), ("毎晩", 20), ("毎夜", 20)]
    guard let hour = words.first(where: { ahead.take($0.0) })?.1 else { return nil }
    var clock = ahead
    // The hour is read together with the part of the day before it: 晩8時.
    clock.place -= 1
    var found = TimeOfDay(hour: hour, minute: 0)
    if let time = time(&clock) {
      found = time
      ahead = clock
    }
    guard Japanese.particle(&ahead) else { return nil }
    cursor = ahead
    if isOfWorkdays { pattern = .init(.weekly, days: English.workdays) }
    return found
  }

  private func base(_ cursor: inout LineCursor) -> RecurrencePattern? {
    if let pattern = exceptions(&cursor) { return pattern }
    // 平日8時: with a time, the weekdays say when; without one, they only say which days are meant.
    var workdays = cursor
    if workdays.take("平日") {
      var clock = workdays
      _ = clock.take("の")
      if time(&clock) != nil {
        cursor = workdays
        return .init(.weekly, days: English.workdays)
      }
    }
    if let pattern = Japanese.fixed.take(&cursor) {
      return Japanese.isOther(cursor) ? nil : pattern
    }
    if cursor.take("毎週") { return Japanese.isOther(cursor) ? nil : weekly(&cursor, interval: 1) }
    if cursor.take("隔週") { return weekly(&cursor, interval: 2) }
    if cursor.take("毎月") { return monthly(&cursor) }
    if cursor.take("毎年") {
      var ahead = cursor
      _ = ahead.take("の")
      guard let (month, day) = monthAndDay(&ahead) else { return .init(.yearly) }
      cursor = ahead
      return .init(.yearly, months: [month], monthDays: [day])
    }
    if let pattern = once(&cursor) { return pattern }
    let start = cursor
    if let weekday = weekday(&cursor), cursor.takeAny(["ごとに", "ごと", "毎に"]) {
      return .init(.weekly, days: [.init(weekday)])
    }
    cursor = start
    guard let (count, unit) = amount(&cursor) else { return nil }
    // 2日おき leaves two days out.
    let isLeavingOut = unit == .day && cursor.takeAny(["おきに", "おき"])
    if !isLeavingOut, !cursor.takeAny(["ごとに", "ごと", "毎に", "おきに", "おき"]) {
      guard cursor.takeAny(["に1回", "に一回", "に1度", "に一度"]) else { return nil }
    }
    switch unit {
    case .minute: return nil
    case .hour: return .init(.hourly, interval: count)
    case .day: return .init(.daily, interval: isLeavingOut ? count + 1 : count)
    case .week: return weekly(&cursor, interval: count)
    case .month: return .init(.monthly, interval: count)
    case .year: return .init(.yearly, interval: count)
    }
  }

  /// 週に1回, 月1回, 年に一度, 週一で. Several times a week are not supported, since no days are named.
  private func once(_ cursor: inout LineCursor) -> RecurrencePattern? {
    var ahead = cursor
    guard let unit = ahead.character, let frequency = Japanese.periods[unit] else { return nil }
    ahead.place += 1
    let isApart = ahead.take("に")
    guard ahead.takeAny(["1", "一"]) else { return nil }
    let isCounted = ahead.takeAny(["回", "度"])
    guard ahead.take("で") || isCounted, isCounted || !isApart else { return nil }
    cursor = ahead
    return .init(frequency)
  }

  private static let periods: [Character: RecurrencePattern.Frequency] = [
    "週": .weekly, "月": .monthly, "年": .yearly,
  ]

  private static let fixed = WordTable<RecurrencePattern>([
    (["毎日"], .init(.daily)), (["隔日", "一日おき", "1日おき"], .init(.daily, interval: 2)),
    (["平日毎日", "毎平日", "平日に"], .init(.weekly, days: English.workdays)),
    (["毎週末"], .init(.weekly, days: English.weekend)), (["隔月"], .init(.monthly, interval: 2)),
    (["四半期ごと", "四半期毎"], .init(.monthly, interval: 3)), (["毎時"], .init(.hourly)),
  ])

  /// Names that begin like a repeat: a newspaper, a broadcaster, a magazine.
  private static func isOther(_ cursor: LineCursor) -> Bool {
    ["新聞", "放送", "刊", "号"].contains { word in
      var ahead = cursor
      return ahead.take(word)
    }
  }

  /// The days after 毎週: 月曜日, 月水金, 月・水, 平日.
  private func weekly(_ cursor: inout LineCursor, interval: Int) -> RecurrencePattern {
    var ahead = cursor
    _ = ahead.take("の")
    if ahead.take("平日") {
      cursor = ahead
      return .init(.weekly, interval: interval, days: English.workdays)
    }
    if let found = bracketedWeekdays(&ahead) {
      cursor = ahead
      return .init(.weekly, interval: interval, days: found.map { .init($0) })
    }
    let found = weekdayList(&ahead)
    let end = found.isEmpty ? cursor : ahead
    // 水やり means watering: a single character is a weekday only before a particle.
    let isOneSign =
      found.count == 1 && cursor.line[end.place - 1].map { Japanese.weekdays[$0] != nil } == true
      && cursor.line[end.place - 2] != "曜"
    let isFollowed = end.character.map { "に、 ".contains($0) || $0.isDigit } ?? true
    guard !found.isEmpty, !isOneSign || isFollowed else {
      return .init(.weekly, interval: interval)
    }
    cursor = end
    return .init(.weekly, interval: interval, days: found.map { .init($0) })
  }

  /// 月曜日, 月水金, 月・水, 月〜金. Empty if there is none.
  func weekdayList(_ cursor: inout LineCursor) -> [Weekday] {
    var ahead = cursor
    var found: [Weekday] = []
    while let character = ahead.character, let weekday = Japanese.weekdays[character],
      found.count < 7
    {
      ahead.place += 1
      if ahead.take("曜") { _ = ahead.take("日") }
      if !found.contains(weekday) { found.append(weekday) }
      if let last = lastOfRange(&ahead) {
        for day in Weekday.from(weekday, to: last) where !found.contains(day) { found.append(day) }
      }
      cursor = ahead
      if !ahead.takeAny(["・", "、", ",", "/", "と"]) { ahead = cursor }
    }
    return found
  }

  /// The end of 月曜から金曜まで, 月〜金.
  private func lastOfRange(_ cursor: inout LineCursor) -> Weekday? {
    var ahead = cursor
    guard ahead.takeAny(["から", "〜", "~", "-"]), let character = ahead.character,
      let weekday = Japanese.weekdays[character]
    else { return nil }
    ahead.place += 1
    if ahead.take("曜") { _ = ahead.take("日") }
    _ = ahead.take("まで")
    cursor = ahead
    return weekday
  }

  /// 日曜以外毎日, 土日以外は毎日, 日曜日を除く毎日.
  private func exceptions(_ cursor: inout LineCursor) -> RecurrencePattern? {
    var ahead = cursor
    var without: [Weekday] = []
    if ahead.take("週末") {
      without = [.saturday, .sunday]
    } else if ahead.take("土日") {
      without = [.saturday, .sunday]
    } else {
      while let weekday = weekday(&ahead) {
        without.append(weekday)
        guard ahead.takeAny(["と", "、", "・"]) else { break }
      }
    }
    guard !without.isEmpty, ahead.takeAny(["以外の", "以外は", "以外", "を除く", "を除いて"]) else { return nil }
    _ = ahead.take("、")
    guard ahead.take("毎日"), !Japanese.isOther(ahead) else { return nil }
    let days = Weekday.allCases.filter { !without.contains($0) }
    guard !days.isEmpty else { return nil }
    cursor = ahead
    return .init(.weekly, days: days.map { .init($0) })
  }

  /// The day after 毎月: 15日, 1日と15日, 末, 最終日, 第2火曜, 第2・第4水曜, 最終金曜.
  private func monthly(_ cursor: inout LineCursor) -> RecurrencePattern {
    var ahead = cursor
    _ = ahead.take("の")
    if ahead.takeAny(["末日", "末", "最終日"]) {
      cursor = ahead
      return .init(.monthly, monthDays: [-1])
    }
    var dated = ahead
    let numbers = monthDays(&dated)
    if !numbers.isEmpty {
      cursor = dated
      return .init(.monthly, monthDays: numbers)
    }
    let ordinals = ahead.takeAny(["最終", "最後の"]) ? [-1] : ordinals(&ahead)
    guard !ordinals.isEmpty, ordinals.allSatisfy({ (-1...5).contains($0) }),
      let weekday = weekday(&ahead) ?? bracketedWeekday(&ahead)
    else { return .init(.monthly) }
    cursor = ahead
    return .init(.monthly, days: ordinals.map { .init(weekday, ordinal: $0) })
  }

  /// 15日, 1日と15日, 1・15日. 15日分 and 3日間 are amounts.
  private func monthDays(_ cursor: inout LineCursor) -> [Int] {
    var ahead = cursor
    var found: [Int] = []
    var days: [Int] = []
    while let number = number(&ahead), (1...31).contains(number) {
      found.append(number)
      if ahead.take("日"), ahead.character.map({ !"間分後以".contains($0) }) ?? true {
        cursor = ahead
        days = found
      }
      guard ahead.takeAny(["・", "、", ",", "と"]) else { break }
    }
    return days
  }

  /// 第2, 第2・第4, 第2・4, 第2第4.
  private func ordinals(_ cursor: inout LineCursor) -> [Int] {
    var ahead = cursor
    var found: [Int] = []
    var isSeparated = false
    while ahead.take("第") || isSeparated, let number = number(&ahead) {
      found.append(number)
      cursor = ahead
      isSeparated = ahead.takeAny(["・", "、", ",", "と"])
    }
    return found
  }

  /// 12月24日まで, 全5回.
  private func limit(
    _ pattern: inout RecurrencePattern, _ cursor: inout LineCursor, _ days: DayMath
  ) {
    var ahead = cursor
    ahead.spaces()
    let start = ahead
    if ahead.take("全"), let count = number(&ahead), ahead.take("回") {
      pattern.end = .count(count)
      cursor = ahead
      return
    }
    ahead = start
    guard let day = day(&ahead, days), ahead.take("まで") else { return }
    pattern.end = .until(CalendarTime(day: day))
    cursor = ahead
  }
}
