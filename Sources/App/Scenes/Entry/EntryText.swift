import Core
import Platform
import QuickAdd
import Service

/// Describes the recognised parts of a to-do.
enum EntryText {
  static func words(
    _ meaning: QuickAddMeaning, _ vocabulary: EntryVocabulary, today: CalendarDay
  ) -> String {
    switch meaning {
    // Translators: when a to-do is due: “Due tomorrow 17:00”
    case .due(let day, let time): tr("Due %s", moment(day, time, today))
    // Translators: the day before which nothing can be done: “From Friday”
    case .start(let day): tr("From %s", moment(day, nil, today))
    case .recurrence(let recurrence):
      repeats(recurrence)
    case .reminder(.before(let minutes)): before(minutes)
    // Translators: when it rings: “Reminder tomorrow 08:00”
    case .reminder(.at(let day, let time)): tr("Reminder %s", moment(day, time, today))
    case .priority(.low): tr("Low priority")
    case .priority(.medium): tr("Medium priority")
    case .priority(.high): tr("High priority")
    case .tag(let tag): "#" + tag
    case .person(let person): "@" + vocabulary.people[person].distinctName
    case .list(let lists): "~" + (lists.first.map { vocabulary.listTitles[$0] } ?? "")
    }
  }

  /// Tells where a to-do went if it does not appear on the page.
  static func destination(
    _ draft: TodoDraft, _ list: TodoList?, from page: Page, today: CalendarDay
  ) -> String {
    // On the Important page, a typed priority takes the place of the star.
    if page == .important, !draft.isStarred {
      let level = draft.priority.level == .low ? tr("Low priority") : tr("Medium priority")
      // Translators: %s is a priority: “Added: Low priority”
      return tr("Added: %s", level)
    }
    if let list { return tr("Added to “%s”", ErrorText.short(list.name)) }
    if let due = draft.due { return tr("Added: due %s", moment(due.day, due.time, today)) }
    return tr("Added to another list")
  }

  private static func moment(_ day: CalendarDay?, _ time: TimeOfDay?, _ today: CalendarDay)
    -> String
  {
    let clock = time.map {
      DateText.time(milliseconds: Int64($0.hour * 60 + $0.minute) * 60_000, zone: "UTC")
    }
    guard let day else { return clock ?? "" }
    let name = name(day, today)
    // Translators: a day and a time of day: “tomorrow 17:00”
    return clock.map { trc("day and time", "%1$s %2$s", name, $0) } ?? name
  }

  private static func name(_ day: CalendarDay, _ today: CalendarDay) -> String {
    switch day.ordinal - today.ordinal {
    // Translators: within a sentence: “Due today 17:00”
    case 0: trc("day in a sentence", "today")
    // Translators: within a sentence: “Due tomorrow 17:00”
    case 1: trc("day in a sentence", "tomorrow")
    case 2...6: DateText.weekday(year: day.year, month: day.month, day: day.day)
    default:
      day.year == today.year
        ? DateText.short(year: day.year, month: day.month, day: day.day) : DateText.medium(day)
    }
  }

  private static func repeats(_ recurrence: QuickAddRecurrence) -> String {
    let words = RecurrenceText.words(
      RecurrenceRule(recurrence.pattern, isFromCompletion: recurrence.isFromCompletion))
    guard let time = recurrence.time else { return words }
    return trc(
      "day and time", "%1$s %2$s", words,
      DateText.time(milliseconds: Int64(time.hour * 60 + time.minute) * 60_000, zone: "UTC"))
  }

  private static func before(_ minutes: Int) -> String {
    switch minutes {
    case 0: tr("Reminder when due")
    case let minutes where minutes % 1440 == 0:
      ntr("Reminder %d day before", "Reminder %d days before", minutes / 1440)
    case let minutes where minutes % 60 == 0:
      ntr("Reminder %d hour before", "Reminder %d hours before", minutes / 60)
    default: ntr("Reminder %d minute before", "Reminder %d minutes before", minutes)
    }
  }
}
