import Dates

/// Korean words for days, times, repeats and reminders.
///
/// A phrase consists of whole words, from space to space, including the particle that joins it to the sentence. A
/// longer word that begins like a day is therefore not a day: 내일의, 5시간, 매일유업.
struct Korean: Grammar {
  func match(_ line: TypedLine, at place: Int, _ days: DayMath) -> PhraseMatch? {
    let start = LineCursor(line: line, place: place)
    guard let character = start.character, !Korean.belongsToWord(line[place - 1]),
      character.isDigit || Korean.openers.contains(character)
    else { return nil }
    var cursor = start
    if Korean.isNamed(start) { return nil }
    if let found = repetition(&cursor, days) { return (cursor.place, .recurrence(found)) }
    cursor = start
    if let found = reminder(&cursor, days) { return (cursor.place, .reminder(found)) }
    cursor = start
    if let meaning = later(&cursor, days) { return (cursor.place, meaning) }
    cursor = start
    if let day = day(&cursor, days) { return ending(day, cursor) }
    cursor = start
    guard let time = time(&cursor) else { return nil }
    let end = cursor.place
    guard Korean.particle(&cursor, isTime: true) else { return nil }
    // 24시 편의점 is a shop that is always open.
    var shop = start
    guard !shop.take("24시") || shop.place < end || end < cursor.place || cursor.isAtEnd else {
      return nil
    }
    return (cursor.place, .due(nil, time))
  }

  /// Whether a day is only part of a name, or contradicts the date before it: 13일의 금요일, 24일 수요일.
  private static func isNamed(_ start: LineCursor) -> Bool {
    var before = LineCursor(line: start.line, place: start.place - 3)
    if before.take("일의 ") { return true }
    before = LineCursor(line: start.line, place: start.place - 2)
    return before.line[start.place - 3]?.isDigit == true && before.take("일 ")
      && Korean().weekday(&before) != nil
  }

  /// A day with what belongs to it: 내일까지, 내일 아침에, 내일오후5시, 월요일부터.
  private func ending(_ day: CalendarDay, _ start: LineCursor) -> PhraseMatch? {
    var cursor = start
    if cursor.take("부터"), Korean.isAtEndOfWord(cursor) { return (cursor.place, .start(day)) }
    cursor = start
    cursor.spaces()
    let part = cursor
    if let part = partOfDay(&cursor) { return (cursor.place, .due(day, part)) }
    // 토요일 밤의 열기 is a film title.
    cursor = part
    if cursor.takeAny(["밤의", "아침의", "저녁의", "오후의"]) { return nil }
    cursor = part
    if let time = time(&cursor), isNextDay(time, part, cursor),
      Korean.particle(&cursor, isTime: true)
    {
      return (cursor.place, .due(day.adding(days: 1), time))
    }
    cursor = start
    if Korean.particle(&cursor) { return (cursor.place, .due(day, nil)) }
    guard let time = time(&cursor), Korean.particle(&cursor, isTime: true) else { return nil }
    return (cursor.place, .due(day, time))
  }

  /// Whether a time after a day means its night and so falls on the next day: 오늘 밤 12시, 오늘 24시, 오늘 자정.
  private func isNextDay(_ time: TimeOfDay, _ start: LineCursor, _ end: LineCursor) -> Bool {
    var words = start
    return time.hour < 5 && words.takeAny(["밤", "24시", "자정"]) && words.place <= end.place
  }

  /// 내일, 다음 주 월요일, 12월 24일, 15일까지, 12/24. Without the particle.
  func day(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    let start = cursor
    for (word, ahead) in [
      ("내일모레", 2), ("낼모레", 2), ("오늘", 0), ("내일", 1), ("낼", 1), ("모레", 2), ("글피", 3),
    ]
    where cursor.take(word) {
      let day = days.day(in: ahead)
      // 내일(목). If the weekday is not that of the day, it stays visible in the title.
      var named = cursor
      named.spaces()
      if bracketedWeekday(&named) == day.weekday { cursor = named }
      return day
    }
    if let day = inWeek(&cursor, days) { return day }
    cursor = start
    if let day = inMonth(&cursor, days) { return day }
    cursor = start
    if let weekday = weekday(&cursor) { return days.coming(weekday) }
    cursor = start
    if let day = inYear(&cursor, days) { return day }
    cursor = start
    if let day = dotted(&cursor) {
      skipWeekday(&cursor)
      return day
    }
    cursor = start
    if let year = cursor.number(digits: 4...4), cursor.take("년"), cursor.spaces(),
      let (month, day) = monthAndDay(&cursor)
    {
      return CalendarDay(year: year, month: month, day: day)
    }
    cursor = start
    if let (month, day) = monthAndDay(&cursor) { return days.date(month: month, day: day) }
    cursor = start
    if let day = withStroke(&cursor, days) { return day }
    // 주말농장 is a kind of garden.
    if cursor.take("주말") {
      var ahead = cursor
      guard ahead.takeAny(["까지", "에"]), Korean.isAtEndOfWord(ahead) else { return nil }
      return days.this(.saturday)
    }
    // A number of days is a date only with a particle: 15일까지, but 3일 여행.
    guard let number = cursor.number(digits: 1...2), cursor.take("일"), (1...31).contains(number)
    else {
      cursor = start
      return nil
    }
    // 24일(목) 회의, and 24일 목요일 회의 if that day is a Thursday: the weekday shows that it is a date, not a number of days.
    var named = cursor
    named.spaces()
    if let bracketed = bracketedWeekday(&named) {
      cursor = named
      return days.date(monthDay: number, on: bracketed) ?? days.date(monthDay: number)
    }
    if let weekday = weekday(&named), let day = days.date(monthDay: number, on: weekday) {
      cursor = named
      return day
    }
    skipWeekday(&cursor)
    var ahead = cursor
    guard ahead.takeAny(["까지", "에"]), Korean.isAtEndOfWord(ahead) else { return nil }
    return days.date(monthDay: number)
  }

  /// 내년, 내년 3월 1일, 연말까지, 올해 안에; but not 연말정산 and 연초록.
  private func inYear(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    let year = days.today.year
    for (word, years) in [("내후년", 2), ("내년", 1)] where cursor.take(word) {
      var ahead = cursor
      ahead.spaces()
      if let (month, day) = monthAndDay(&ahead) {
        cursor = ahead
        return CalendarDay(year: year + years, month: month, day: day)
      }
      _ = cursor.takeAny([" 초", "초"])
      return CalendarDay(year: year + years, month: 1, day: 1)
    }
    var within = cursor
    if within.takeAny(["올해", "연내"]), within.takeAny([" 안에", " 안으로", " 내로", " 중으로", "까지", "에"]),
      Korean.isAtEndOfWord(within), cursor.line[within.place - 2] != "해"
    {
      cursor = within
      return CalendarDay(year: year, month: 12, day: 31)
    }
    for (word, year, month, day) in [("연말", year, 12, 31), ("연초", year + 1, 1, 1)]
    where cursor.take(word) {
      var ahead = cursor
      guard ahead.takeAny(["까지", "에"]), Korean.isAtEndOfWord(ahead) else { return nil }
      return CalendarDay(year: year, month: month, day: day)
    }
    return nil
  }

  /// 2026.12.24, 2026. 12. 24., 2026/12/24.
  private func dotted(_ cursor: inout LineCursor) -> CalendarDay? {
    var ahead = cursor
    if let year = ahead.number(digits: 4...4), ahead.take(". "),
      let month = ahead.number(digits: 1...2), ahead.take(". "),
      let number = ahead.number(digits: 1...2),
      let day = CalendarDay(year: year, month: month, day: number)
    {
      _ = ahead.take(".")
      cursor = ahead
      return day
    }
    return NumericGrammar.numericDay(&cursor, signs: ["/", "."])
  }

  /// 다음 주 월요일, 이번 주말, 다음주.
  private func inWeek(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    guard let weeks = which(&cursor, [("이번", 0), ("다다음", 2), ("다음", 1), ("담", 1)]) else {
      return nil
    }
    cursor.spaces()
    if cursor.take("주말") {
      return weeks == 0 ? days.this(.saturday) : days.weekday(.saturday, weeks: weeks)
    }
    let hasWeek = cursor.take("주")
    if hasWeek, isWithin(cursor) || (weeks == 0 && isUntil(cursor)) {
      return days.startOfWeek(weeks: weeks + 1).adding(days: -1)
    }
    var first = cursor
    if hasWeek, weeks > 0, first.takeAny([" 초", "초"]), isUntil(first) {
      cursor = first
      return days.weekday(.monday, weeks: weeks)
    }
    var ahead = cursor
    ahead.spaces()
    if let weekday = weekday(&ahead) ?? (hasWeek ? bracketedWeekday(&ahead) : nil) {
      cursor = ahead
      return weeks == 0 ? days.this(weekday) : days.weekday(weekday, weeks: weeks)
    }
    return hasWeek && weeks > 0 ? days.startOfWeek(weeks: weeks) : nil
  }

  /// 다음 달, 다음 달 15일, 이번 달 말, 월말.
  private func inMonth(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    if cursor.takeAny(["월말", "말일"]) { return days.lastOfMonth() }
    if cursor.take("월초") { return isUntil(cursor) ? days.date(monthDay: 1) : nil }
    guard let months = which(&cursor, [("이번", 0), ("다음", 1), ("담", 1), ("이", 0)])
    else { return nil }
    cursor.spaces()
    guard cursor.take("달") else { return nil }
    var ahead = cursor
    ahead.spaces()
    if ahead.takeAny(["말일", "말"]) {
      cursor = ahead
      return days.lastOfMonth(months)
    }
    if isWithin(cursor) || (months == 0 && isUntil(cursor)) { return days.lastOfMonth(months) }
    guard let first = days.month(months) else { return nil }
    if months > 0, ahead.takeAny(["초순", "초"]) {
      cursor = ahead
      return first
    }
    if ahead.takeAny(["중순"]) {
      cursor = ahead
      return CalendarDay(year: first.year, month: first.month, day: 15)
    }
    if months > 0, ahead.take("하순") {
      cursor = ahead
      return CalendarDay(year: first.year, month: first.month, day: 21)
    }
    if let number = ahead.number(digits: 1...2), ahead.take("일") {
      skipWeekday(&ahead)
      cursor = ahead
      return CalendarDay(year: first.year, month: first.month, day: number)
    }
    return months > 0 ? first : nil
  }

  /// Whether the time before it is a deadline: 이번 주 안에, 다음 달 중으로. The cursor stays before these words, which are read
  /// as a particle.
  private func isWithin(_ cursor: LineCursor) -> Bool {
    var ahead = cursor
    return ahead.takeAny([" 안에", " 안으로", " 내로", " 내에", " 중으로", " 중에", "중으로", "중에"])
      && Korean.isAtEndOfWord(ahead)
  }

  private func isUntil(_ cursor: LineCursor) -> Bool {
    var ahead = cursor
    return ahead.takeAny(["까지", "에"]) && Korean.isAtEndOfWord(ahead)
  }

  private func which(_ cursor: inout LineCursor, _ words: [(String, Int)]) -> Int? {
    for (word, count) in words where cursor.take(word) { return count }
    return nil
  }

  /// 12월 24일.
  func monthAndDay(_ cursor: inout LineCursor) -> (month: Int, day: Int)? {
    var ahead = cursor
    guard let month = ahead.number(digits: 1...2), ahead.take("월"), (1...12).contains(month) else {
      return nil
    }
    ahead.spaces()
    guard let day = ahead.number(digits: 1...2), ahead.take("일") else { return nil }
    skipWeekday(&ahead)
    cursor = ahead
    return (month, day)
  }

  /// The weekday in 12월 24일 목요일, 12월 24일(목).
  private func skipWeekday(_ cursor: inout LineCursor) {
    var ahead = cursor
    ahead.spaces()
    if weekday(&ahead) != nil || bracketedWeekday(&ahead) != nil { cursor = ahead }
  }

  /// (목), (목요일).
  func bracketedWeekday(_ cursor: inout LineCursor) -> Weekday? {
    var ahead = cursor
    guard let found = bracketedWeekdays(&ahead), found.count == 1 else { return nil }
    cursor = ahead
    return found[0]
  }

  /// Several weekdays in brackets: (월, 수, 금), (월~금).
  func bracketedWeekdays(_ cursor: inout LineCursor) -> [Weekday]? {
    var ahead = cursor
    guard ahead.take("(") else { return nil }
    let found = weekdayList(&ahead)
    guard !found.isEmpty, ahead.take(")") else { return nil }
    cursor = ahead
    return found
  }

  /// 12/24, and 12.24(목). With single digits it may be a fraction, and a dot may be a decimal point: 1/2 컵, 12.24 km.
  private func withStroke(_ cursor: inout LineCursor, _ days: DayMath) -> CalendarDay? {
    var ahead = cursor
    guard let month = ahead.number(digits: 1...2) else { return nil }
    let isDotted = ahead.take(".")
    guard isDotted || ahead.take("/"),
      let day = ahead.number(digits: isDotted ? 1...2 : 2...2),
      !ahead.take("/"), let found = days.date(month: month, day: day)
    else { return nil }
    var named = ahead
    named.spaces()
    guard !isDotted || bracketedWeekday(&named) != nil else { return nil }
    skipWeekday(&ahead)
    cursor = ahead
    return found
  }

  /// 월요일, 월욜.
  func weekday(_ cursor: inout LineCursor) -> Weekday? {
    guard let character = cursor.character, let weekday = Korean.weekdays[character] else {
      return nil
    }
    var ahead = cursor
    ahead.place += 1
    guard ahead.takeAny(["요일", "욜"]) else { return nil }
    cursor = ahead
    return weekday
  }

  /// The characters with which a phrase can begin; other characters are skipped quickly.
  private static let openers = Set(
    "오내낼모글이다담월화수목금토일말매격날해평분주완하사나닷열보한두세석반아침새벽저녁밤낮점정자네여덟연올전ap")

  static let weekdays: [Character: Weekday] = [
    "월": .monday, "화": .tuesday, "수": .wednesday, "목": .thursday, "금": .friday, "토": .saturday,
    "일": .sunday,
  ]

  /// Moves over a particle, if there is one; false if the word continues after it.
  /// - Parameter isTime: whether the particle may also mark the beginning of something: 5시부터.
  static func particle(_ cursor: inout LineCursor, isTime: Bool = false) -> Bool {
    // A range is not a time.
    if cursor.character == "~" || cursor.character == "〜" { return false }
    for particle in (isTime ? ["부터"] : []) + particles {
      var ahead = cursor
      if ahead.take(particle), isAtEndOfWord(ahead) {
        cursor = ahead
        return true
      }
    }
    return false
  }

  private static let particles = [
    "까지는", "까지", "에는", "에", "엔", "쯤에", "쯤", "경", "은", "는", "중으로", "중에", " 까지", " 안에", " 안으로",
    " 내로", " 내에", " 중으로", " 중에", "",
  ]

  static func isAtEndOfWord(_ cursor: LineCursor) -> Bool { !belongsToWord(cursor.character) }

  static func belongsToWord(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || ":/-~〜".contains(character)
  }
}
