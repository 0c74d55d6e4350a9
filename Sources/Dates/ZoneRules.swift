import Basics
import CGLib

/// What the clocks of one time zone showed and will show, by the system's time-zone data.
///
/// GLib reads the data once for each zone and keeps it. May be used on any thread.
public final class ZoneRules: @unchecked Sendable {
  // A GTimeZone never changes after it was made, and its reference count is atomic.
  private let zone: OpaquePointer

  private init(_ zone: OpaquePointer) {
    self.zone = zone
  }

  deinit {
    g_time_zone_unref(zone)
  }

  /// Nil for a zone that the system's data does not have.
  public convenience init?(_ name: ZoneName) {
    guard let zone = g_time_zone_new_identifier(name.text) else { return nil }
    self.init(zone)
  }

  /// The identifier by which GLib knows the zone.
  private var name: String {
    g_time_zone_get_identifier(zone).map { String(cString: $0) } ?? ""
  }

  /// The zone of this computer, as it is now.
  public static var local: ZoneRules { ZoneRules(g_time_zone_new_local()) }

  /// UTC.
  public static let utc = ZoneRules(g_time_zone_new_utc())

  /// What the clock shows at a moment, to the second.
  public func clock(at moment: Timestamp) -> (day: CalendarDay, time: TimeOfDay) {
    let seconds = floored(moment.milliseconds, 1000)
    return ZoneRules.clock(atLocalSeconds: seconds + offset(atUTCSeconds: seconds))
  }

  /// How far the clock is ahead of UTC at a moment, in seconds.
  package func offset(at moment: Timestamp) -> Int {
    Int(offset(atUTCSeconds: floored(moment.milliseconds, 1000)))
  }

  /// The moment at which the clock shows a time.
  ///
  /// As RFC 5545 §3.3.5 says, a time that occurs twice is the first of the two. A time that the clock skips is read
  /// with the offset before the gap, so that 02:30 is shown as 03:30.
  public func moment(day: CalendarDay, time: TimeOfDay) -> Timestamp {
    let local = ZoneRules.localSeconds(day: day, time: time)
    // The offsets on both sides of any change near that time.
    let before = offset(atUTCSeconds: local - ZoneRules.margin)
    let after = offset(atUTCSeconds: local + ZoneRules.margin)
    let fits = [before, after].map { local - $0 }
      .filter { $0 + offset(atUTCSeconds: $0) == local }
    return Timestamp(milliseconds: (fits.min() ?? local - before) * 1000)
  }

  /// More than any clock differs from UTC, less than the time between two of its changes.
  private static let margin: Int64 = 86_400

  private func offset(atUTCSeconds seconds: Int64) -> Int64 {
    let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
    return Int64(g_time_zone_get_offset(zone, interval))
  }

  private static func localSeconds(day: CalendarDay, time: TimeOfDay) -> Int64 {
    Int64(day.ordinal - epoch) * 86_400 + Int64(time.secondsOfDay)
  }

  private static func clock(atLocalSeconds seconds: Int64) -> (CalendarDay, TimeOfDay) {
    let days = floored(seconds, 86_400)
    return (
      CalendarDay.first.adding(days: epoch + Int(days)),
      TimeOfDay(secondsOfDay: Int(seconds - days * 86_400))
    )
  }

  /// The days from 0001-01-01 to 1970-01-01.
  private static let epoch = 719_162
}

extension ZoneRules: Hashable {
  /// Whether both are the same zone of the system's data.
  public static func == (a: ZoneRules, b: ZoneRules) -> Bool {
    a.zone == b.zone || a.name.isExactly(b.name)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(name)) }
}

private func floored(_ number: Int64, _ divisor: Int64) -> Int64 {
  number / divisor - (number % divisor < 0 ? 1 : 0)
}
