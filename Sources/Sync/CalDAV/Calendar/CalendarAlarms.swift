import Basics
import Core

/// The alarms of a to-do with what other programs noted about them.
struct CalendarAlarms {
  let anchors: CalendarAlarm.Anchors
  let alarms: [CalendarAlarm]
  /// Reminders that no alarm can express, see ``OwnProperty/reminder``.
  private let others: [Reminder]
  let todo: CalendarComponent
  private let dates: CalendarDates
  private let origins: [ExactText: Reminder]

  /// - Parameter known: what was read of an earlier text. Alarms that are the same in both are not read again.
  init(_ todo: CalendarComponent, _ dates: CalendarDates, known: CalendarAlarms? = nil) {
    self.todo = todo
    self.dates = dates
    // The end may also follow from DURATION.
    anchors = CalendarAlarm.Anchors(hasStart: dates.start != nil, hasDue: dates.due != nil)
    let anchors = anchors
    let earlier = known?.anchors == anchors ? known?.alarms ?? [] : []
    let read = Dictionary(earlier.map { ($0.component, $0) }) { first, _ in first }
    alarms = todo.components("VALARM").map { read[$0] ?? CalendarAlarm($0, anchors) }
    origins = Self.origins(alarms)
    others = todo.ownTexts(OwnProperty.reminder).map { Reminder(text: $0) }
  }

  /// The reminders that somebody chose.
  var reminders: Set<Reminder> {
    Set(alarms.filter { !$0.isDefault }.compactMap(\.reminder) + others)
  }

  /// The chosen reminders, and the due time that rings by itself.
  var ringing: Set<Reminder> {
    Set(alarms.compactMap(\.reminder) + others)
  }

  /// The property in which Thunderbird notes, for the whole to-do, when its alarms were last dismissed.
  static let mozillaAcknowledgement = "X-MOZ-LASTACK"

  /// When each reminder was last dismissed on another device (RFC 9074 §6.1, and X-MOZ-LASTACK).
  var acknowledged: [Reminder: Timestamp] {
    var latest: [Reminder: Timestamp] = [:]
    let all = todo.moment(Self.mozillaAcknowledgement)
    for alarm in alarms {
      // An alarm that rings after a snooze may be dismissed itself; that counts for the snoozed reminder.
      guard let reminder = alarm.reminder ?? alarm.snooze.flatMap({ origins[ExactText($0.uid)] }),
        let moment = [alarm.acknowledged, all].compactMap({ $0 }).max()
      else { continue }
      latest[reminder] = max(latest[reminder] ?? moment, moment)
    }
    return latest
  }

  /// Where the text contains a snooze.
  enum SnoozeSource {
    case own
    /// X-MOZ-SNOOZE-TIME in the to-do.
    case mozilla
    /// The place of the alarm in ``alarms``.
    case alarm(Int)
  }

  /// - Parameter user: the user to whom the snoozes of other programs belong.
  func snoozes(user: String) -> [(snooze: Snooze, source: SnoozeSource)] {
    var found = todo.ownTexts(OwnProperty.snooze).map {
      (snooze: Snooze(text: $0), source: SnoozeSource.own)
    }
    for (place, alarm) in alarms.enumerated() {
      guard let snooze = alarm.snooze, let reminder = origins[ExactText(snooze.uid)] else {
        continue
      }
      let plain = Snooze(until: snooze.until, user: user, reminder: reminder)
      // Another program may have changed the trigger since.
      let isSame =
        alarm.ownSnooze?.until?.wholeSeconds == snooze.until.wholeSeconds
        && alarm.ownSnooze?.reminder == reminder
      found.append((isSame ? alarm.ownSnooze ?? plain : plain, .alarm(place)))
    }
    if let until = todo.moment("X-MOZ-SNOOZE-TIME"), let reminder = latest(before: until) {
      found.append((Snooze(until: until, user: user, reminder: reminder), .mozilla))
    }
    return found
  }

  /// The reminders of alarms by their UID; empty if nothing was snoozed.
  private static func origins(_ alarms: [CalendarAlarm]) -> [ExactText: Reminder] {
    guard alarms.contains(where: { $0.snooze != nil }) else { return [:] }
    var origins: [ExactText: Reminder] = [:]
    for alarm in alarms {
      guard let reminder = alarm.reminder, let uid = alarm.component.value("UID") else { continue }
      origins[ExactText(uid)] = origins[ExactText(uid)] ?? reminder
    }
    return origins
  }

  /// Whether a reminder can have rung by a moment. A time without a zone counts from when the first clock shows it.
  func canHaveRung(_ reminder: Reminder, by moment: Timestamp) -> Bool {
    guard let own = self.moment(of: reminder) else { return false }
    var isFloating = false
    if case .offset(_, let anchor)? = reminder.trigger {
      isFloating = (anchor == .due ? dates.due : dates.start)?.zone == nil
    }
    let margin: Int64 = isFloating ? 14 * 3_600_000 : 0
    return own.milliseconds - margin <= moment.milliseconds
  }

  /// The reminder to which a snooze noted by Thunderbird belongs. Thunderbird notes it in the to-do and not in the
  /// alarm, so it is the last reminder that has rung.
  private func latest(before moment: Timestamp) -> Reminder? {
    var candidates = reminders.compactMap { reminder in
      self.moment(of: reminder).map { (at: $0, reminder: reminder) }
    }
    if candidates.isEmpty, let due = dates.due, !due.isDay {
      candidates = [(due.moment(local: .utc), .atDueTime)]
    }
    return candidates.filter { $0.at <= moment }
      .max { ($0.at, $1.reminder.text) < ($1.at, $0.reminder.text) }?.reminder
  }

  private func moment(of reminder: Reminder) -> Timestamp? {
    switch reminder.trigger {
    case .at(let alarm): return alarm.at
    case .offset(let duration, let anchor):
      let time = anchor == .due ? dates.due : dates.start
      return time.map {
        Timestamp(
          milliseconds: $0.moment(local: .utc).milliseconds + Int64(duration.seconds) * 1000)
      }
    case nil: return nil
    }
  }
}
