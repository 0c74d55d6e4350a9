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
  public var due: CalendarTime?
  public var position: String

  public init(
    id: TodoID, listID: ListID, listName: String = "", content: String, isDone: Bool = false,
    isStarred: Bool = false, due: CalendarTime? = nil, position: String
  ) {
    self.id = id
    self.listID = listID
    self.listName = listName
    self.content = content
    self.isDone = isDone
    self.isStarred = isStarred
    self.due = due
    self.position = position
  }

  /// The order of results that match equally well: open ones first, then starred ones, then those with a day
  /// (earliest first), then the newest.
  func precedes(_ other: FoundTodo) -> Bool {
    if isStarred != other.isStarred { return isStarred }
    if due != other.due {
      guard let due else { return false }
      guard let others = other.due else { return true }
      if due.precedesOnClock(others) { return true }
      if others.precedesOnClock(due) { return false }
    }
    guard position.isExactly(other.position) else {
      return other.position.precedesExactly(position)
    }
    return other.id.rawValue.precedesExactly(id.rawValue)
  }
}
