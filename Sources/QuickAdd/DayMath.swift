import Dates

/// The unit of an amount of time.
enum TimeUnit: Sendable {
  case minute, hour, day, week, month, year

  /// The length of a unit; nil if it has no fixed length.
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

/// Computes days and times relative to now.
struct DayMath {
  let today: CalendarDay
  let now: TimeOfDay
  let weekStart: Weekday

  func day(in days: Int) -> CalendarDay { today.adding(days: days) }

  /// The next such weekday, never today.
  func coming(_ weekday: Weekday) -> CalendarDay { today.adding(days: 1).next(weekday) }

  /// The weekday of this week, or the next one if that day is over.
  func this(_ weekday: Weekday) -> CalendarDay {
    let day = today.startOfWeek(weekStart).next(weekday)
    return day < today ? coming(weekday) : day
  }

  /// The weekday in the week that is this many weeks later.
  func weekday(_ weekday: Weekday, weeks: Int) -> CalendarDay {
    today.startOfWeek(weekStart).adding(days: 7 * weeks).next(weekday)
  }

  /// The first day of the week that is this many weeks later.
  func startOfWeek(weeks: Int) -> CalendarDay {
    today.startOfWeek(weekStart).adding(days: 7 * weeks)
  }

  /// The same day in a later month, or the last day of that month if it is shorter.
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

  /// The next such date that is not over; nil if there is none in the next eight years. With a year, the date in that
  /// year.
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

  /// The next day of a month with this number that is not over.
  func date(monthDay: Int) -> CalendarDay? {
    (0...2).lazy.compactMap { ahead in
      month(ahead).flatMap { CalendarDay(year: $0.year, month: $0.month, day: monthDay) }
    }.first { $0 >= today }
  }

  /// The next day of a month with this number that is such a weekday; nil if there is none in this and the next two
  /// months.
  func date(monthDay: Int, on weekday: Weekday) -> CalendarDay? {
    let days = (0...2).lazy.compactMap { ahead in
      month(ahead).flatMap { CalendarDay(year: $0.year, month: $0.month, day: monthDay) }
    }
    return days.first { $0 >= today && $0.weekday == weekday }
  }

  /// The time after a number of units from now: a moment for minutes and hours, otherwise a day.
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

  /// The moment a number of minutes from now, without seconds.
  func moment(after minutes: Int) -> (day: CalendarDay, time: TimeOfDay?) {
    let total = now.secondsOfDay / 60 + minutes
    return (today.adding(days: total / 1440), TimeOfDay(secondsOfDay: total % 1440 * 60))
  }
}
