/// The to-dos that one page shows.
public enum TodoScope: Hashable, Sendable {
  case list(ListID)
  /// Every starred to-do of any list.
  case important
  /// Every to-do of any list that is assigned to the user.
  case assignedToMe
  /// The to-dos that are due on one day of the reader, at any time.
  case day(CalendarDay, ZoneRules)
  /// The to-dos for a time of the present day, longest overdue first: open ones that are due on that day or overdue and
  /// have started, and done ones that were due on that day.
  case today(CalendarTime, ZoneRules)

  /// Whether a row belongs on the page.
  public func contains(_ row: TodoRow) -> Bool {
    switch self {
    case .list(let id): row.listID == id
    case .important: row.isStarred
    case .assignedToMe: row.assignee?.isMe == true
    case .day(let day, let zone): row.due?.local(in: zone).day == day
    case .today(let now, let zone):
      row.isDone
        ? row.due?.local(in: zone).day == now.day
        : TodoRow.firstTime(due: row.due, start: row.start, in: zone)?.isReached(at: now) ?? false
    }
  }

  /// Whether a row will belong on the page at a later time of the day.
  public func awaits(_ row: TodoRow) -> Bool {
    guard case .today(let now, let zone) = self, !row.isDone,
      let time = TodoRow.firstTime(due: row.due, start: row.start, in: zone)
    else { return false }
    return time.day == now.day && !time.isReached(at: now)
  }
}
