import Core
import Platform

/// Warnings about odd dates of a to-do. They are not errors, because other programs may have their reasons.
enum TodoWarnings {
  static func printAll(for todos: [Todo]) {
    for todo in todos {
      for warning in words(todo, zone: .local) { Terminal.printToStandardError(warning) }
    }
  }

  /// - Parameter zone: the local time zone.
  static func words(_ todo: Todo, zone: ZoneRules) -> [String] {
    let title = PlainText.line(todo.content)
    var words: [String] = []
    if todo.recurrence != nil, todo.due == nil, todo.start == nil {
      words.append(tr("“%s” needs a day to repeat.", title))
    }
    let lacks = Reminder.Anchor.allCases.filter { anchor in
      let day = anchor == .due ? todo.due : todo.start
      return day == nil && todo.reminders.contains { $0.isCounted(from: anchor) }
    }
    for anchor in lacks {
      words.append(
        anchor == .due
          ? tr("“%s” needs a due date to remind before it.", title)
          : tr("“%s” needs a start to remind before it.", title))
    }
    if let start = todo.start, let due = todo.due, isLater(start, than: due, zone) {
      words.append(tr("“%s” starts after it is due.", title))
    }
    return words
  }

  /// Compares days if one of the two has no time, otherwise moments.
  private static func isLater(
    _ start: CalendarTime, than due: CalendarTime, _ zone: ZoneRules
  ) -> Bool {
    if start.isDay || due.isDay { return start.local(in: zone).day > due.local(in: zone).day }
    return start.moment(local: zone) > due.moment(local: zone)
  }
}

extension Reminder {
  fileprivate func isCounted(from anchor: Anchor) -> Bool {
    guard case .offset(_, from: anchor)? = trigger else { return false }
    return true
  }
}
