/// The to-dos that one page shows.
public enum TodoScope: Hashable, Sendable {
  case list(ListID)
  /// Every starred to-do of any list.
  case important
  /// Every to-do of any list that is given to the user.
  case assignedToMe
  /// The to-dos that are due on one day, at any time.
  case day(CalendarDay)
  /// What there is to do on the present day: what is due then or was due before, and has begun. The longest overdue
  /// stands first. Of what is done, only what was due on the day.
  case today(CalendarDay, ZoneRules)

  /// Whether a row belongs on the page.
  public func contains(_ row: TodoRow) -> Bool {
    switch self {
    case .list(let id): row.listID == id
    case .important: row.isStarred
    case .assignedToMe: row.assignee?.isMe == true
    case .day(let day): row.due?.day == day
    case .today(let day, let zone):
      row.isDone
        ? row.due?.local(in: zone).day == day
        : TodoRow.firstDay(due: row.due, start: row.start, in: zone).map { $0 <= day } ?? false
    }
  }
}
