import Basics
import Core
import Platform

/// What a notification shows.
package struct ReminderNotice: Equatable, Sendable {
  /// What a click opens.
  package enum Destination: Equatable, Sendable {
    case todo(TodoID)
    /// The page where the reminders of a group are, see ``RungGroup/id``.
    case group(Int64)
  }

  /// A notification replaces the one that was shown under the same name.
  package let id: String
  @Exact package private(set) var title: String
  @Exact package private(set) var body: String
  package let destination: Destination
  /// The reminder that the buttons act on; nil shows no buttons.
  package let reminder: Int64?
  /// Whether there is a *Done* button beside *Snooze*.
  package let offersDone: Bool
  /// Whether it only replaces a notification that was shown before, so that nothing rings.
  package let isQuiet: Bool

  /// One reminder.
  /// - Parameters:
  ///   - today: in the zone of this computer.
  ///   - group: the group whose notification it replaces, if this reminder is all that is left of the group.
  ///   - problem: why its button could not do what it says.
  package init(
    _ rung: RungReminder, today: CalendarDay, leftOf group: Int64? = nil, problem: String? = nil
  ) {
    id = group.map(Self.groupID) ?? Self.id(of: rung.id)
    title = Self.short(rung.content)
    body = [problem, rung.due.map { Self.text($0, today) }, rung.list.map(Self.bodyText)]
      .compactMap(\.self).joined(separator: " · ")
    destination = .todo(rung.todo)
    reminder = rung.maySnooze ? rung.id : nil
    offersDone = rung.mayWrite
    isQuiet = group != nil
  }

  /// Several reminders in one notification.
  /// - Parameter group: the first of the reminders.
  package init(_ reminders: [RungReminder], of group: Int64, isQuiet: Bool = false) {
    id = Self.groupID(of: group)
    title = ntr("%d reminder", "%d reminders", reminders.count)
    body = reminders.prefix(3).map { Self.bodyText($0.content) }.joined(separator: "\n")
    destination = .group(group)
    reminder = nil
    offersDone = false
    self.isQuiet = isQuiet
  }

  /// The notification that replaces that of a group after some of its reminders have become obsolete; nil if none is
  /// left.
  package init?(leftOf group: RungGroup, today: CalendarDay) {
    guard let first = group.left.first else { return nil }
    self =
      group.left.count == 1
      ? ReminderNotice(first, today: today, leftOf: group.id)
      : ReminderNotice(group.left, of: group.id, isQuiet: true)
  }

  /// - Parameter first: the first reminder of the group.
  package static func groupID(of first: Int64) -> String { "reminders-\(first)" }

  package static func id(of reminder: Int64) -> String { "reminder-\(reminder)" }

  /// Limits a text to far more than a banner shows, because titles may come from other people.
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

/// Shows reminders.
@MainActor
package protocol ReminderNotifying: AnyObject {
  /// Shows a notification in place of the one with the same name. A quiet one must make no sound and cover nothing.
  func show(_ notice: ReminderNotice, snooze: SnoozeLength)

  /// Takes a notification away; nothing happens if it is not shown.
  func withdraw(_ id: String)
}
