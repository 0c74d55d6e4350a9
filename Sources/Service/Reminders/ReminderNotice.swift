import Basics
import Core
import Platform

/// What a notification shows.
package struct ReminderNotice: Equatable, Sendable {
  /// What a click opens.
  package enum Destination: Equatable, Sendable {
    case todo(TodoID)
    case today
  }

  /// Replaces what was shown under the same name.
  package let id: String
  @Exact package private(set) var title: String
  @Exact package private(set) var body: String
  package let destination: Destination
  /// The reminder that *Done* and *Snooze* are about; nil shows no buttons.
  package let reminder: Int64?

  /// One reminder.
  /// - Parameter today: in the zone of this computer.
  package init(_ rung: RungReminder, today: CalendarDay) {
    id = Self.id(of: rung.id)
    title = Self.short(rung.content)
    body = [rung.due.map { Self.text($0, today) }, rung.list.map(Self.bodyText)].compactMap(\.self)
      .joined(separator: " · ")
    destination = .todo(rung.todo)
    reminder = rung.mayWrite ? rung.id : nil
  }

  /// Several that were missed.
  package init(missed: [RungReminder]) {
    id = Self.groupID(of: missed.first?.id ?? 0)
    title = ntr("%d reminder", "%d reminders", missed.count)
    body = missed.prefix(3).map { Self.bodyText($0.content) }.joined(separator: "\n")
    destination = .today
    reminder = nil
  }

  /// - Parameter first: the first reminder of the group.
  package static func groupID(of first: Int64) -> String { "reminders-\(first)" }

  package static func id(of reminder: Int64) -> String { "reminder-\(reminder)" }

  /// Far more than a banner shows; titles may come from others.
  private static func short(_ text: String) -> String {
    let line = PlainText.line(text)
    return line.count > 200 ? line.prefix(200) + "…" : line
  }

  /// Desktops other than GNOME read markup in the body, links and images too
  /// (https://specifications.freedesktop.org/notification-spec, Markup), and GLib hands it to them as it is.
  private static func bodyText(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in short(text).unicodeScalars { shown.append(scalar == "<" ? "‹" : scalar) }
    return String(shown)
  }

  private static func text(_ due: CalendarTime, _ today: CalendarDay) -> String {
    guard !due.isDay else { return due.day == today ? tr("Today") : DateText.medium(due.day) }
    let moment = due.moment(local: .local)
    return ZoneRules.local.clock(at: moment).day == today
      ? DateText.time(milliseconds: moment.milliseconds)
      : DateText.medium(milliseconds: moment.milliseconds)
  }
}

/// Where reminders are shown.
@MainActor
package protocol ReminderNotifying: AnyObject {
  func show(_ notice: ReminderNotice, snooze: SnoozeLength)

  /// Takes a notification away; nothing happens if it is not shown.
  func withdraw(_ id: String)
}
