import Dates

/// A recognised phrase: the position after it, and its meaning.
typealias PhraseMatch = (end: Int, meaning: QuickAddMeaning)

/// The phrases of one language.
protocol Grammar: Sendable {
  /// The longest phrase that begins at a position, with the position after it; nil if none begins there.
  func match(_ line: TypedLine, at place: Int, _ days: DayMath) -> PhraseMatch?
}

/// Formats that are the same in every language: 2026-12-24, 17:00, and both together.
struct NumericGrammar: Grammar {
  func match(_ line: TypedLine, at place: Int, _ days: DayMath) -> PhraseMatch? {
    var cursor = LineCursor(line: line, place: place)
    guard cursor.character?.isDigit == true, cursor.isAtStartOfWord else { return nil }
    if let day = NumericGrammar.numericDay(&cursor) {
      var ahead = cursor
      if ahead.take("t") || ahead.spaces(), let time = NumericGrammar.clock(&ahead),
        ahead.isAtEndOfWord
      {
        return (ahead.place, .due(day, time))
      }
      return cursor.isAtEndOfWord ? (cursor.place, .due(day, nil)) : nil
    }
    // A particle or word that follows without a space is left to the grammar of its language.
    guard let time = NumericGrammar.clock(&cursor), cursor.isAtEndOfWord,
      cursor.character?.isEastAsian != true
    else { return nil }
    return (cursor.place, .due(nil, time))
  }

  /// 2026-12-24, 2026/12/24.
  /// - Parameter signs: the separators allowed between the numbers. In English, 2026.12.24 is a version number.
  static func numericDay(_ cursor: inout LineCursor, signs: [String] = ["/"]) -> CalendarDay? {
    if let day = isoDay(&cursor) { return day }
    for sign in signs {
      var ahead = cursor
      guard let year = ahead.number(digits: 4...4), ahead.take(sign),
        let month = ahead.number(digits: 1...2), ahead.take(sign),
        let number = ahead.number(digits: 1...2), ahead.character != "/",
        let day = CalendarDay(year: year, month: month, day: number)
      else { continue }
      cursor = ahead
      return day
    }
    return nil
  }

  /// 2026-12-24.
  static func isoDay(_ cursor: inout LineCursor) -> CalendarDay? {
    var ahead = cursor
    guard let year = ahead.number(digits: 4...4), ahead.take("-"),
      let month = ahead.number(digits: 2...2),
      ahead.take("-"), let number = ahead.number(digits: 2...2),
      let day = CalendarDay(year: year, month: month, day: number)
    else { return nil }
    cursor = ahead
    return day
  }

  /// 9:05 and 17:00, without what may follow. 10:30:15 is not a time.
  static func clock(_ cursor: inout LineCursor) -> TimeOfDay? {
    var ahead = cursor
    guard let hour = ahead.number(digits: 1...2), ahead.take(":"),
      let minute = ahead.number(digits: 2...2),
      ahead.character != ":", let time = TimeOfDay(hour: hour, minute: minute)
    else { return nil }
    cursor = ahead
    return time
  }
}
