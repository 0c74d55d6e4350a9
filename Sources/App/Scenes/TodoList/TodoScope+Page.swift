import Core

// What the pages are, to the store and to a new to-do.

extension TodoScope {
  /// - Parameters:
  ///   - day: what the day page shows.
  ///   - now: what the clocks here show.
  init(_ page: Page, day: CalendarDay, now: CalendarTime, zone: ZoneRules) {
    switch page {
    case .important: self = .important
    case .assignedToMe: self = .assignedToMe
    case .today: self = day == now.day ? .today(now, zone) : .day(day, zone)
    case .list(let id): self = .list(id)
    }
  }

  /// Whether the page is one list, whose trees it shows.
  var isList: Bool { if case .list = self { true } else { false } }

  /// A new to-do that will stand on the page.
  func draft(_ id: TodoID) -> TodoDraft {
    switch self {
    case .important: TodoDraft(id: id, content: "", isStarred: true)
    case .assignedToMe: TodoDraft(id: id, content: "", isAssignedToMe: true)
    case .day(let day, _): TodoDraft(id: id, content: "", due: CalendarTime(day: day))
    case .today(let now, _): TodoDraft(id: id, content: "", due: CalendarTime(day: now.day))
    case .list(let list): TodoDraft(id: id, listID: list, content: "")
    }
  }

  /// Whether a new to-do will stand on the page.
  func isSuited(to draft: TodoDraft) -> Bool {
    switch self {
    case .list(let id): draft.listID == id
    case .important: draft.isStarred
    case .assignedToMe: draft.isAssignedToMe
    case .day(let day, let zone): draft.due?.local(in: zone).day == day
    case .today(let now, let zone):
      TodoRow.firstTime(due: draft.due, start: draft.start, in: zone)?.hasCome(at: now) ?? false
    }
  }

  /// Whether another one is the same page, perhaps at another time of its day.
  func isSamePage(as other: TodoScope) -> Bool {
    guard case .today(let now, let zone) = self, case .today(let then, let other) = other else {
      return self == other
    }
    return now.day == then.day && zone == other
  }

  /// What stands in the place of rows.
  func placeholder(canWrite: Bool) -> TodoListState.Placeholder {
    switch self {
    case .important: .nothingImportant
    case .assignedToMe: .nothingAssigned
    case .day, .today: .nothingOnDay
    case .list: canWrite ? .noTodos : .nothingToRead
    }
  }
}
