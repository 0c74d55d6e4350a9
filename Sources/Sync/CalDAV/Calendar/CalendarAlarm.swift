import Basics
import Core

/// A VALARM (RFC 5545 §3.6.6) of a to-do, and the reminder that it stands for here.
struct CalendarAlarm {
  /// Which dates the to-do has. If one is missing, a relative alarm counts from the other one.
  struct Anchors: Hashable {
    let hasStart: Bool
    let hasDue: Bool

    func anchor(isEnd: Bool) -> Reminder.Anchor {
      isEnd ? (hasDue || !hasStart ? .due : .start) : (hasStart || !hasDue ? .start : .due)
    }
  }

  let component: CalendarComponent
  /// Nil for an alarm that is not a reminder (one for a place, for an e-mail or with another action), and for one that
  /// cannot be read.
  let reminder: Reminder?
  /// For an alarm that rings after a snooze: the UID of the alarm that was snoozed (RFC 9074 §7), and the end of the
  /// snooze.
  let snooze: (uid: String, until: Timestamp)?
  /// What this program wrote into such an alarm: whose snooze it is, and its exact end.
  let ownSnooze: Snooze?

  init(_ component: CalendarComponent, _ anchors: Anchors) {
    self.component = component
    ownSnooze = component.ownText(OwnProperty.snooze).map { Snooze(text: $0) }
    let trigger = CalendarAlarm.trigger(component)
    let origin = component.lines("RELATED-TO").lazy.compactMap { CalendarProperty($0) }
      .first { $0.parameter("RELTYPE")?.uppercased() == "SNOOZE" }?.values.first
    guard let trigger, !CalendarAlarm.isForOthers(component) else {
      (reminder, snooze) = (nil, nil)
      return
    }
    if let origin, case .at(let moment) = trigger {
      (reminder, snooze) = (nil, (uid: origin, until: moment))
      return
    }
    snooze = nil
    let own = component.ownText(OwnProperty.reminder).map { Reminder(text: $0) }
    reminder = own.flatMap { trigger.isTrigger(of: $0) ? $0 : nil } ?? trigger.reminder(anchors)
  }

  /// Whether it is the default alarm, written because due times ring by themselves. Once another program has moved it,
  /// it is a reminder like any other.
  var isDefault: Bool {
    reminder == .atDueTime && component.ownText(OwnProperty.defaultAlarm) != nil
  }

  /// When somebody dismissed it on another device (RFC 9074 §6.1).
  var acknowledged: Timestamp? { component.moment("ACKNOWLEDGED") }

  /// The lines that make an alarm ring like a reminder; nil for a reminder that cannot be read.
  static func lines(of reminder: Reminder, _ anchors: Anchors) -> (
    trigger: ContentLine, own: ContentLine?
  )? {
    guard let trigger = Trigger(reminder) else { return nil }
    let own = ContentLine(OwnProperty.reminder, [], CalendarText.escaped(reminder.text))
    return (trigger.line, trigger.reminder(anchors) == reminder ? nil : own)
  }

  /// A new alarm.
  /// - Parameter title: what other programs show when it rings.
  static func component(for reminder: Reminder, title: String, _ anchors: Anchors)
    -> CalendarComponent?
  {
    guard let lines = lines(of: reminder, anchors) else { return nil }
    return component(title, [lines.trigger, lines.own])
  }

  /// The default alarm, for a due time that rings by itself.
  static func defaultAlarm(title: String, _ anchors: Anchors) -> CalendarComponent? {
    var alarm = component(for: .atDueTime, title: title, anchors)
    alarm?.append(ContentLine(OwnProperty.defaultAlarm, [], "TRUE"))
    return alarm
  }

  /// A new alarm that rings after a snooze, in place of another alarm (RFC 9074 §7).
  /// - Parameters:
  ///   - snooze: a snooze whose end can be read.
  ///   - user: the user to whom the snoozes of other programs belong. If the snooze is another person's, or does not
  ///     end on a whole second, a property of our own notes that.
  ///   - origin: the UID of the alarm that was snoozed.
  static func component(
    for snooze: Snooze, of user: String, puttingOff origin: String, title: String
  ) -> CalendarComponent? {
    guard let until = snooze.until, let reminder = snooze.reminder else { return nil }
    let seconds = Timestamp(milliseconds: until.wholeSeconds * 1000)
    let isPlain = Snooze(until: seconds, user: user, reminder: reminder) == snooze
    let name = CalDAVNames.identifier(of: Array(origin.utf8) + [0] + Array(snooze.text.utf8))
    return component(
      title,
      [
        ContentLine("UID", [], name),
        ContentLine("RELATED-TO", ["RELTYPE=SNOOZE"], CalendarText.escaped(origin)),
        ContentLine("TRIGGER", ["VALUE=DATE-TIME"], seconds.iCalendar),
        isPlain ? nil : ContentLine(OwnProperty.snooze, [], CalendarText.escaped(snooze.text)),
      ])
  }

  private static func component(_ title: String, _ lines: [ContentLine?]) -> CalendarComponent {
    let all =
      [
        ContentLine("ACTION", [], "DISPLAY"),
        ContentLine("DESCRIPTION", [], CalendarText.escaped(title.isEmpty ? "Reminder" : title)),
      ] + lines.compactMap(\.self)
    return CalendarComponent("VALARM", all.map { .line($0) })
  }

  // MARK: Triggers

  /// TRIGGER (RFC 5545 §3.8.6.3).
  private enum Trigger: Hashable {
    case at(Timestamp)
    case offset(CalendarDuration, isEnd: Bool)

    init?(_ reminder: Reminder) {
      switch reminder.trigger {
      case .at(let alarm): self = .at(Timestamp(milliseconds: alarm.at.wholeSeconds * 1000))
      case .offset(let duration, let anchor): self = .offset(duration, isEnd: anchor == .due)
      case nil: return nil
      }
    }

    func reminder(_ anchors: Anchors) -> Reminder {
      switch self {
      // Other programs give the moment in UTC, without a zone in which to show it.
      case .at(let moment): Reminder(Alarm(at: moment, zone: ZoneName.utc.text))
      case .offset(let duration, let isEnd):
        Reminder(.offset(duration, from: anchors.anchor(isEnd: isEnd)))
      }
    }

    func isTrigger(of reminder: Reminder) -> Bool {
      Trigger(reminder) == self
    }

    var line: ContentLine {
      switch self {
      case .at(let moment): ContentLine("TRIGGER", ["VALUE=DATE-TIME"], moment.iCalendar)
      case .offset(let duration, let isEnd):
        ContentLine("TRIGGER", isEnd ? ["RELATED=END"] : [], duration.iCalendar)
      }
    }
  }

  private static func trigger(_ component: CalendarComponent) -> Trigger? {
    guard let property = component.property("TRIGGER"), let value = property.values.first else {
      return nil
    }
    if let clock = property.clock {
      // A day without a time is no time to ring at.
      return clock.isDay ? nil : .at(clock.moment(local: .utc))
    }
    let isEnd = property.parameter("RELATED")?.uppercased() == "END"
    return CalendarDuration(iCalendar: value).map { .offset($0, isEnd: isEnd) }
  }

  private static func isForOthers(_ component: CalendarComponent) -> Bool {
    if let action = component.value("ACTION")?.uppercased(), action != "DISPLAY", action != "AUDIO"
    {
      return true
    }
    return !component.lines("X-APPLE-PROXIMITY").isEmpty || !component.lines("PROXIMITY").isEmpty
  }
}
