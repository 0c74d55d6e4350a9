import Dates

/// Japanese words for days, times, repeats and reminders.
///
/// Words are not separated by spaces, so a phrase may begin after any character except a Chinese one. A table lists the
/// continuations that make another word of a phrase: 明日 is tomorrow, but 明日香 is a woman's name.
struct Japanese: Grammar {
  func match(_ line: TypedLine, at place: Int, _ days: DayMath) -> PhraseMatch? {
    let start = LineCursor(line: line, place: place)
    guard let character = start.character,
      character.isDigit || Japanese.openers.contains(character),
      Japanese.mayBegin(start), !Japanese.isNamed(start)
    else { return nil }
    var cursor = start
    if let found = repetition(&cursor, days) { return (cursor.place, .recurrence(found)) }
    cursor = start
    if let found = reminder(&cursor, days) { return (cursor.place, .reminder(found)) }
    cursor = start
    if let meaning = later(&cursor, days) { return (cursor.place, meaning) }
    cursor = start
    if let night = partOfNearDay(&cursor, days) { return (cursor.place, night) }
    cursor = start
    if let day = day(&cursor, days) { return ending(day, cursor) }
    cursor = start
    guard let time = time(&cursor), Japanese.particle(&cursor, isTime: true) else { return nil }
    return (cursor.place, .due(nil, time))
  }

  /// A day with what belongs to it: 明日まで, 明日の朝, 月曜から.
  private func ending(_ day: CalendarDay, _ start: LineCursor) -> PhraseMatch? {
    var cursor = start
    if cursor.takeAny(["から", "以降に", "以降は", "以降"]) { return (cursor.place, .start(day)) }
    _ = cursor.take("の")
    cursor.spaces()
    if let part = partOfDay(&cursor) { return (cursor.place, .due(day, part)) }
    var clock = start
    _ = clock.take("の")
    let part = clock
    if let time = time(&clock) {
      // 明日9時から10時まで会議: only the day is used, and the times stay in the title.
      if startsStretch(clock) { return (part.place, .due(day, nil)) }
      // 明日3時の会議 is at three, but 17時の会議 may be on any day.
      guard clock.take("の") || Japanese.particle(&clock, isTime: true) else {
        return self.day(alone: start, day)
      }
      let due = isNextDay(time, part) ? day.adding(days: 1) : day
      return (clock.place, .due(due, time))
    }
    return self.day(alone: start, day)
  }

  private func day(alone start: LineCursor, _ day: CalendarDay) -> PhraseMatch? {
    var cursor = start
    // 明日までの宿題.
    if cursor.take("までの") { return (cursor.place, .due(day, nil)) }
    guard Japanese.particle(&cursor) else { return nil }
    return (cursor.place, .due(day, nil))
  }

  /// Whether a time after a day means its night and so falls on the next day: 今日の夜12時, 今日24時.
  private func isNextDay(_ time: TimeOfDay, _ start: LineCursor) -> Bool {
    var words = start
    return time.hour < 5 && words.takeAny(["夜", "晩", "深夜", "24時"])
  }

  /// 今夜, 今夜8時, 明朝, 明晩.
  private func partOfNearDay(_ cursor: inout LineCursor, _ days: DayMath) -> QuickAddMeaning? {
    let words = [("今夜", 0, 20), ("今晩", 0, 20), ("明朝", 1, 9), ("明晩", 1, 20)]
    guard let (word, ahead, hour) = words.first(where: { cursor.take($0.0) }) else { return nil }
    let day = days.day(in: ahead)
    var clock = cursor
    // The hour is read together with the part of the day before it: 夜8時.
    clock.place -= 1
    let part = clock
    if let time = time(&clock), Japanese.particle(&clock, isTime: true) {
      cursor = clock
      return .due(isNextDay(time, part) ? day.adding(days: 1) : day, time)
    }
    var joined = cursor
    if joined.take("の"), time(&joined) == nil { return nil }
    guard Japanese.particle(&cursor), word.count == 2 else { return nil }
    return .due(day, TimeOfDay(hour: hour, minute: 0))
  }

  /// Whether a weekday is only part of a name: 13日の金曜日.
  private static func isNamed(_ start: LineCursor) -> Bool {
    guard let character = start.character, weekdays[character] != nil,
      start.line[start.place + 1] == "曜"
    else {
      return false
    }
    return start.line[start.place - 1] == "の" && start.line[start.place - 2] == "日"
  }

  /// The characters with which a phrase can begin; other characters are skipped quickly.
  private static let openers = Set(
    "お明あし今本き再来次週月火水木金土日正深零午朝早夕夜晩昼毎隔平完半四一二三四五六七八九十年元大前ap")

  /// 3, 三, 十五, 二十四.
  func number(_ cursor: inout LineCursor) -> Int? {
    if let number = cursor.number() { return number }
    let digits: [Character: Int] = [
      "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    ]
    var ahead = cursor
    var value = 0
    if let character = ahead.character, let digit = digits[character] {
      value = digit
      ahead.place += 1
    }
    if ahead.take("十") {
      value = max(value, 1) * 10
      if let character = ahead.character, let digit = digits[character] {
        value += digit
        ahead.place += 1
      }
    }
    guard value > 0 else { return nil }
    cursor = ahead
    return value
  }

  /// Moves over a particle, if there is one; false if the word continues and is another one.
  /// - Parameter isTime: whether the particle may also mark the beginning of something: 17時から.
  static func particle(_ cursor: inout LineCursor, isTime: Bool = false) -> Bool {
    var ahead = cursor
    // With the particle for “of”, the time says which thing is meant. A range is not a time.
    if isTime, isOpenStretch(&ahead) {
      cursor = ahead
      return true
    }
    if ahead.takeAny(["の", "へ", "より", "~", "〜", "-"]) || goesOn(cursor) { return false }
    for particle in (isTime ? ["から"] : []) + particles where ahead.take(particle) {
      cursor = ahead
      _ = cursor.take("、")
      return true
    }
    _ = cursor.take("、")
    return !(cursor.character?.isDigit ?? false) && !(cursor.character?.isLatin ?? false)
  }

  private static let particles = [
    "までに", "まで", "には", "に", "頃に", "頃", "ごろに", "ごろ", "くらいに", "くらい", "ぐらいに", "ぐらい", "は", "中に",
  ]

  /// Moves over the wave dash of an open range: 18時〜. 18時〜20時 and 10時〜夕方 are closed ranges.
  private static func isOpenStretch(_ cursor: inout LineCursor) -> Bool {
    var ahead = cursor
    guard ahead.takeAny(["〜", "~"]) else { return false }
    ahead.spaces()
    guard let next = ahead.character else {
      cursor = ahead
      return true
    }
    var time = ahead
    let isStretch =
      next.isDigit || next.isLatin || "翌朝昼夕夜晩深".contains(next) || Japanese().time(&time) != nil
    guard !isStretch else { return false }
    cursor.place += 1
    return true
  }

  /// Whether the word continues and so is another one.
  static func goesOn(_ cursor: LineCursor) -> Bool {
    // 今日も頑張る names no day; もやし and もち are things to buy.
    if cursor.character == "も" {
      return cursor.line[cursor.place + 1].map { !"やちものう".contains($0) } ?? true
    }
    guard let last = cursor.line[cursor.place - 1],
      let words = compounds[last.isDigit ? "時" : last]
    else { return false }
    return words.contains { word in
      var ahead = cursor
      guard ahead.take(word.text) else { return false }
      return ahead.character.map { !word.unless.contains($0) } ?? true
    }
  }

  /// Continuations after the last character of a day or time that make another word of it, unless they begin a word of
  /// their own.
  private static let compounds: [Character: [(text: String, unless: String)]] = [
    "日": [
      ("香", "水り"), ("葉", "書"), ("子", "供ど"), ("的", ""), ("号", ""), ("付", "き"), ("間", "違"),
      ("目", "薬"),
    ],
    "週": [("号", ""), ("間", "違")], "月": [("号", ""), ("曜", "")], "年": [("度", ""), ("生", "ま")],
    "曜": [("版", "画"), ("大工", ""), ("劇場", ""), ("ロードショー", ""), ("歌謡", "")],
    "時": [
      ("間", ""), ("計", ""), ("給", ""), ("刻", ""), ("代", ""), ("差", ""), ("的", ""), ("停", ""),
      ("期", ""), ("着", "くいけ替"), ("発", "表送注"),
    ],
    "分": [("間", "")], "末": [("端", ""), ("っ子", "")], "午": [("後", ""), ("砲", "")],
  ]

  /// Whether a phrase may begin here: not within a row of Chinese characters, and not within a number.
  static func mayBegin(_ cursor: LineCursor) -> Bool {
    guard let before = cursor.line[cursor.place - 1], let character = cursor.character else {
      return true
    }
    if character.isDigit {
      return !before.isDigit && !before.isLatin && !":/.-第~〜".contains(before)
        && !before.continuesWord
    }
    if character.isLatin { return cursor.isAtStartOfWord }
    return !isKanji(before) && !before.isDigit
  }

  private static func isKanji(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return (0x3400...0x9FFF).contains(scalar.value) || scalar.value == 0x3005
      || (0x20000...0x3FFFF).contains(scalar.value)
  }
}
