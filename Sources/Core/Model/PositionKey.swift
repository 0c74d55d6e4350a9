/// Sort keys of records: text whose byte order is the order on screen.
///
/// The key of a new record is its moment of creation in eight digits of base 62, so that records
/// added at the end need no neighbour, and records that two devices add offline interleave by age.
/// Longer keys sort between two of these, which is room for moving by hand.
public enum PositionKey {
  static let width = 8
  /// 62⁸ − 1 milliseconds, in the year 8888.
  private static let highest: UInt64 = 218_340_105_584_895
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// The key of a record made at a moment.
  public static func initial(at moment: Timestamp) -> String {
    encode(UInt64(max(moment.milliseconds, 0)))
  }

  /// The key of a record made now that has to stand after `last`, whatever the clock says.
  public static func next(after last: String?, at moment: Timestamp) -> String {
    let byClock = initial(at: moment)
    guard let last, last >= byClock else { return byClock }
    guard let number = decode(last.prefix(width)) else { return last + "V" }
    let following = encode(number + 1)
    return following > last ? following : last + "V"
  }

  private static func encode(_ number: UInt64) -> String {
    var rest = min(number, highest)
    var reversed: [Character] = []
    for _ in 0..<width {
      reversed.append(digits[Int(rest % 62)])
      rest /= 62
    }
    return String(reversed.reversed())
  }

  private static func decode(_ text: Substring) -> UInt64? {
    guard text.utf8.count == width else { return nil }
    return text.reduce(UInt64(0) as UInt64?) { sum, digit in
      guard let sum, let value = digits.firstIndex(of: digit) else { return nil }
      return sum * 62 + UInt64(value)
    }
  }
}
