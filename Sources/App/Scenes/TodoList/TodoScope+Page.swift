import Core

// The scopes of the pages, and the new to-dos that belong to them.

extension TodoScope {
  /// - Parameters:
  ///   - day: the day that the day page shows.
  ///   - now: the local time.
  init(_ page: Page, day: CalendarDay, now: CalendarTime, zone: ZoneRules) {
    switch page {
    case .important: self = .important
    case .assignedToMe: self = .assignedToMe
    case .today: self = day == now.day ? .today(now, zone) : .day(day, zone)
    case .list(let id): self = .list(id)
    }
  }

  /// Whether the page shows a single list, with its trees.
  var isList: Bool { if case .list = self { true } else { false } }

  /// A new to-do that belongs on the page.
  func draft(_ id: TodoID) -> TodoDraft {
    switch self {
    case .important: TodoDraft(id: id, content: "", isStarred: true)
    case .assignedToMe: TodoDraft(id: id, content: "", isAssignedToMe: true)
    case .day(let day, _): TodoDraft(id: id, content: "", due: CalendarTime(day: day))
    case .today(let now, _): TodoDraft(id: id, content: "", due: CalendarTime(day: now.day))
    case .list(let list): TodoDraft(id: id, listID: list, content: "")
    }
  }

  /// Whether a new to-do belongs on the page.
  func isSuited(to draft: TodoDraft) -> Bool {
    switch self {
    case .list(let id): draft.listID == id
    case .important: draft.isStarred
    case .assignedToMe: draft.isAssignedToMe
    case .day(let day, let zone): draft.due?.local(in: zone).day == day
    case .today(let now, let zone):
      TodoRow.firstTime(due: draft.due, start: draft.start, in: zone)?.isReached(at: now) ?? false
    }
  }

  /// Whether another scope is the same page, possibly read at another time of the same day.
  func isSamePage(as other: TodoScope) -> Bool {
    guard case .today(let now, let zone) = self, case .today(let then, let other) = other else {
      return self == other
    }
    return now.day == then.day && zone == other
  }

  /// What is shown in place of rows.
  func placeholder(canWrite: Bool) -> TodoListState.Placeholder {
    switch self {
    case .important: .nothingImportant
    case .assignedToMe: .nothingAssigned
    case .day, .today: .nothingOnDay
    case .list: canWrite ? .noTodos : .nothingToRead
    }
  }
}
