import FoundationEssentials

/// A moment in whole milliseconds since 1970-01-01 00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Rounds down to the millisecond.
  ///
  /// A date stores fractions of a second in binary, sometimes slightly below the intended millisecond. A
  /// value that close is rounded up to it, so that ``date`` converts back to the same timestamp.
  ///
  /// A date too far away becomes the nearest moment that can be stored, because files may have any time. A date that is
  /// not a number becomes 1970.
  public init(_ date: Date) {
    let exact = date.timeIntervalSince1970 * 1000
    let nearest = exact.rounded()
    let whole = abs(exact - nearest) < 0.05 ? nearest : exact.rounded(.down)
    milliseconds = Int64(exactly: whole) ?? (whole > 0 ? .max : whole < 0 ? .min : 0)
  }

  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}
