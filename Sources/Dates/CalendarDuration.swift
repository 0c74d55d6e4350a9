/// A length of time as RFC 5545 §3.3.6 writes it: `PT15M`, `-P1D`, `P1W`.
public struct CalendarDuration: Hashable, Sendable {
  /// −315,360,000…315,360,000, ten years; negative is earlier.
  public let seconds: Int

  /// Nil beyond ten years.
  public init?(seconds: Int) {
    guard (-CalendarDuration.longest...CalendarDuration.longest).contains(seconds) else {
      return nil
    }
    self.seconds = seconds
  }

  /// Reads a value of the type DURATION; nil for anything else.
  public init?(iCalendar text: String) {
    var bytes = text.utf8[...]
    var sign = 1
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = -1 }
      bytes.removeFirst()
    }
    guard bytes.popFirst() == UInt8(ascii: "P"), !bytes.isEmpty else { return nil }
    var units = CalendarDuration.units[...]
    var isTime = false
    var sum = 0
    while let next = bytes.first {
      if next == UInt8(ascii: "T") {
        guard !isTime, bytes.count > 1 else { return nil }
        isTime = true
        bytes.removeFirst()
        continue
      }
      let digits = bytes.prefix { (48...57).contains($0) }
      // Nine digits and any unit stay far below the largest integer.
      guard (1...9).contains(digits.count), let number = Int(String(digits) ?? "") else {
        return nil
      }
      bytes = bytes.dropFirst(digits.count)
      guard let name = bytes.popFirst(),
        let index = units.firstIndex(where: { $0.name == name && $0.isTime == isTime })
      else { return nil }
      sum += number * units[index].seconds
      units = units[(index + 1)...]
    }
    self.init(seconds: sign * sum)
  }

  /// The shortest of its forms: weeks where they are whole, otherwise days, hours, minutes and seconds.
  public var iCalendar: String {
    let sign = seconds < 0 ? "-" : ""
    var rest = Int(seconds.magnitude)
    if rest > 0, rest.isMultiple(of: 604_800) { return "\(sign)P\(rest / 604_800)W" }
    var (date, time) = ("", "")
    for unit in CalendarDuration.units.dropFirst() where rest >= unit.seconds {
      let part = "\(rest / unit.seconds)\(Character(Unicode.Scalar(unit.name)))"
      if unit.isTime { time += part } else { date += part }
      rest %= unit.seconds
    }
    if date.isEmpty, time.isEmpty { time = "0S" }
    return sign + "P" + date + (time.isEmpty ? "" : "T" + time)
  }

  private static let longest = 3650 * 86_400
  private static let units: [(name: UInt8, isTime: Bool, seconds: Int)] = [
    (UInt8(ascii: "W"), false, 604_800), (UInt8(ascii: "D"), false, 86_400),
    (UInt8(ascii: "H"), true, 3600), (UInt8(ascii: "M"), true, 60), (UInt8(ascii: "S"), true, 1),
  ]
}
