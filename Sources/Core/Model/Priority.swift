/// Importance on the scale of RFC 5545 §3.8.1.9: 0 undefined, 1 highest … 9 lowest.
public struct Priority: Hashable, Sendable, Codable, RawRepresentable {
  /// The levels that a person chooses from, with the names that commands use.
  public enum Level: String, CaseIterable, Sendable {
    case none, low, medium, high
  }

  public let rawValue: Int

  /// - Parameter rawValue: values outside 0…9 become the nearest allowed one.
  public init(rawValue: Int) {
    self.rawValue = min(max(rawValue, 0), 9)
  }

  /// The usual value of a level: 0, 9, 5 or 1.
  public init(_ level: Level) {
    switch level {
    case .none: self = .undefined
    case .low: self = .low
    case .medium: self = .medium
    case .high: self = .highest
    }
  }

  public static let undefined = Priority(rawValue: 0)
  public static let highest = Priority(rawValue: 1)
  public static let medium = Priority(rawValue: 5)
  public static let low = Priority(rawValue: 9)

  /// The level of the priority: 1…4 are high, 6…9 are low.
  public var level: Level {
    switch rawValue {
    case 0: .none
    case 1...4: .high
    case 5: .medium
    default: .low
    }
  }

  /// Whether a star is shown: 1…4, which RFC 5545 calls high.
  public var isStarred: Bool { level == .high }

  /// Adds the star by setting 1, or removes it by setting 0. A priority that is already right stays as it is.
  public mutating func setStarred(_ isStarred: Bool) {
    if isStarred != self.isStarred { self = isStarred ? .highest : .undefined }
  }
}
