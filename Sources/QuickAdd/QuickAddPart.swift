import Dates

/// A recognised part of a typed line.
package struct QuickAddPart: Hashable, Sendable {
  /// Its range in the UTF-8 of the text; never splits a `Character`.
  package let range: Range<Int>
  /// The part as typed.
  package let text: String
  package let meaning: QuickAddMeaning
}

package enum QuickAddMeaning: Hashable, Sendable {
  /// A day, a time, or both.
  case due(CalendarDay?, TimeOfDay?)
  case start(CalendarDay)
  case recurrence(QuickAddRecurrence)
  case reminder(QuickAddReminder)
  case priority(QuickAddPriority)
  /// The tag without its mark, in the known spelling or as typed.
  case tag(String)
  /// The index among the known people.
  case person(Int)
  /// The index among the known lists.
  case list(Int)
}

package struct QuickAddRecurrence: Hashable, Sendable {
  package var pattern: RecurrencePattern
  package var isFromCompletion = false
  /// The time of day named by the words: “every morning”.
  package var time: TimeOfDay?
}

package enum QuickAddReminder: Hashable, Sendable {
  /// A number of minutes before the due time.
  case before(minutes: Int)
  /// On the due day, or on another one.
  case at(CalendarDay?, TimeOfDay)
}

/// The three levels above none; the raw value is the number of exclamation marks.
package enum QuickAddPriority: Int, Sendable {
  case low = 1
  case medium, high
}

/// The meaning of a typed line.
package struct QuickAddReading: Hashable, Sendable {
  /// The recognised parts, in the order of the text.
  package var parts: [QuickAddPart] = []
  /// The rest of the text, without spaces left over from the parts.
  package var title: String
  package var due: CalendarTime?
  package var start: CalendarTime?
  package var recurrence: RecurrenceRule?
  package var reminders: [QuickAddReminder] = []
  package var priority: QuickAddPriority?
  package var tags: [String] = []
  /// The index among the known people.
  package var person: Int?
  /// The index among the known lists.
  package var list: Int?
}

/// The facts needed to read a line.
package struct QuickAddContext: Sendable {
  /// The local date and time.
  package var today: CalendarDay
  package var now: TimeOfDay
  /// The first day of the week; “next Friday” is a day of the next week.
  package var weekStart: Weekday
  package var language: QuickAddLanguage
  /// The names of the known lists, as shown.
  package var lists: [String]
  package var tags: [String]
  package var people: [QuickAddPerson]

  package init(
    today: CalendarDay, now: TimeOfDay, weekStart: Weekday = .monday,
    language: QuickAddLanguage = .english, lists: [String] = [], tags: [String] = [],
    people: [QuickAddPerson] = []
  ) {
    self.today = today
    self.now = now
    self.weekStart = weekStart
    self.language = language
    self.lists = lists
    self.tags = tags
    self.people = people
  }
}

/// The names of a person. A person without names cannot be named.
package struct QuickAddPerson: Hashable, Sendable, ExpressibleByStringLiteral {
  /// All names; the first one is offered, whichever of them is typed.
  package let names: [String]

  package init(_ names: [String]) {
    self.names = names
  }

  package init(stringLiteral name: String) {
    names = [name]
  }
}

/// The language whose words are recognised, in addition to English.
package enum QuickAddLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"
  case japanese = "ja"

  /// - Parameter locale: the name of a locale, such as `ko_KR.UTF-8`. A language without a table becomes English.
  package init(locale: String) {
    let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    self = QuickAddLanguage(rawValue: String(code)) ?? .english
  }
}
