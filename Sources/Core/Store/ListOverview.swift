import Basics

/// What the main list shows: the lists in order, and the number of open to-dos in each.
public struct ListOverview: Hashable, Sendable {
  public var lists: [TodoList]
  /// The lists that the main list does not show.
  public var hidden: Set<ListID> = []
  /// The identifier of the list that adding the first to-do creates; nil if there is a list already.
  public var firstList: ListID?
  public var openCounts: [ListID: Int]
  public var importantCount: Int
  /// Open to-dos that are assigned to the user.
  public var assignedCount: Int
  /// The number of open to-dos for each day or time at which they first appear on the page of the present day, see
  /// ``TodoRow/firstTime(due:start:in:)``.
  public var firstTimes: [CalendarTime: Int]
  /// The zone of ``firstTimes``.
  public var zone = ZoneRules.utc

  public init(
    lists: [TodoList] = [], openCounts: [ListID: Int] = [:], importantCount: Int = 0,
    assignedCount: Int = 0,
    firstTimes: [CalendarTime: Int] = [:]
  ) {
    self.lists = lists
    self.openCounts = openCounts
    self.importantCount = importantCount
    self.assignedCount = assignedCount
    self.firstTimes = firstTimes
  }

  /// The number of open to-dos on the page of the present day, including overdue ones.
  /// - Parameter now: the current local time.
  public func count(at now: CalendarTime) -> Int {
    firstTimes.reduce(0) { $1.key.isReached(at: now) ? $0 + $1.value : $0 }
  }

  /// The next time of the present day at which more to-dos appear on that page.
  public func nextTime(after now: CalendarTime) -> CalendarTime? {
    firstTimes.keys.filter { $0.day == now.day && !$0.isReached(at: now) }
      .min { $0.precedesOnClock($1) }
  }

  /// Applies one commit, at a cost that depends only on what the commit changed.
  public mutating func apply(_ change: StoreChange) {
    for todo in change.todos {
      if let row = todo.before, !row.isDone { count(row, by: -1) }
      if let row = todo.after, !row.isDone { count(row, by: 1) }
    }
    for list in change.lists {
      firstList = nil
      if let before = list.before { lists.removeAll { $0.id == before.id } }
      guard let after = list.after else { continue }
      let place = lists.firstIndex { Self.precedes(after, $0) } ?? lists.endIndex
      lists.insert(after, at: place)
    }
  }

  private mutating func count(_ row: TodoRow, by step: Int) {
    Self.count(row.listID, by: step, in: &openCounts)
    if row.isStarred { importantCount += step }
    if row.assignee?.isMe == true { assignedCount += step }
    if let time = TodoRow.firstTime(due: row.due, start: row.start, in: zone) {
      Self.count(time, by: step, in: &firstTimes)
    }
  }

  /// Changes a count. A count of zero has no entry.
  static func count<Place>(_ place: Place, by step: Int, in counts: inout [Place: Int]) {
    let count = counts[place, default: 0] + step
    counts[place] = count == 0 ? nil : count
  }

  private static func precedes(_ a: TodoList, _ b: TodoList) -> Bool {
    guard a.position.isExactly(b.position) else { return a.position.precedesExactly(b.position) }
    return a.id.rawValue.precedesExactly(b.id.rawValue)
  }
}
