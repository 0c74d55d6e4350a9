import Dates

extension Japanese {
  /// 午後5時, 17時30分, 5時半, 正午. Without the particle.
  func time(_ cursor: inout LineCursor) -> TimeOfDay? {
    var ahead = cursor
    if ahead.take("正午") { return finish(&cursor, ahead, hour: 12, minute: 0) }
    if ahead.take("深夜0時") || ahead.take("零時") { return finish(&cursor, ahead, hour: 0, minute: 0) }
    let half = Japanese.halves.first { ahead.take($0.word) }
    if half != nil {
      _ = ahead.take("の")
      ahead.spaces()
    }
    if let clock = NumericGrammar.clock(&ahead) {
      guard half != nil || !(ahead.character?.isLatin ?? false) else { return nil }
      return finish(&cursor, ahead, hour: hour(clock.hour, half), minute: clock.minute)
    }
    let isOne = ahead.character == "一"
    guard let number = number(&ahead), number <= 24, ahead.take("時") else { return nil }
    // 一時 means “for a while”.
    if isOne, number == 1, half == nil { return nil }
    var minute = 0
    if ahead.take("半") {
      minute = 30
    } else {
      var more = ahead
      if let number = self.number(&more), more.take("分"), number < 60 {
        minute = number
        ahead = more
      }
    }
    _ = ahead.takeAny(["ちょうど", "ぴったり"])
    return finish(&cursor, ahead, hour: hour(number, half), minute: minute)
  }

  private func finish(
    _ cursor: inout LineCursor, _ end: LineCursor, hour: Int, minute: Int
  ) -> TimeOfDay? {
    guard let time = TimeOfDay(hour: hour, minute: minute) else { return nil }
    cursor = end
    return time
  }

  /// Whether a time is one of several, or the beginning of a range: 9時から10時まで, 8時と20時に.
  func startsStretch(_ cursor: LineCursor) -> Bool {
    var ahead = cursor
    guard ahead.takeAny(["から", "と", "か", "や", "〜", "~", "-", "、"]) else { return false }
    return time(&ahead) != nil
  }

  private static let halves: [(word: String, isAfternoon: Bool?)] = [
    ("午前", false), ("午後", true), ("朝", false), ("早朝", false), ("夕方", true), ("夜中", nil),
    ("夜", nil), ("am", false), ("pm", true), ("晩", nil), ("深夜", nil), ("お昼の", true), ("お昼", true),
    ("昼", true),
  ]

  private func hour(_ number: Int, _ half: (word: String, isAfternoon: Bool?)?) -> Int {
    // Without a word for the half of the day, hours are on the 24-hour clock, as at a station: 5時 is five in the
    // morning.
    guard let half, number <= 12 else { return number == 24 ? 0 : number }
    // 夜12時 is midnight, 夜1時 is one hour later.
    let isAfternoon = half.isAfternoon ?? (5...11).contains(number)
    return number % 12 + (isAfternoon ? 12 : 0)
  }

  /// The part of the day after a day, if a particle or a stop follows: 明日の朝, but not 明日の朝食.
  func partOfDay(_ cursor: inout LineCursor) -> TimeOfDay? {
    let parts = [
      ("早朝", 6), ("午前中", 9), ("朝一番", 9), ("朝一", 9), ("朝イチ", 9), ("朝いち", 9), ("朝", 9), ("お昼", 12),
      ("昼", 12), ("午後", 15), ("夕方", 17), ("晩", 19),
      ("夜", 20),
    ]
    for (word, hour) in parts {
      var ahead = cursor
      guard ahead.take(word) else { continue }
      // 朝9時 continues with an hour.
      var clock = cursor
      if time(&clock) != nil { return nil }
      if word.count > 1, word.hasPrefix("朝"), ahead.take("で") {
        cursor = ahead
        return TimeOfDay(hour: hour, minute: 0)
      }
      guard ahead.takeAny(["までに", "まで", "に", "、"]) || ahead.isAtEnd || ahead.character == " " else {
        return nil
      }
      cursor = ahead
      return TimeOfDay(hour: hour, minute: 0)
    }
    return nil
  }

  /// 3日, 2週間, 1ヶ月, 30分.
  func amount(_ cursor: inout LineCursor) -> (count: Int, unit: TimeUnit)? {
    var ahead = cursor
    if ahead.take("半年") {
      cursor = ahead
      return (6, .month)
    }
    guard let count = number(&ahead), count > 0 else { return nil }
    for (word, unit) in Japanese.units where ahead.take(word) {
      let isHalfMore = unit == .hour && ahead.take("半")
      cursor = ahead
      return isHalfMore ? (count * 60 + 30, .minute) : (count, unit)
    }
    return nil
  }

  private static let units: [(String, TimeUnit)] = [
    ("分間", .minute), ("分", .minute), ("時間", .hour), ("日間", .day), ("日", .day), ("週間", .week),
    ("週", .week),
    ("ヶ月", .month), ("ヵ月", .month), ("か月", .month), ("カ月", .month), ("ケ月", .month), ("年", .year),
  ]

  /// 3日後, 1時間後に.
  func later(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddMeaning? {
    guard let (count, unit) = amount(&cursor) else { return nil }
    // 3日以内に is a deadline, but 5分以内に says how fast.
    if unit != .minute, unit != .hour, cursor.takeAny(["以内に", "以内で"]) {
      return days.after(count, unit)
    }
    guard cursor.take("後") else { return nil }
    if unit == .day || unit == .week || unit == .month || unit == .year {
      var clock = cursor
      _ = clock.take("の")
      if let time = time(&clock), Japanese.particle(&clock, isTime: true),
        case .due(let day?, nil) = days.after(count, unit)
      {
        cursor = clock
        return .due(day, time)
      }
    }
    // 2週間後の月曜 is in that week.
    var named = cursor
    if unit == .week, named.take("の"), let weekday = weekday(&named), Japanese.particle(&named) {
      cursor = named
      return .due(days.weekday(weekday, weeks: count), nil)
    }
    guard Japanese.particle(&cursor) else { return nil }
    return days.after(count, unit)
  }

  /// 1時間前に通知, 前日…, 9時に通知.
  func reminder(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddReminder? {
    let start = cursor
    if let (count, unit) = amount(&cursor) {
      if let minutes = unit.minutes, cursor.takeAny(["前に", "前"]), rings(&cursor) {
        return .before(minutes: count * minutes)
      }
    }
    cursor = start
    if cursor.takeAny(["前日に", "前日"]), rings(&cursor) { return .before(minutes: 1440) }
    cursor = start
    let day = day(&cursor, days)
    if day != nil {
      _ = cursor.take("の")
      cursor.spaces()
    } else {
      cursor = start
    }
    guard let time = time(&cursor) else { return nil }
    _ = cursor.take("に")
    return rings(&cursor) ? .at(day, time) : nil
  }

  private func rings(_ cursor: inout LineCursor) -> Bool {
    cursor.spaces()
    return cursor.takeAny(["通知", "リマインド", "知らせて", "お知らせ"])
      && (cursor.isAtEnd || cursor.character == " ")
  }
}
