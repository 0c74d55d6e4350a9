import Dates

/// A part of a typed line that means something.
package struct QuickAddPart: Hashable, Sendable {
  /// Where it stands in the UTF-8 of the text. Never splits a `Character`.
  package let range: Range<Int>
  /// As it was typed.
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
  /// Without its mark; as it is known already, or as it was typed.
  case tag(String)
  /// The position among the known people.
  case person(Int)
  /// The position among the known lists.
  case list(Int)
}

package struct QuickAddRecurrence: Hashable, Sendable {
  package var pattern: RecurrencePattern
  package var isFromCompletion = false
  /// The time of day that the words name: “every morning”.
  package var time: TimeOfDay?
}

package enum QuickAddReminder: Hashable, Sendable {
  /// A number of minutes before it is due.
  case before(minutes: Int)
  /// On the day it is due, or on another one.
  case at(CalendarDay?, TimeOfDay)
}

/// The three steps above none; the exclamation marks that stand for them.
package enum QuickAddPriority: Int, Sendable {
  case low = 1
  case medium, high
}

/// What a typed line says.
package struct QuickAddReading: Hashable, Sendable {
  /// What was recognised, in the order of the text.
  package var parts: [QuickAddPart] = []
  /// The rest of the text, without the spaces that the parts leave behind.
  package var title: String
  package var due: CalendarTime?
  package var start: CalendarTime?
  package var recurrence: RecurrenceRule?
  package var reminders: [QuickAddReminder] = []
  package var priority: QuickAddPriority?
  package var tags: [String] = []
  /// The position among the known people.
  package var person: Int?
  /// The position among the known lists.
  package var list: Int?
}

/// What has to be known to understand a line.
package struct QuickAddContext: Sendable {
  /// What calendar and clock show where the reader is.
  package var today: CalendarDay
  package var now: TimeOfDay
  /// The first day of the week: “next Friday” is a day of the next week.
  package var weekStart: Weekday
  package var language: QuickAddLanguage
  /// Names to choose from, as they are shown.
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

/// The names of a person who can be named. Without one, nobody is meant.
package struct QuickAddPerson: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The first one is offered, whichever of them is typed.
  package let names: [String]

  package init(_ names: [String]) {
    self.names = names
  }

  package init(stringLiteral name: String) {
    names = [name]
  }
}

/// Whose words are understood, beside the English ones, which always are.
package enum QuickAddLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"
  case japanese = "ja"

  /// - Parameter locale: the name of a locale, such as `ko_KR.UTF-8`. A language without a table is English.
  package init(locale: String) {
    let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    self = QuickAddLanguage(rawValue: String(code)) ?? .english
  }
}
