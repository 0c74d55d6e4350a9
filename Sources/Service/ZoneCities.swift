import Core
import Platform

/// The cities by which time zones are chosen and named.
package struct ZoneCities: Sendable {
  /// The zones of all cities, as the system's time-zone data has them.
  package let zones: [ZoneName]
  /// How many zones have a city of that name.
  private let counts: [String: Int]

  /// The `zone.tab` of the system's time-zone data.
  package static let systemPath = "/usr/share/zoneinfo/zone.tab"
  /// The cities of this computer; read when they are first asked for, see ``load()``.
  package static let system = ZoneCities(table: TextFile.read(systemPath) ?? "")

  /// Reads the cities of this computer off the main actor, before a window shows zones.
  @concurrent
  package static func load() async { _ = system }

  /// - Parameter table: a text like `zone.tab`. The zone is the third column of each line that is not a comment, as the
  ///   file itself says.
  package init(table: String) {
    zones = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return columns.count > 2 ? ZoneName(String(columns[2])) : nil
    }
    counts = Dictionary(zones.map { (Self.parts(of: $0).city, 1) }, uniquingKeysWith: +)
  }

  /// `America/Argentina/Buenos_Aires` is Buenos Aires in America/Argentina.
  package static func parts(of zone: ZoneName) -> (city: String, area: String) {
    let parts = zone.text.replacing("_", with: " ").split(separator: "/")
    return (String(parts.last ?? ""), parts.dropLast().joined(separator: "/"))
  }

  /// The name of a zone beside a time: “Tokyo time”. It is “Istanbul, Asia” for a zone that is not chosen by a city,
  /// such as an older name of a zone, and for one whose city has the same name as another zone's.
  package func words(_ zone: ZoneName) -> String {
    let (city, area) = Self.parts(of: zone)
    if area.isEmpty { return city }
    guard counts[city] == 1, zones.contains(zone) else {
      return trc("a city, and where that is", "%1$s, %2$s", city, area)
    }
    // Translators: the time that clocks show in a city: “12 May at 09:00 (Tokyo time)”
    return tr("%s time", city)
  }
}
