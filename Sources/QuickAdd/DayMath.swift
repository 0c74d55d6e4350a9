import Dates

/// What an amount of time counts.
enum TimeUnit: Sendable {
  case minute, hour, day, week, month, year

  /// How long one is; nil for those of no fixed length.
  var minutes: Int? {
    switch self {
    case .minute: 1
    case .hour: 60
    case .day: 1440
    case .week: 10_080
    case .month, .year: nil
    }
  }
}

extension Weekday {
  /// Monday to Friday, Saturday to Monday.
  static func from(_ first: Weekday, to last: Weekday) -> [Weekday] {
    let all = allCases + allCases
    guard let start = all.firstIndex(of: first), let end = all[start...].firstIndex(of: last) else {
      return [first]
    }
    return Array(all[start...end])
  }
}

/// The days and times that words name, seen from now.
struct DayMath {
  let today: CalendarDay
  let now: TimeOfDay
  let weekStart: Weekday

  func day(in days: Int) -> CalendarDay { today.adding(days: days) }

  /// The coming one, never today.
  func coming(_ weekday: Weekday) -> CalendarDay { today.adding(days: 1).next(weekday) }

  /// The one of this week, or the coming one if that is over.
  func this(_ weekday: Weekday) -> CalendarDay {
    let day = today.startOfWeek(weekStart).next(weekday)
    return day < today ? coming(weekday) : day
  }

  /// The one of a later week.
  func weekday(_ weekday: Weekday, weeks: Int) -> CalendarDay {
    today.startOfWeek(weekStart).adding(days: 7 * weeks).next(weekday)
  }

  /// The first day of a later week.
  func startOfWeek(weeks: Int) -> CalendarDay {
    today.startOfWeek(weekStart).adding(days: 7 * weeks)
  }

  /// The same day of a later month, or the last one of a shorter month.
  func day(inMonths months: Int) -> CalendarDay? {
    guard let first = month(months) else { return nil }
    return CalendarDay(year: first.year, month: first.month, day: today.day) ?? last(of: first)
  }

  /// The first day of a later month.
  func month(_ months: Int) -> CalendarDay? {
    let count = today.year * 12 + today.month - 1 + months
    return CalendarDay(year: count / 12, month: count % 12 + 1, day: 1)
  }

  func lastOfMonth(_ months: Int = 0) -> CalendarDay? { month(months).map(last(of:)) }

  private func last(of first: CalendarDay) -> CalendarDay {
    [31, 30, 29].lazy.compactMap { CalendarDay(year: first.year, month: first.month, day: $0) }
      .first
      ?? first.adding(days: 27)
  }

  /// The next such day that is not over; nil if there is none in the next eight years.
  func date(month: Int, day: Int, year: Int? = nil) -> CalendarDay? {
    if let year {
      return CalendarDay(year: year < 100 ? 2000 + year : year, month: month, day: day)
    }
    return (0...8).lazy.compactMap { CalendarDay(year: today.year + $0, month: month, day: day) }
      .first { $0 >= today }
  }

  /// The last day of the next such month that is not over.
  func endOf(month: Int) -> CalendarDay? {
    let year = today.year + (month < today.month ? 1 : 0)
    return CalendarDay(year: year, month: month, day: 1).map(last(of:))
  }

  /// The next month's day of that number that is not over.
  func date(monthDay: Int) -> CalendarDay? {
    (0...2).lazy.compactMap { ahead in
      month(ahead).flatMap { CalendarDay(year: $0.year, month: $0.month, day: monthDay) }
    }.first { $0 >= today }
  }

  /// The same, and the next one that is such a weekday if there is one in the next two months.
  func date(monthDay: Int, on weekday: Weekday) -> CalendarDay? {
    let days = (0...2).lazy.compactMap { ahead in
      month(ahead).flatMap { CalendarDay(year: $0.year, month: $0.month, day: monthDay) }
    }
    return days.first { $0 >= today && $0.weekday == weekday }
  }

  /// A number of units from now: a day, or a moment after minutes and hours.
  func after(_ count: Int, _ unit: TimeUnit) -> QuickAddMeaning? {
    switch unit {
    case .minute: after(minutes: count)
    case .hour: after(minutes: count * 60)
    case .day: .due(day(in: count), nil)
    case .week: .due(day(in: count * 7), nil)
    case .month: day(inMonths: count).map { .due($0, nil) }
    case .year: day(inMonths: count * 12).map { .due($0, nil) }
    }
  }

  private func after(minutes: Int) -> QuickAddMeaning {
    let moment = moment(after: minutes)
    return .due(moment.day, moment.time)
  }

  /// The moment that is a number of minutes from now; seconds are left out.
  func moment(after minutes: Int) -> (day: CalendarDay, time: TimeOfDay?) {
    let total = now.secondsOfDay / 60 + minutes
    return (today.adding(days: total / 1440), TimeOfDay(secondsOfDay: total % 1440 * 60))
  }
}
