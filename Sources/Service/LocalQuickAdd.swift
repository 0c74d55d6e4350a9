import Basics
import CGLib
import Core
import Platform
import QuickAdd

/// Reads what is typed for a new to-do, with this computer's day, zone and language.
package enum LocalQuickAdd {
  /// The reader's day, time, week and language.
  /// - Parameters:
  ///   - now: the moment that “tomorrow” counts from.
  ///   - lists: the names of the lists that can be named.
  package static func context(
    now: Timestamp, lists: [String] = [], tags: [String] = [],
    people: [QuickAddPerson] = []
  ) -> QuickAddContext {
    let clock = LocalClock.clock(at: now)
    return QuickAddContext(
      today: clock.day, now: clock.time,
      weekStart: Weekday(rawValue: LocalWeek.firstDay) ?? .monday, language: language,
      lists: lists.map { QuickAddList($0, foldedName: ComparableName($0).folded) }, tags: tags,
      people: people)
  }

  /// The language whose words are understood beside the English ones.
  package static var language: QuickAddLanguage {
    let first = g_get_language_names()?.pointee.map { String(cString: $0) }
    return QuickAddLanguage(locale: first ?? "")
  }
}

/// Calendar and clock of this computer's zone.
package enum LocalClock {
  /// The zone of this computer; nil if it has no name. Typed times get this zone.
  package static var zone: ZoneName? { ZoneName(LocalTime.zoneName) }

  package static func clock(at moment: Timestamp) -> (day: CalendarDay, time: TimeOfDay) {
    ZoneRules.local.clock(at: moment)
  }
}

extension TodoDraft {
  /// Takes over everything that a typed line contains, except the names of lists and people.
  /// - Parameter now: when it was typed.
  package mutating func take(_ reading: QuickAddReading, now: Timestamp) {
    content = reading.title
    due = reading.due ?? due
    start = reading.start ?? start
    recurrence = reading.recurrence ?? recurrence
    if let priority = reading.priority { self.priority = Priority(priority) }
    for tag in reading.tags.compactMap(TodoTag.normalized) { tags.insert(ExactText(tag)) }
    for reminder in reading.reminders {
      if let made = Reminder(reminder, due: due, start: start, now: now) { reminders.insert(made) }
    }
  }
}

extension Priority {
  package init(_ typed: QuickAddPriority) {
    switch typed {
    case .low: self = .low
    case .medium: self = .medium
    case .high: self = .highest
    }
  }
}

extension Reminder {
  /// Nil for a time that cannot be stored.
  /// - Parameters:
  ///   - due: when the to-do is due. A reminder with only a time of day rings on that day; without one, when the clock
  ///     shows that time next.
  ///   - start: when the to-do starts; used if it is not due at any time.
  ///   - now: when it was typed.
  package init?(
    _ typed: QuickAddReminder, due: CalendarTime?, start: CalendarTime?, now: Timestamp
  ) {
    switch typed {
    case .before(let minutes):
      guard let duration = CalendarDuration(seconds: -60 * minutes) else { return nil }
      self.init(.offset(duration, from: due == nil && start != nil ? .start : .due))
    case .at(let day, let time):
      let zone = LocalClock.zone ?? .utc
      let clock = LocalClock.clock(at: now)
      let next = time > clock.time ? clock.day : clock.day.adding(days: 1)
      let day = day ?? (due ?? start)?.day ?? next
      let moment = CalendarTime(day: day, time: time, zone: zone).moment(local: .local)
      self.init(Alarm(at: moment, zone: zone.text))
    }
  }
}
