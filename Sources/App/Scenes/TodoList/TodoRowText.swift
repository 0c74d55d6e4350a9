import Basics
import Core
import Platform
import Service

/// The values that rows show besides their own fields: they change with the day, the time, the time zone, and the names
/// of the lists.
struct RowContext: Equatable {
  var today: CalendarDay
  /// The time up to which times of today have passed.
  var time = TimeOfDay.midnight
  /// The local time zone.
  var zone = ZoneRules.utc
  /// The local time, to the minute.
  var now: CalendarTime { CalendarTime(day: today, time: time) }
  /// Whether times of day are shown with twelve hours.
  var hasTwelveHours = DateText.hasTwelveHours
  /// The names of the lists, on pages that mix lists.
  var listNames: [ListID: String] = [:]
  /// The colours of the lists on the page that have one.
  var listColours: [ListID: ListColour] = [:]
  /// Summaries of to-dos with subtasks, on pages that mix lists.
  var parents: [TodoID: SubtaskSummary] = [:]
}

/// The texts below the title of a to-do, and those that a screen reader speaks for its row.
struct TodoRowText {
  let row: TodoRow
  let context: RowContext
  let branch: RowBranch

  init(_ row: TodoRow, _ context: RowContext, _ branch: RowBranch = RowBranch()) {
    self.row = row
    self.branch = branch
    self.context = context
  }

  /// Whether the to-do is open and was due on an earlier day, or at a time of today that has passed.
  var isOverdue: Bool {
    guard let due, !row.isDone else { return false }
    if let time = due.time, due.day == context.today {
      return (time.hour, time.minute) <= (context.time.hour, context.time.minute)
    }
    return due.day < context.today
  }

  /// Whether the to-do has not begun.
  var isLater: Bool {
    guard let start, !row.isDone else { return false }
    return !start.isReached(at: context.now)
  }

  /// “!!” or “!”, as typed; nil without a priority, and for the highest one, which is the star.
  var priorityText: String? {
    switch row.priority.level {
    case .none, .high: nil
    case .medium: "!!"
    case .low: "!"
    }
  }

  /// “Tomorrow, 17:00”; nil without a due date.
  var dueText: String? { due.map { nearText($0) } }

  /// “Overdue”, shown before the due date; nil unless the to-do is overdue.
  var overdueText: String? { isOverdue ? tr("Overdue") : nil }

  /// “from Monday”, “from 18:00”; nil once the to-do has begun.
  var startText: String? {
    isLater ? start.map { StartText.words($0, today: context.today) } : nil
  }

  /// The name of its list, on pages that mix lists.
  var listName: String? { context.listNames[row.listID] }

  /// The title of its parent, on pages that mix lists.
  var parentTitle: String? {
    guard let summary = row.parent.flatMap({ context.parents[$0] }),
      summary.listID == row.listID
    else { return nil }
    return summary.title
  }

  /// The number of its subtasks without cancelled ones; nil if there are none.
  var progress: (doneCount: Int, count: Int)? {
    let summary = context.parents[row.id]
    let (doneCount, count) =
      branch.count > 0
      ? (branch.doneCount, branch.count - branch.cancelledCount)
      : (summary?.doneCount ?? 0, summary?.count ?? 0)
    return count > 0 ? (doneCount, count) : nil
  }

  /// “2 of 5”; nil without subtasks.
  var progressText: String? {
    /// Translators: so many subtasks are done, of so many
    progress.map { tr("%1$d of %2$d", $0.doneCount, $0.count) }
  }

  /// The tags, sorted by their bytes so that the order is the same everywhere.
  var tags: [String] {
    row.tags.map(\.text).sorted { $0.precedesExactly($1) }
  }

  /// The spoken texts for the row; those for its sync state and assignee follow.
  var spoken: [String] {
    var parts = [row.content]
    /// Translators: said after the title of a to-do, as are the next ones
    if row.isDone { parts.append(row.isCancelled ? tr("cancelled") : tr("completed")) }
    switch row.priority.level {
    case .none: break
    case .low: parts.append(tr("low priority"))
    case .medium: parts.append(tr("medium priority"))
    case .high: parts.append(tr("important"))
    }
    if isOverdue { parts.append(tr("overdue")) }
    if let due { parts.append(spoken(due)) }
    if let startText { parts.append(startText) }
    if row.hasRecurrence { parts.append(tr("repeats")) }
    if row.hasReminder { parts.append(tr("with a reminder")) }
    if row.hasNotes { parts.append(tr("with notes")) }
    parts += tags.map { tr("tag %s", $0) }
    if let listName { parts.append(tr("in %s", listName)) }
    if let parentTitle { parts.append(tr("part of %s", parentTitle)) }
    if branch.depth > 0 { parts.append(tr("level %d", branch.depth + 1)) }
    if branch.count > 0 { parts.append(branch.isCollapsed ? tr("collapsed") : tr("expanded")) }
    if let progress {
      parts.append(tr("%1$d of %2$d subtasks done", progress.doneCount, progress.count))
    }
    return parts
  }

  // MARK: Times

  /// Times of other zones are converted to local time.
  private var due: CalendarTime? { row.due?.local(in: context.zone) }
  private var start: CalendarTime? { row.start?.local(in: context.zone) }

  private func nearText(_ time: CalendarTime) -> String {
    let day = DateText.near(time.day, today: context.today)
    guard let clock = time.time else { return day }
    /// Translators: a day and a time, as in “Tomorrow, 17:00”
    return trc("day and time", "%s, %s", day, DateText.time(clock))
  }

  private func spoken(_ time: CalendarTime) -> String {
    let day = DateText.long(time.day)
    guard let clock = time.time else { return day }
    return trc("day and time", "%s, %s", day, DateText.time(clock))
  }
}
