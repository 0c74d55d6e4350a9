import Dates

/// A recognised part of a typed line.
package struct QuickAddPart: Hashable, Sendable {
  /// Its range in the UTF-8 of the text; never splits a `Character`.
  package let range: Range<Int>
  /// The part as typed.
  package let text: String
  package let meaning: QuickAddMeaning

  /// Whether it names a list, and it is not clear which one.
  var isAmbiguousList: Bool {
    if case .list(let lists) = meaning { lists.count != 1 } else { false }
  }
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
  /// The indices of the known lists that have the typed name; in the parts of a reading it is one.
  case list([Int])
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
  /// A mark with a name that several known lists have. It names none of them, and stays in the title.
  package var ambiguousList: QuickAddPart?
}

/// The facts needed to read a line.
package struct QuickAddContext: Sendable {
  /// The local date and time.
  package var today: CalendarDay
  package var now: TimeOfDay
  /// The first day of the week; “next Friday” is a day of the next week.
  package var weekStart: Weekday
  package var language: QuickAddLanguage
  package var lists: [QuickAddList]
  package var tags: [String]
  package var people: [QuickAddPerson]

  package init(
    today: CalendarDay, now: TimeOfDay, weekStart: Weekday = .monday,
    language: QuickAddLanguage = .english, lists: [QuickAddList] = [], tags: [String] = [],
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

/// A known list.
package struct QuickAddList: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Its name, as shown.
  package let name: String
  /// Names with the same folded name count as the same, as names do that differ only in case and width.
  package let foldedName: String

  /// - Parameter foldedName: nil if the name looks like no other one.
  package init(_ name: String, foldedName: String? = nil) {
    self.name = name
    self.foldedName = foldedName ?? name
  }

  package init(stringLiteral name: String) {
    self.init(name)
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
