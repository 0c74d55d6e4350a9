import Basics

/// The name of a time zone in the IANA database, such as `Asia/Seoul`, or `UTC`.
///
/// Names come from servers and are looked up as files, so only names that the database allows are accepted
/// (https://data.iana.org/time-zones/theory.html#naming). Whether the zone exists is not checked here, see
/// ``ZoneRules``.
public struct ZoneName: Hashable, Sendable {
  @Exact public private(set) var text: String

  /// Nil for a text that cannot be a name: a path that leads upwards, an absolute path, other characters, too long.
  public init?(_ text: String) {
    guard (1...longest).contains(text.utf8.count) else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.first.map(isLetter) == true && $0.allSatisfy(isAllowed) }) else {
      return nil
    }
    self.text = text
  }

  private init(known text: String) {
    self.text = text
  }

  public static let utc = ZoneName(known: "UTC")
}

/// Far above the longest existing name (32 bytes).
private let longest = 64

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
}

private func isAllowed(_ byte: UInt8) -> Bool {
  isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
}
