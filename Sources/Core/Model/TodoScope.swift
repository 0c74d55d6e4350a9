/// The to-dos that one page shows.
public enum TodoScope: Hashable, Sendable {
  case list(ListID)
  /// Every starred to-do of any list.
  case important
  /// Every to-do of any list that is given to the user.
  case assignedToMe
  /// The to-dos that are due on one day of the reader, at any time.
  case day(CalendarDay, ZoneRules)
  /// What there is to do at a time of the present day: what is due on the day or was due before, and has begun. The
  /// longest overdue stands first. Of what is done, only what was due on the day.
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
        : TodoRow.firstTime(due: row.due, start: row.start, in: zone)?.hasCome(at: now) ?? false
    }
  }

  /// Whether a row will belong on the page at a later time of the day.
  public func awaits(_ row: TodoRow) -> Bool {
    guard case .today(let now, let zone) = self, !row.isDone,
      let time = TodoRow.firstTime(due: row.due, start: row.start, in: zone)
    else { return false }
    return time.day == now.day && !time.hasCome(at: now)
  }
}
