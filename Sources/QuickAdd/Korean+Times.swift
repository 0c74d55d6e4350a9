import Dates

extension Korean {
  /// 오후 5시, 17시 30분, 다섯 시 반, 정오. Without the particle.
  func time(_ cursor: inout LineCursor) -> TimeOfDay? {
    var ahead = cursor
    if ahead.take("정오") { return finish(&cursor, ahead, hour: 12) }
    if ahead.take("자정") { return finish(&cursor, ahead, hour: 0) }
    let half = Korean.halves.first { ahead.take($0.word) }
    if half != nil { ahead.spaces() }
    if let clock = NumericGrammar.clock(&ahead) {
      // Without a word for the half of the day, the hour is on the 24-hour clock.
      let hour = half == nil ? clock.hour : hour(clock.hour, half)
      return finish(&cursor, ahead, hour: hour, minute: clock.minute)
    }
    guard let number = ahead.number(digits: 1...2) ?? nativeHour(&ahead), number <= 24 else {
      return nil
    }
    guard ahead.take("시") else { return nil }
    var minute = 0
    var more = ahead
    more.spaces()
    if more.take("반"), !Korean.isHangul(more.character) || Korean.hasParticle(more) {
      minute = 30
      ahead = more
    } else {
      more = ahead
      more.spaces()
      if let number = more.number(digits: 1...2), more.take("분"), number < 60 {
        minute = number
        ahead = more
      }
    }
    _ = ahead.take(" 정각")
    return finish(&cursor, ahead, hour: hour(number, half), minute: minute)
  }

  private func finish(
    _ cursor: inout LineCursor, _ end: LineCursor, hour: Int, minute: Int = 0
  ) -> TimeOfDay? {
    guard let time = TimeOfDay(hour: hour, minute: minute) else { return nil }
    cursor = end
    return time
  }

  private typealias Half = (word: String, isAfternoon: Bool?)

  private static let halves: [Half] = [
    ("오전", false), ("오후", true), ("아침", false), ("새벽", false), ("저녁", true), ("밤", nil),
    ("낮", true), ("am", false), ("pm", true),
    ("점심", true),
  ]

  private func hour(_ number: Int, _ half: Half?) -> Int {
    guard let half else {
      return number == 24 ? 0 : (1...6).contains(number) ? number + 12 : number
    }
    guard number <= 12 else { return number == 24 ? 0 : number }
    // 밤 12시 is midnight, 밤 1시 is one hour later.
    let isAfternoon = half.isAfternoon ?? (7...11).contains(number)
    return number % 12 + (isAfternoon ? 12 : 0)
  }

  private func nativeHour(_ cursor: inout LineCursor) -> Int? {
    let words = [
      "열두": 12, "열한": 11, "열": 10, "아홉": 9, "여덟": 8, "일곱": 7, "여섯": 6, "다섯": 5, "네": 4, "세": 3,
      "두": 2, "한": 1,
    ]
    for length in [2, 1] {
      let end = min(cursor.place + length, cursor.line.count)
      guard let number = words[String(cursor.line.characters[cursor.place..<end])] else { continue }
      cursor.place = end
      cursor.spaces()
      return number
    }
    return nil
  }

  private static func isHangul(_ character: Character?) -> Bool {
    character.map { $0.isEastAsian } ?? false
  }

  private static func hasParticle(_ cursor: LineCursor) -> Bool {
    var ahead = cursor
    return particle(&ahead)
  }

  /// The part of the day after a day, if a particle or the end follows: 아침 먹기 means breakfast.
  func partOfDay(_ cursor: inout LineCursor) -> TimeOfDay? {
    let parts = [("새벽", 5), ("아침", 9), ("오전", 9), ("점심", 12), ("오후", 15), ("저녁", 19), ("밤", 21)]
    for (word, hour) in parts {
      var ahead = cursor
      guard ahead.take(word) else { continue }
      if ahead.takeAny(Korean.afterParts) || ahead.isAtEnd || word == "밤",
        Korean.isAtEndOfWord(ahead)
      {
        // 오후 5시 continues with an hour.
        var hourAhead = ahead
        hourAhead.spaces()
        if nativeHour(&hourAhead) != nil, hourAhead.character == "시" { return nil }
        if word == "밤", hourAhead.character?.isDigit == true { return nil }
        cursor = ahead
        return TimeOfDay(hour: hour, minute: 0)
      }
    }
    return nil
  }

  /// 오전 중에, 점심때, 아침 일찍.
  private static let afterParts = [
    "까지", "에는", "에", "중에", "중으로", " 중에", " 중으로", "때", " 때", " 일찍",
  ]

  /// 3일, 이틀, 2주, 한 달, 30분.
  func amount(_ cursor: inout LineCursor) -> (count: Int, unit: TimeUnit)? {
    if let amount = Korean.amounts.take(&cursor) { return amount }
    var ahead = cursor
    guard let count = ahead.number(digits: 1...4), count > 0 else { return nil }
    ahead.spaces()
    for (word, unit) in Korean.units where ahead.take(word) {
      cursor = ahead
      return (count, unit)
    }
    return nil
  }

  private static let units: [(String, TimeUnit)] = [
    ("분", .minute), ("시간", .hour), ("일", .day), ("주일", .week), ("주", .week), ("개월", .month),
    ("달", .month),
    ("년", .year),
  ]

  private static let amounts = WordTable<(count: Int, unit: TimeUnit)>([
    (["하루"], (1, .day)), (["이틀"], (2, .day)), (["사흘"], (3, .day)), (["나흘"], (4, .day)),
    (["닷새"], (5, .day)),
    (["열흘"], (10, .day)),
    (["보름"], (15, .day)), (["일주일"], (1, .week)), (["한 주"], (1, .week)), (["두 주"], (2, .week)),
    (["한 달"], (1, .month)),
    (["한달"], (1, .month)), (["두 달"], (2, .month)), (["세 달"], (3, .month)), (["석 달"], (3, .month)),
    (["반년"], (6, .month)),
    (["일 년"], (1, .year)), (["일년"], (1, .year)), (["한 시간"], (1, .hour)), (["한시간"], (1, .hour)),
    (["두 시간"], (2, .hour)),
    (["세 시간"], (3, .hour)), (["반 시간"], (30, .minute)),
  ])

  /// 3일 후, 이틀 뒤에, 30분 뒤.
  func later(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddMeaning? {
    guard var (count, unit) = amount(&cursor) else { return nil }
    cursor.spaces()
    // 한 시간 반 뒤.
    if unit == .hour, cursor.take("반 ") { (count, unit) = (count * 60 + 30, .minute) }
    // 3일 안에 is a deadline, but 5분 안에 says how fast.
    var within = cursor
    if unit != .minute, unit != .hour, within.takeAny(["이내에", "이내로", "내에", "내로", "안에", "안으로"]),
      Korean.isAtEndOfWord(within)
    {
      cursor = within
      return days.after(count, unit)
    }
    guard cursor.takeAny(["후", "뒤"]) else { return nil }
    // 2주 뒤 월요일 is in that week.
    var ahead = cursor
    if unit == .week, ahead.take(" "), let weekday = weekday(&ahead), Korean.particle(&ahead) {
      cursor = ahead
      return .due(days.weekday(weekday, weeks: count), nil)
    }
    guard Korean.particle(&cursor) else { return nil }
    return days.after(count, unit)
  }

  /// 1시간 전 알림, 하루 전에 알려줘, 오전 9시에 알림.
  func reminder(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddReminder? {
    let start = cursor
    if let (count, unit) = amount(&cursor) {
      cursor.spaces()
      if let minutes = unit.minutes, cursor.takeAny(["전에", "전"]), rings(&cursor) {
        return .before(minutes: count * minutes)
      }
    }
    cursor = start
    if cursor.takeAny(["전날에", "전날"]), rings(&cursor) { return .before(minutes: 1440) }
    cursor = start
    let day = day(&cursor, days)
    if day != nil { cursor.spaces() } else { cursor = start }
    guard let time = time(&cursor) else { return nil }
    _ = cursor.take("에")
    return rings(&cursor) ? .at(day, time) : nil
  }

  private func rings(_ cursor: inout LineCursor) -> Bool {
    cursor.spaces() && cursor.takeAny(["알림", "알려줘", "알려 줘"]) && Korean.isAtEndOfWord(cursor)
  }
}
