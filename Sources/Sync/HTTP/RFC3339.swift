import Basics
import Core

/// Times as Firestore writes them: RFC 3339 §5.6, for example `2026-11-21T03:00:25.165Z`.
enum RFC3339 {
  /// Reads a time with 0–9 digits after the second and `Z` or a numeric offset.
  ///
  /// Digits beyond the millisecond are cut off. Nil for anything that is not such a time, for days
  /// and times that do not exist, and for moments outside the years 1…9999 in UTC.
  static func parse(_ text: String) -> Timestamp? {
    var reader = DigitReader(text)
    guard let year = reader.number(digits: 4), reader.take("-"),
      let month = reader.number(digits: 2), reader.take("-"),
      let day = reader.number(digits: 2), reader.take("T") || reader.take("t"),
      let hour = reader.number(digits: 2), reader.take(":"),
      let minute = reader.number(digits: 2), reader.take(":"),
      let second = reader.number(digits: 2),
      let millisecond = fraction(&reader), let offset = offset(&reader), reader.isAtEnd,
      let calendarDay = CalendarDay(year: year, month: month, day: day),
      let local = UTCDateTime(
        day: calendarDay, hour: hour, minute: minute, second: second, millisecond: millisecond)
    else { return nil }
    let moment = Timestamp(
      milliseconds: local.timestamp.milliseconds - Int64(offset) * 60_000)
    guard let utc = UTCDateTime(moment) else { return nil }
    if second == 60, (utc.hour, utc.minute, utc.second) != (0, 0, 0) { return nil }
    return moment
  }

  /// Writes a time in UTC with three digits after the second.
  /// - Returns: nil outside the years 1…9999, which RFC 3339 cannot express.
  static func format(_ timestamp: Timestamp) -> String? {
    guard let time = UTCDateTime(timestamp) else { return nil }
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return time.day.iso8601 + "T" + padded(time.hour, 2) + ":" + padded(time.minute, 2) + ":"
      + padded(time.second, 2) + "." + padded(time.millisecond, 3) + "Z"
  }

  /// Milliseconds of an optional fraction; nil if it has no digits or more than nine.
  private static func fraction(_ reader: inout DigitReader) -> Int? {
    guard reader.take(".") else { return 0 }
    let digits = reader.digits()
    guard (1...9).contains(digits.count) else { return nil }
    let padded = digits.prefix(3) + Array(repeating: 0, count: max(0, 3 - digits.count))
    return padded.reduce(0) { $0 * 10 + $1 }
  }

  /// The offset from UTC in minutes.
  private static func offset(_ reader: inout DigitReader) -> Int? {
    if reader.take("Z") || reader.take("z") { return 0 }
    let sign: Int
    if reader.take("+") {
      sign = 1
    } else if reader.take("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = reader.number(digits: 2), hours <= 23, reader.take(":"),
      let minutes = reader.number(digits: 2), minutes <= 59
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}

extension RFC3339 {
  /// Microseconds since 1970 of a time that ``parse(_:)`` reads; further digits are cut off. Firestore
  /// keeps times to the microsecond
  /// (https://firebase.google.com/docs/firestore/manage-data/data-types).
  static func microseconds(_ text: String) -> Int64? {
    guard let moment = parse(text) else { return nil }
    let fraction = text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst()
      .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let beyond = fraction.dropFirst(3).prefix(3).map { Int64($0 - UInt8(ascii: "0")) }
    let padded = beyond + Array(repeating: 0, count: 3 - beyond.count)
    return moment.milliseconds * 1000 + padded.reduce(0) { $0 * 10 + $1 }
  }
}
