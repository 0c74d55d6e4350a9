/// Importance on the scale of RFC 5545 §3.8.1.9: 0 undefined, 1 highest … 9 lowest.
public struct Priority: Hashable, Sendable, Codable, RawRepresentable {
  public let rawValue: Int

  /// - Parameter rawValue: values outside 0…9 become the nearest allowed one.
  public init(rawValue: Int) {
    self.rawValue = min(max(rawValue, 0), 9)
  }

  public static let undefined = Priority(rawValue: 0)
  public static let highest = Priority(rawValue: 1)

  /// Whether a star is shown: 1…4, which RFC 5545 calls high.
  public var isStarred: Bool { (1...4).contains(rawValue) }
}
