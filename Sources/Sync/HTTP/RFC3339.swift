import Basics
import Core

/// Times as Firestore writes them: RFC 3339 §5.6, for example `2026-11-21T03:00:25.165Z`.
enum RFC3339 {
  /// Reads a time with 0–9 digits after the second and `Z` or a numeric offset.
  ///
  /// Digits beyond the millisecond are cut off. Nil for anything that is not such a time, for days
  /// and times that do not exist, and for moments outside the years 1…9999 in UTC.
  static func parse(_ text: String) -> Timestamp? {
    read(text).map(timestamp(microseconds:))
  }

  /// The same in microseconds since 1970; further digits are cut off. Firestore keeps times to the microsecond
  /// (https://firebase.google.com/docs/firestore/manage-data/data-types).
  static func microseconds(_ text: String) -> Int64? { read(text) }

  /// - Parameter microseconds: since 1970; digits beyond the millisecond are cut off.
  static func timestamp(microseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: floor(microseconds, 1000))
  }

  private static func read(_ text: String) -> Int64? {
    DigitReader.read(text) { reader in
      guard let year = reader.number(digits: 4), reader.take("-"),
        let month = reader.number(digits: 2), reader.take("-"),
        let day = reader.number(digits: 2), reader.take("T") || reader.take("t"),
        let hour = reader.number(digits: 2), reader.take(":"),
        let minute = reader.number(digits: 2), reader.take(":"),
        let second = reader.number(digits: 2),
        let fraction = fraction(&reader), let offset = offset(&reader), reader.isAtEnd,
        let calendarDay = CalendarDay(year: year, month: month, day: day),
        let local = UTCDateTime(
          day: calendarDay, hour: hour, minute: minute, second: second)
      else { return nil }
      let seconds = local.timestamp.milliseconds / 1000 - Int64(offset) * 60
      // A leap second comes at the end of a day in UTC, and is counted as the second that follows it.
      if second == 60, floor(seconds, 86_400) * 86_400 != seconds { return nil }
      let moment = seconds * 1_000_000 + Int64(fraction)
      return years.contains(moment) ? moment : nil
    }
  }

  /// The years 1…9999 in UTC, in microseconds since 1970.
  private static let years: Range<Int64> = -62_135_596_800_000_000..<253_402_300_800_000_000

  /// Division that rounds down.
  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// Writes a time in UTC with three digits after the second.
  /// - Returns: nil outside the years 1…9999, which RFC 3339 cannot express.
  static func format(_ timestamp: Timestamp) -> String? {
    guard let time = UTCDateTime(timestamp) else { return nil }
    let parts: [(number: Int, width: Int, mark: Unicode.Scalar)] = [
      (time.day.year, 4, "-"), (time.day.month, 2, "-"), (time.day.day, 2, "T"),
      (time.hour, 2, ":"), (time.minute, 2, ":"), (time.second, 2, "."), (time.millisecond, 3, "Z"),
    ]
    return String(unsafeUninitializedCapacity: 24) { bytes in
      var place = 0
      for part in parts {
        var rest = part.number
        for digit in (place..<place + part.width).reversed() {
          bytes[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        bytes[place + part.width] = UInt8(ascii: part.mark)
        place += part.width + 1
      }
      return place
    }
  }

  /// Microseconds of an optional fraction; nil if it has no digits or more than nine.
  private static func fraction(_ reader: inout DigitReader) -> Int? {
    guard reader.take(".") else { return 0 }
    let (digits, number) = reader.fraction(keeping: 6)
    return (1...9).contains(digits) ? number : nil
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
