import Basics
import Core
import Platform

/// A reminder in words: “15 minutes before it is due”, “Dec 24, 2026, 08:00”.
package enum ReminderText {
  /// The text for a reminder that cannot be read here.
  package static var unreadable: String { tr("Reminder of another program") }

  /// - Parameters:
  ///   - zone: the name of the reader's zone; a different zone is named in the text.
  ///   - cities: the words for other zones; nil uses the names that a terminal command takes.
  package static func words(
    _ reminder: Reminder, zone: String, cities: @autoclosure () -> ZoneCities? = nil
  ) -> String {
    switch reminder.trigger {
    case .at(let alarm): words(alarm, zone: zone, cities)
    case .offset(let duration, from: let anchor): words(duration, from: anchor)
    case nil: unreadable
    }
  }

  private static func words(_ alarm: Alarm, zone: String, _ cities: () -> ZoneCities?) -> String {
    let moment = DateText.medium(milliseconds: alarm.at.milliseconds, zone: alarm.zone)
    if alarm.zone.isExactly(zone) { return moment }
    let name = ZoneName(alarm.zone).flatMap { cities()?.words($0) }
    // A text that is no name of a zone may contain anything.
    return tr("%1$s (%2$s)", moment, name ?? ErrorText.short(PlainText.line(alarm.zone)))
  }

  private static func words(_ duration: CalendarDuration, from anchor: Reminder.Anchor) -> String {
    let length = length(Int(duration.seconds.magnitude))
    return switch (anchor, duration.seconds.signum()) {
    case (.due, 0): tr("When it is due")
    case (.start, 0): tr("When it starts")
    // Translators: %s is a length of time: “15 minutes before it is due”
    case (.due, ..<0): tr("%s before it is due", length)
    // Translators: %s is a length of time: “15 minutes before it starts”
    case (.start, ..<0): tr("%s before it starts", length)
    // Translators: %s is a length of time: “15 minutes after it is due”
    case (.due, _): tr("%s after it is due", length)
    // Translators: %s is a length of time: “15 minutes after it starts”
    case (.start, _): tr("%s after it starts", length)
    }
  }

  /// A length of time in its units, the largest first: “1 day 2 hours”.
  private static func length(_ seconds: Int) -> String {
    if seconds > 0, seconds.isMultiple(of: 604_800) {
      return ntr("%d week", "%d weeks", seconds / 604_800)
    }
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24)
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60)
    return [
      days > 0 ? ntr("%d day", "%d days", days) : nil,
      hours > 0 ? ntr("%d hour", "%d hours", hours) : nil,
      minutes > 0 ? ntr("%d minute", "%d minutes", minutes) : nil,
      rest > 0 ? ntr("%d second", "%d seconds", rest) : nil,
    ].compactMap(\.self).joined(separator: " ")
  }
}
