import Basics
import CGLib

/// Days and times of day in a time zone, from the system's time-zone data.
package enum LocalTime {
  /// The IANA name of this computer's time zone, or an offset such as `+09` if it is not known.
  package static var zoneName: String {
    let zone = g_time_zone_new_local()
    defer { g_time_zone_unref(zone) }
    return g_time_zone_get_identifier(zone).map { String(cString: $0) } ?? "UTC"
  }

  /// The day and time of day of a moment.
  /// - Parameters:
  ///   - milliseconds: since 1970-01-01 00:00 UTC.
  ///   - zone: an IANA name; nil or an unknown name means the local zone.
  package static func parts(milliseconds: Int64, zone: String?) -> (
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) {
    let zone = timeZone(zone)
    defer { g_time_zone_unref(zone) }
    guard let utc = g_date_time_new_from_unix_utc(gint64(milliseconds / 1000)) else {
      return (1970, 1, 1, 0, 0, 0)
    }
    defer { g_date_time_unref(utc) }
    guard let local = g_date_time_to_timezone(utc, zone) else { return (1970, 1, 1, 0, 0, 0) }
    defer { g_date_time_unref(local) }
    return (
      Int(g_date_time_get_year(local)), Int(g_date_time_get_month(local)),
      Int(g_date_time_get_day_of_month(local)), Int(g_date_time_get_hour(local)),
      Int(g_date_time_get_minute(local)), Int(g_date_time_get_second(local))
    )
  }

  /// The moment of a day and time of day, in milliseconds since 1970-01-01 00:00 UTC; nil for a day
  /// or time that does not exist.
  package static func milliseconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, zone: String?
  ) -> Int64? {
    let zone = timeZone(zone)
    defer { g_time_zone_unref(zone) }
    guard
      let moment = g_date_time_new(
        zone, gint(year), gint(month), gint(day), gint(hour), gint(minute), 0)
    else { return nil }
    defer { g_date_time_unref(moment) }
    return Int64(g_date_time_to_unix(moment)) * 1000
  }

  /// A zone by its name; this computer's zone for nil, for an unknown name, and for a text that is no name: GLib would
  /// take it for the path of a file. The caller owns a reference.
  static func timeZone(_ name: String?) -> OpaquePointer {
    guard let name, name.isZoneName || name.isZoneOffset,
      let zone = g_time_zone_new_identifier(name)
    else { return g_time_zone_new_local() }
    return zone
  }
}
