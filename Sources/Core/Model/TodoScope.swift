/// The to-dos that one page shows.
public enum TodoScope: Hashable, Sendable {
  case list(ListID)
  /// Every starred to-do of any list.
  case important
  /// The to-dos planned for one day.
  case day(CalendarDay)

  /// Whether a row belongs on the page.
  public func contains(_ row: TodoRow) -> Bool {
    switch self {
    case .list(let id): row.listID == id
    case .important: row.isStarred
    case .day(let day): row.date == day
    }
  }
}
