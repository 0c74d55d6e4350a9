import Basics

/// When to remind: a moment, and the zone in which the user chose it.
public struct Alarm: Hashable, Sendable, Codable {
  public let at: Timestamp
  /// An IANA time-zone name such as `Asia/Seoul`.
  @Exact public private(set) var zone: String

  public init(at: Timestamp, zone: String) {
    self.at = at
    self.zone = zone
  }
}
