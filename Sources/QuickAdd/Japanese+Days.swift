import Dates

extension Japanese {
  /// 今日, 明日, 来週の月曜, 12月24日, 15日, 12/24. Without the particle.
  func day(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    let start = cursor
    for (words, ahead) in Japanese.dayWords where cursor.takeAny(words) {
      let day = days.day(in: ahead)
      // 明日（木）. If the weekday is not that of the day, it stays visible in the title.
      var named = cursor
      if bracketedWeekday(&named) == day.weekday { cursor = named }
      return day
    }
    // あすか is a name, and so are most longer words that begin like this.
    if cursor.take("あす"), cursor.character.map({ !$0.isHiragana || "にはまの".contains($0) }) ?? true {
      return days.day(in: 1)
    }
    cursor = start
    if let day = inWeek(&cursor, days) { return day }
    cursor = start
    if let day = inMonth(&cursor, days) { return day }
    cursor = start
    if let weekday = weekday(&cursor) { return days.coming(weekday) }
    cursor = start
    if let day = inYear(&cursor, days) { return day }
    cursor = start
    if let day = NumericGrammar.numericDay(&cursor) {
      skipWeekday(&cursor)
      return day
    }
    if let year = cursor.number(digits: 4...4), cursor.take("年"),
      let (month, day) = monthAndDay(&cursor)
    {
      return CalendarDay(year: year, month: month, day: day)
    }
    cursor = start
    if let (month, day) = monthAndDay(&cursor) { return days.date(month: month, day: day) }
    cursor = start
    if let day = withStroke(&cursor, days) { return day }
    // A number of days is a date only with a particle: 15日まで, but 3日分の薬.
    guard let number = number(&cursor), cursor.take("日"), (1...31).contains(number) else {
      cursor = start
      return nil
    }
    // 25日の金曜, if that day is a Friday; 20日締め切り; 15日(金)に.
    var named = cursor
    if start.character?.isDigit == true, named.take("の"), let weekday = weekday(&named),
      let day = days.date(monthDay: number), day.weekday == weekday
    {
      cursor = named
      return day
    }
    // 24日（木）会議: the weekday shows that it is a date, not a number of days.
    var bracketed = cursor
    if start.character?.isDigit == true, let weekday = bracketedWeekday(&bracketed) {
      cursor = bracketed
      return days.date(monthDay: number, on: weekday) ?? days.date(monthDay: number)
    }
    skipWeekday(&cursor)
    var ahead = cursor
    if start.character?.isDigit == true, ahead.takeAny(["締", "〆"]) {
      return days.date(monthDay: number)
    }
    guard ahead.takeAny(["までに", "まで", "に"]) else { return nil }
    // 1日に3回 means three times a day, 一日に means within a day.
    let isCounted = self.number(&ahead) != nil && ahead.character == "回"
    guard !isCounted, start.character?.isDigit == true else { return nil }
    return days.date(monthDay: number)
  }

  private static let dayWords: [([String], Int)] = [
    (["明々後日", "明明後日", "しあさって"], 3), (["明後日", "あさって"], 2), (["明日", "あした"], 1),
    (["今日", "本日", "きょう"], 0),
  ]

  /// 来週の月曜, 今週末, 来週.
  private func inWeek(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    for (word, weeks) in [("再来週", 2), ("来週", 1), ("今週", 0)] where cursor.take(word) {
      if cursor.take("末") {
        return weeks == 0 ? days.this(.saturday) : days.weekday(.saturday, weeks: weeks)
      }
      if takeWithin(&cursor) { return days.startOfWeek(weeks: weeks + 1).adding(days: -1) }
      if weeks > 0, cursor.takeAny(Japanese.beginnings) {
        return days.weekday(.monday, weeks: weeks)
      }
      var ahead = cursor
      _ = ahead.take("の")
      let named =
        isWeekend(&ahead)
        ? .saturday
        : ahead.takeAny(["半ば", "なかば"]) ? .wednesday : weekday(&ahead) ?? bracketedWeekday(&ahead)
      if let named {
        cursor = ahead
        return weeks == 0 ? days.this(named) : days.weekday(named, weeks: weeks)
      }
      return weeks > 0 ? days.startOfWeek(weeks: weeks) : nil
    }
    for word in ["次の", "今度の"] where cursor.take(word) {
      if isWeekend(&cursor) { return days.this(.saturday) }
      return weekday(&cursor).map { days.coming($0) }
    }
    if cursor.take("週明け") {
      var ahead = cursor
      _ = ahead.take("の")
      guard let weekday = weekday(&ahead) else { return days.coming(.monday) }
      cursor = ahead
      return days.coming(weekday)
    }
    return cursor.take("週末") || isWeekend(&cursor) ? days.this(.saturday) : nil
  }

  /// 土日に, but not 土日祝, 土日月 and 土日の予定.
  private func isWeekend(_ cursor: inout LineCursor) -> Bool {
    var ahead = cursor
    guard ahead.take("土日"), ahead.character.map({ "には、まで ".contains($0) }) ?? true else {
      return false
    }
    cursor = ahead
    return true
  }

  /// 今月中に, 来週中に; but 来月中国へ is a journey to China.
  private func takeWithin(_ cursor: inout LineCursor) -> Bool {
    var within = cursor
    guard within.take("中"),
      within.isAtEnd || within.character.map({ "に、 ".contains($0) }) == true
    else { return false }
    cursor = within
    return true
  }

  private static let beginnings = ["初め", "始め", "はじめ", "頭", "あたま"]

  /// 来年, 来年3月1日, 年内に, 年末に; but not 年末調整 and 年明けうどん.
  private func inYear(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    let year = days.today.year
    for (word, years) in [("再来年", 2), ("来年", 1)] where cursor.take(word) {
      var ahead = cursor
      _ = ahead.take("の")
      guard let (month, day) = monthAndDay(&ahead) else {
        return CalendarDay(year: year + years, month: 1, day: 1)
      }
      cursor = ahead
      return CalendarDay(year: year + years, month: month, day: day)
    }
    let words = [("年内", year, 12, 31), ("年末", year, 12, 31), ("年明け", year + 1, 1, 1)]
    for (word, year, month, day) in words where cursor.take(word) {
      _ = takeWithin(&cursor)
      guard cursor.isAtEnd || cursor.character.map({ "に、 ま".contains($0) }) == true else {
        return nil
      }
      return CalendarDay(year: year, month: month, day: day)
    }
    return nil
  }

  /// 来月, 来月15日, 今月末, 月末.
  private func inMonth(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    if cursor.take("月末") { return days.lastOfMonth() }
    if cursor.take("月初") {
      _ = cursor.take("め")
      return days.date(monthDay: 1)
    }
    for (word, months) in [("再来月", 2), ("来月", 1), ("今月", 0)] where cursor.take(word) {
      if cursor.take("末") { return days.lastOfMonth(months) }
      if takeWithin(&cursor) { return days.lastOfMonth(months) }
      guard let first = days.month(months) else { return nil }
      for (words, number) in [
        (Japanese.beginnings + ["上旬", "初旬"], 1), (["半ば", "なかば", "中旬"], 15), (["下旬"], 21),
      ] where cursor.takeAny(words) {
        let day = CalendarDay(year: first.year, month: first.month, day: number)
        return day.flatMap { $0 < days.today ? nil : $0 }
      }
      var ahead = cursor
      _ = ahead.take("の")
      if let number = number(&ahead), ahead.take("日") {
        skipWeekday(&ahead)
        cursor = ahead
        return CalendarDay(year: first.year, month: first.month, day: number)
      }
      return months > 0 ? first : nil
    }
    return nil
  }

  /// 12月24日, 元旦, 大晦日.
  func monthAndDay(_ cursor: inout LineCursor) -> (month: Int, day: Int)? {
    var ahead = cursor
    for (words, named) in Japanese.namedDays where ahead.takeAny(words) {
      guard ahead.character.map({ "には、まの ".contains($0) }) ?? true else { return nil }
      cursor = ahead
      return named
    }
    guard let month = number(&ahead), ahead.take("月"), (1...12).contains(month),
      let day = number(&ahead),
      ahead.take("日"), (1...31).contains(day)
    else { return nil }
    var named = ahead
    if named.take("の"), weekday(&named) != nil, !Japanese.goesOn(named) { ahead = named }
    skipWeekday(&ahead)
    cursor = ahead
    return (month, day)
  }

  /// Days with names, which need a particle: 元日本代表 is a former national player, and 元旦マラソン is a name.
  private static let namedDays: [([String], (month: Int, day: Int))] = [
    (["大晦日", "大みそか"], (12, 31)), (["元旦", "元日"], (1, 1)),
  ]

  /// The weekday in 12月24日(木), 12月24日木曜.
  private func skipWeekday(_ cursor: inout LineCursor) {
    var ahead = cursor
    if weekday(&ahead) != nil {
      if !Japanese.goesOn(ahead) { cursor = ahead }
      return
    }
    if bracketedWeekday(&ahead) != nil { cursor = ahead }
  }

  /// (木), （木曜日）, 【木】, （木・祝）.
  func bracketedWeekday(_ cursor: inout LineCursor) -> Weekday? {
    var ahead = cursor
    guard let found = bracketedWeekdays(&ahead), found.count == 1 else { return nil }
    cursor = ahead
    return found[0]
  }

  /// Several weekdays in brackets: （月・水・金）, （月〜金）.
  func bracketedWeekdays(_ cursor: inout LineCursor) -> [Weekday]? {
    var ahead = cursor
    guard let opening = ahead.character, let closing = Japanese.brackets[opening] else {
      return nil
    }
    ahead.place += 1
    let found = weekdayList(&ahead)
    // A date may be marked as a public holiday.
    _ = ahead.takeAny(["・祝日", "祝日", "・祝", "祝"])
    guard !found.isEmpty, ahead.take(closing) else { return nil }
    cursor = ahead
    return found
  }

  private static let brackets: [Character: String] = ["(": ")", "[": "]", "【": "】"]

  /// 12/24. With single digits it may be a fraction: 1/2カップ.
  private func withStroke(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    var ahead = cursor
    guard let month = ahead.number(digits: 1...2), ahead.take("/"),
      let day = ahead.number(digits: 1...2),
      ahead.character != "/"
    else { return nil }
    skipWeekday(&ahead)
    var particle = ahead
    guard day > 9 || particle.takeAny(["まで", "に"]), let found = days.date(month: month, day: day)
    else {
      return nil
    }
    cursor = ahead
    return found
  }

  /// 月曜日, 月曜, (月).
  func weekday(_ cursor: inout LineCursor) -> Weekday? {
    guard let character = cursor.character, let weekday = Japanese.weekdays[character] else {
      return nil
    }
    var ahead = cursor
    ahead.place += 1
    guard ahead.take("曜") else { return nil }
    if ahead.character == "日", ahead.line[ahead.place + 1] != "曜" { ahead.place += 1 }
    cursor = ahead
    return weekday
  }

  static let weekdays: [Character: Weekday] = [
    "月": .monday, "火": .tuesday, "水": .wednesday, "木": .thursday, "金": .friday, "土": .saturday,
    "日": .sunday,
  ]
}
