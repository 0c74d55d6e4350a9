import Basics

/// A day of the Gregorian calendar without a time or a zone; it is the same day everywhere.
public struct CalendarDay: Hashable, Comparable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Nil unless the day exists.
  /// - Parameters:
  ///   - year: 1…9999.
  ///   - month: 1…12.
  ///   - day: 1…31, limited by the month.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CalendarDay.length(ofMonth: month, year: year)
    else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  /// Reads the ISO 8601 form `YYYY-MM-DD`; nil for anything else.
  public init?(iso8601 text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      parts[2].utf8.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// 0001-01-01.
  public static let first = CalendarDay(ordinal: 0)

  private init(uncheckedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The ISO 8601 form `YYYY-MM-DD`; its alphabetical order is the order of the days.
  public var iso8601: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The day a number of days later, or earlier when negative; stays within the years 1…9999.
  public func adding(days: Int) -> CalendarDay {
    let limit = CalendarDay.daysBefore(year: 10_000) - 1
    // Limited first, because a sum of any two integers may overflow.
    let step = min(max(days, -limit), limit)
    return CalendarDay(ordinal: min(max(ordinal + step, 0), limit))
  }

  /// Days since 0001-01-01.
  public var ordinal: Int {
    var days = CalendarDay.daysBefore(year: year)
    for earlier in 1..<month { days += CalendarDay.length(ofMonth: earlier, year: year) }
    return days + day - 1
  }

  private init(ordinal: Int) {
    var year = ordinal / 366 + 1
    while CalendarDay.daysBefore(year: year + 1) <= ordinal { year += 1 }
    var rest = ordinal - CalendarDay.daysBefore(year: year)
    var month = 1
    while rest >= CalendarDay.length(ofMonth: month, year: year) {
      rest -= CalendarDay.length(ofMonth: month, year: year)
      month += 1
    }
    self.init(uncheckedYear: year, month: month, day: rest + 1)
  }

  private static func daysBefore(year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func < (a: CalendarDay, b: CalendarDay) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

extension CalendarDay: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let day = CalendarDay(iso8601: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a day: \(text)"))
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso8601)
  }
}
