import Basics
import Core

/// Properties of our own (RFC 5545 §3.8.8.2), for what iCalendar has no property for, or none as exact.
///
/// Where a property says the same as one that other programs know, it counts only as long as both agree: if another
/// program changed that one, its value holds.
enum OwnProperty {
  /// CREATED, LAST-MODIFIED and COMPLETED with milliseconds.
  static let created = "X-OPTIMIST-CREATED"
  static let modified = "X-OPTIMIST-MODIFIED"
  static let completed = "X-OPTIMIST-COMPLETED"
  /// When it was cancelled: COMPLETED would make it done for other programs.
  static let cancelled = "X-OPTIMIST-CANCELLED"
  /// A start that DTSTART cannot say beside DUE: of another type, or later.
  static let start = "X-OPTIMIST-START"
  /// `COMPLETION`: the rule counts from there.
  static let repeatsFrom = "X-OPTIMIST-REPEATS-FROM"
  /// One completed occurrence each.
  static let completion = "X-OPTIMIST-COMPLETION"
  /// One snooze each; in the alarm that rings then, where there is one.
  static let snooze = "X-OPTIMIST-SNOOZE"
  /// The text of a reminder, in the alarm that stands for it; in the to-do if no alarm can.
  static let reminder = "X-OPTIMIST-REMINDER"
  /// In the alarm of a due time that rings by itself: it is no reminder that somebody chose.
  static let defaultAlarm = "X-OPTIMIST-DEFAULT-ALARM"
  /// The sort key, of which X-APPLE-SORT-ORDER has the seconds.
  static let position = "X-OPTIMIST-POSITION"
  /// One line for each to-do that names this one as its part, and of which it is none any more: that text is not ours to
  /// change with this one.
  static let deniedParent = "X-OPTIMIST-NOT-PART-OF"
  static let assignee = "X-OPTIMIST-ASSIGNEE"
  /// DTSTAMP with milliseconds, in what is sent again as it is.
  static let sent = "X-OPTIMIST-SENT"
}

extension CalendarComponent {
  /// The texts of a property of our own, whose type is TEXT.
  func ownTexts(_ name: String) -> [String] {
    lines(name).compactMap(\.ownText)
  }

  func ownText(_ name: String) -> String? { ownTexts(name).first }

  /// A moment to the millisecond, if one of our own belongs to the one in a property.
  func moment(_ name: String, exactly own: String) -> Timestamp? {
    let rough = moment(name)
    guard let exact = ownText(own).flatMap(Timestamp.init(iso8601:)) else { return rough }
    guard let rough else { return exact }
    return exact.wholeSeconds == rough.wholeSeconds ? exact : rough
  }
}

extension ContentLine {
  /// The text of a property of our own; nil if it cannot be read.
  var ownText: String? {
    // libical does not know the type of such a property, so it gets one that it knows.
    CalendarProperty(ContentLine("COMMENT", [], parts.value))?.values.first
  }
}

extension Timestamp {
  /// Seconds since 1970, rounded down.
  var wholeSeconds: Int64 {
    milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
  }

  /// As a DATE-TIME in UTC, to the second.
  var iCalendar: String { CalendarTime(self, zone: .utc).iCalendar }
}
