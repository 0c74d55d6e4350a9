import Basics
import CGLib
import Synchronization

/// Dates and times as text, in the order that the language uses.
///
/// The forms are translatable `g_date_time_format` formats, since the locale's own `%x` is too terse.
package enum DateText {
  /// Whether times of day are shown with twelve hours, as in “2:30 PM”. False by default, so that commands print the
  /// same everywhere.
  package static var hasTwelveHours: Bool {
    get { twelveHours.load(ordering: .relaxed) }
    set { twelveHours.store(newValue, ordering: .relaxed) }
  }

  private static let twelveHours = Atomic(false)

  /// A day in its short form: “Mar 5, 2026”.
  /// - Parameters:
  ///   - year: 1…9999.
  ///   - month: 1…12.
  ///   - day: 1…31. A day that does not exist is written in ISO 8601.
  package static func medium(year: Int, month: Int, day: Int) -> String {
    text(year, month, day, Form.medium)
  }

  /// A day of the current year in its short form: “Mar 5”.
  package static func short(year: Int, month: Int, day: Int) -> String {
    text(year, month, day, Form.short)
  }

  /// A day in its long form, with the day of the week: “Thursday, March 5, 2026”.
  package static func long(year: Int, month: Int, day: Int) -> String {
    text(year, month, day, Form.long)
  }

  /// The name of a day of the week: “Thursday”.
  package static func weekday(year: Int, month: Int, day: Int) -> String {
    text(year, month, day, "%A")
  }

  /// The short name of a day of the week: “Thu”.
  package static func shortWeekday(year: Int, month: Int, day: Int) -> String {
    text(year, month, day, "%a")
  }

  /// The name of a month: “March”.
  package static func month(_ month: Int) -> String {
    // In some languages the name of a month has another form when it stands without a day.
    text(2024, month, 1, "%OB")
  }

  /// A moment in its short form: “Mar 5, 2026, 14:30”; see ``hasTwelveHours``.
  /// - Parameters:
  ///   - milliseconds: since 1970-01-01 00:00 UTC.
  ///   - zone: a name such as `Asia/Seoul`; nil or an unknown name means the local zone.
  package static func medium(milliseconds: Int64, zone: String? = nil) -> String {
    text(milliseconds, zone, Form.mediumTime)
  }

  /// A moment in its long form: “Thursday, March 5, 2026 at 14:30”.
  package static func long(milliseconds: Int64, zone: String? = nil) -> String {
    text(milliseconds, zone, Form.longTime)
  }

  /// The time of day of a moment: “14:30”.
  package static func time(milliseconds: Int64, zone: String? = nil) -> String {
    text(milliseconds, zone, Form.time)
  }

  /// “AM” or “PM” for an hour.
  /// - Parameter hour: 0…23.
  package static func halfDay(of hour: Int) -> String {
    let text = text(Int64(hour) * 3_600_000, "UTC", "%p")
    // Some languages have no words for it.
    return text.isEmpty ? (hour < 12 ? "AM" : "PM") : text
  }

  private enum Form {
    /// Translators: a date as in “Mar 5, 2026”; reorder as your language wants, see g_date_time_format
    static var medium: String { trc("date", "%b %-d, %Y") }
    /// Translators: a date of this year as in “Mar 5”
    static var short: String { trc("date", "%b %-d") }
    /// Translators: a date as in “Thursday, March 5, 2026”
    static var long: String { trc("date", "%A, %B %-d, %Y") }

    static var mediumTime: String {
      if hasTwelveHours {
        // Translators: a date with time as in “Mar 5, 2026, 2:30 PM”
        return trc("date", "%b %-d, %Y, %-I:%M %p")
      }
      // Translators: a date with time as in “Mar 5, 2026, 14:30”
      return trc("date", "%b %-d, %Y, %H:%M")
    }

    static var longTime: String {
      if hasTwelveHours {
        // Translators: a date with time as in “Thursday, March 5, 2026 at 2:30 PM”
        return trc("date", "%A, %B %-d, %Y at %-I:%M %p")
      }
      // Translators: a date with time as in “Thursday, March 5, 2026 at 14:30”
      return trc("date", "%A, %B %-d, %Y at %H:%M")
    }

    static var time: String {
      if hasTwelveHours {
        // Translators: a time of day as in “2:30 PM”
        return trc("date", "%-I:%M %p")
      }
      // Translators: a time of day as in “14:30”
      return trc("date", "%H:%M")
    }
  }

  private static func text(_ year: Int, _ month: Int, _ day: Int, _ form: String) -> String {
    // GLib reports numbers out of range as programming errors, so they never reach it.
    if (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      let date = g_date_time_new_utc(gint(year), gint(month), gint(day), 0, 0, 0)
    {
      defer { g_date_time_unref(date) }
      if let text = formatted(date, form) { return text }
    }
    return Localization.fill("%04d-%02d-%02d", [year, month, day])
  }

  private static func text(_ milliseconds: Int64, _ zone: String?, _ form: String) -> String {
    let zone = LocalTime.timeZone(zone)
    defer { g_time_zone_unref(zone) }
    // Rounded down to the second, also before 1970.
    let seconds = gint64(milliseconds / 1000) - (milliseconds % 1000 < 0 ? 1 : 0)
    guard let moment = g_date_time_new_from_unix_utc(seconds) else { return "" }
    defer { g_date_time_unref(moment) }
    guard let local = g_date_time_to_timezone(moment, zone) else { return "" }
    defer { g_date_time_unref(local) }
    return formatted(local, form) ?? formatted(local, "%F %R") ?? ""
  }

  private static func formatted(_ date: OpaquePointer, _ form: String) -> String? {
    guard let text = g_date_time_format(date, form) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
