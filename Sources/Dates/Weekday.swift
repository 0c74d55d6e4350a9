/// A day of the week.
public enum Weekday: Int, CaseIterable, Sendable, Comparable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The two letters of RFC 5545: `MO`.
  public var iCalendar: String {
    switch self {
    case .monday: "MO"
    case .tuesday: "TU"
    case .wednesday: "WE"
    case .thursday: "TH"
    case .friday: "FR"
    case .saturday: "SA"
    case .sunday: "SU"
    }
  }

  /// Reads the two letters of RFC 5545, in any case.
  public init?(iCalendar text: some StringProtocol) {
    let letters = text.uppercased()
    guard let day = Weekday.allCases.first(where: { $0.iCalendar == letters }) else { return nil }
    self = day
  }

  public static func < (a: Weekday, b: Weekday) -> Bool { a.rawValue < b.rawValue }
}

extension CalendarDay {
  /// The day of the week; 0001-01-01 was a Monday.
  public var weekday: Weekday { Weekday(rawValue: ordinal % 7 + 1) ?? .monday }

  /// The first such day of the week that is not before this day.
  public func next(_ weekday: Weekday) -> CalendarDay {
    adding(days: (weekday.rawValue - self.weekday.rawValue + 7) % 7)
  }

  /// The first day of the week that this day is in.
  public func startOfWeek(_ weekStart: Weekday) -> CalendarDay {
    adding(days: -((weekday.rawValue - weekStart.rawValue + 7) % 7))
  }
}
