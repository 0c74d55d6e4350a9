import Basics

/// A to-do as a search result.
public struct FoundTodo: Hashable, Sendable, Identifiable {
  public let id: TodoID
  public var listID: ListID
  /// Empty if the list is not known yet.
  public var listName: String
  public var content: String
  public var isDone: Bool
  public var isStarred: Bool
  public var date: CalendarDay?
  public var position: String

  public init(
    id: TodoID, listID: ListID, listName: String = "", content: String, isDone: Bool = false,
    isStarred: Bool = false, date: CalendarDay? = nil, position: String
  ) {
    self.id = id
    self.listID = listID
    self.listName = listName
    self.content = content
    self.isDone = isDone
    self.isStarred = isStarred
    self.date = date
    self.position = position
  }

  /// The order of results that match equally well: open ones first, then starred ones, then those with a day
  /// (earliest first), then the newest.
  func precedes(_ other: FoundTodo) -> Bool {
    if isStarred != other.isStarred { return isStarred }
    if date != other.date {
      guard let date else { return false }
      return other.date.map { date < $0 } ?? true
    }
    guard position.isExactly(other.position) else {
      return other.position.precedesExactly(position)
    }
    return other.id.rawValue.precedesExactly(id.rawValue)
  }
}
