import Core

/// A moment as the fields of the proleptic Gregorian calendar in UTC.
struct UTCDateTime: Hashable, Sendable {
  let day: CalendarDay
  let hour: Int
  let minute: Int
  /// 0…60; 60 is a leap second and is counted as the second that follows it.
  let second: Int
  let millisecond: Int

  /// Nil unless the time of day exists.
  init?(day: CalendarDay, hour: Int, minute: Int, second: Int, millisecond: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0...999).contains(millisecond)
    else { return nil }
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
  }

  /// Nil outside the years 1…9999.
  init?(_ timestamp: Timestamp) {
    let (days, rest) = Self.divide(timestamp.milliseconds, by: Self.dayLength)
    guard let epoch = Self.epoch, let first = CalendarDay(year: 1, month: 1, day: 1),
      let last = CalendarDay(year: 9999, month: 12, day: 31),
      (Int64(-epoch.ordinal)...Int64(last.ordinal - epoch.ordinal)).contains(days)
    else { return nil }
    day = first.adding(days: epoch.ordinal + Int(days))
    hour = Int(rest / 3_600_000)
    minute = Int(rest / 60_000 % 60)
    second = Int(rest / 1000 % 60)
    millisecond = Int(rest % 1000)
  }

  var timestamp: Timestamp {
    let days = Int64(day.ordinal - (Self.epoch?.ordinal ?? 0))
    let seconds = Int64(hour * 3600 + minute * 60 + second)
    return Timestamp(milliseconds: days * Self.dayLength + seconds * 1000 + Int64(millisecond))
  }

  private static let dayLength: Int64 = 86_400_000
  private static let epoch = CalendarDay(year: 1970, month: 1, day: 1)

  /// Division that rounds down, so that the rest is never negative.
  private static func divide(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
