extension Timestamp {
  /// `2026-12-24T08:00:00Z`, with milliseconds where there are some. A moment outside the years 1…9999 becomes the
  /// nearest one inside.
  public var iso8601: String {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: Self.day)
    let day = remainder < 0 ? quotient - 1 : quotient
    let rest = remainder < 0 ? remainder + Self.day : remainder
    let date = CalendarDay.first.adding(days: Int(day) + Self.epoch)
    let time = TimeOfDay(secondsOfDay: Int(rest / 1000))
    let seconds = time.second == 0 ? ":00" : ""
    let fraction = String(1000 + rest % 1000).dropFirst()
    return "\(date.iso8601)T\(time.iso8601)\(seconds)\(rest % 1000 == 0 ? "" : ".\(fraction)")Z"
  }

  /// Reads what ``iso8601`` writes; nil for anything else.
  public init?(iso8601 text: String) {
    guard text.utf8.last == UInt8(ascii: "Z") else { return nil }
    let parts = String(text.dropLast()).splitExactly(at: ".")
    guard parts.count <= 2, let clock = CalendarTime(iso8601: parts[0]), let time = clock.time,
      parts[0].utf8.count == "2026-12-24T08:00:00".utf8.count
    else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard parts[1].utf8.count == 3, parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
        let number = Int64(parts[1])
      else { return nil }
      fraction = number
    }
    let days = Int64(clock.day.ordinal - Self.epoch)
    self.init(milliseconds: days * Self.day + Int64(time.secondsOfDay) * 1000 + fraction)
  }

  private static let day: Int64 = 86_400_000
  /// The days from 0001-01-01 to 1970-01-01.
  private static let epoch = 719_162
}
