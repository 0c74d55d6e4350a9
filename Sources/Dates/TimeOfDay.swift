/// A time on a clock face, without a day or a zone.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// 0…23.
  public let hour: Int
  /// 0…59.
  public let minute: Int
  /// 0…59.
  public let second: Int

  /// Nil for a time that no clock shows; leap seconds are not supported.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
      return nil
    }
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The time of day that is a number of seconds after midnight, ignoring clock changes.
  /// - Parameter secondsOfDay: taken modulo one day.
  public init(secondsOfDay: Int) {
    let seconds = ((secondsOfDay % 86_400) + 86_400) % 86_400
    hour = seconds / 3600
    minute = seconds / 60 % 60
    second = seconds % 60
  }

  /// Reads `17:00` and `17:00:30`, with two digits each; nil for anything else.
  public init?(iso8601 text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1])
    else { return nil }
    self.init(hour: hour, minute: minute, second: parts.count == 3 ? Int(parts[2]) ?? 60 : 0)
  }

  /// 00:00.
  public static let midnight = TimeOfDay(secondsOfDay: 0)

  /// Seconds since midnight, ignoring clock changes.
  public var secondsOfDay: Int { hour * 3600 + minute * 60 + second }

  /// `17:00`, or `17:00:30` where there are seconds.
  public var iso8601: String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let minutes = "\(padded(hour)):\(padded(minute))"
    return second == 0 ? minutes : "\(minutes):\(padded(second))"
  }

  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.secondsOfDay < b.secondsOfDay }
}
