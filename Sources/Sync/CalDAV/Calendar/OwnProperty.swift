import Basics
import Core

/// Properties of our own (RFC 5545 §3.8.8.2), for values that iCalendar has no property for, or no exact one.
///
/// A property of our own that stands beside a standard one counts as long as both agree. If another program has changed
/// the standard one, that value wins.
enum OwnProperty {
  /// CREATED, LAST-MODIFIED and COMPLETED with milliseconds.
  static let created = "X-OPTIMIST-CREATED"
  static let modified = "X-OPTIMIST-MODIFIED"
  static let completed = "X-OPTIMIST-COMPLETED"
  /// When it was cancelled. With COMPLETED, other programs would take it for done.
  static let cancelled = "X-OPTIMIST-CANCELLED"
  /// A start that DTSTART cannot express beside DUE: of another type, or later.
  static let start = "X-OPTIMIST-START"
  /// `COMPLETION`: the rule counts from the completion.
  static let repeatsFrom = "X-OPTIMIST-REPEATS-FROM"
  /// One line for each completed occurrence.
  static let completion = "X-OPTIMIST-COMPLETION"
  /// One line for each snooze; in the alarm that rings after it, if there is one.
  static let snooze = "X-OPTIMIST-SNOOZE"
  /// The text of a reminder, in the alarm that stands for it; in the to-do if no alarm can express it.
  static let reminder = "X-OPTIMIST-REMINDER"
  /// Marks the default alarm of a due time that rings by itself: it is no reminder that somebody chose.
  static let defaultAlarm = "X-OPTIMIST-DEFAULT-ALARM"
  /// The exact sort key; X-APPLE-SORT-ORDER has only its seconds.
  static let position = "X-OPTIMIST-POSITION"
  /// One line for each to-do that names this one as its part although it no longer is. The text of that to-do cannot be
  /// changed in the same write.
  static let deniedParent = "X-OPTIMIST-NOT-PART-OF"
  static let assignee = "X-OPTIMIST-ASSIGNEE"
  /// DTSTAMP with milliseconds, in a text that is sent again without other changes.
  static let sent = "X-OPTIMIST-SENT"
}

extension CalendarComponent {
  /// The texts of a property of our own, whose type is TEXT.
  func ownTexts(_ name: String) -> [String] {
    lines(name).compactMap(\.ownText)
  }

  func ownText(_ name: String) -> String? { ownTexts(name).first }

  /// The moment of a property; to the millisecond, if the property of our own agrees with it to the second.
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
    // libical does not know the type of such a property, so the value is read as that of a known property.
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
