import Basics

/// The name of a time zone in the IANA database, such as `Asia/Seoul`, or `UTC`.
///
/// Names come from servers and are looked up as files, so only texts for which `isZoneName` is true are accepted.
/// Whether the zone exists is not checked here, see ``ZoneRules``.
public struct ZoneName: Hashable, Sendable {
  @Exact public private(set) var text: String

  /// Nil for a text that cannot be a name: a path that leads upwards, an absolute path, other characters, too long.
  public init?(_ text: String) {
    guard text.isZoneName else { return nil }
    self.text = text
  }

  private init(known text: String) {
    self.text = text
  }

  public static let utc = ZoneName(known: "UTC")
}
