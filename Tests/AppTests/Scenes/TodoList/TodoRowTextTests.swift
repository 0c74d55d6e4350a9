import Basics
import Core
import XCTest

@testable import App
@testable import Platform
@testable import Service
@testable import Toolkit

/// What stands below the title of a to-do. Today is Monday.
final class TodoRowTextTests: XCTestCase {
  private static let zone = ZoneName("Asia/Seoul").flatMap { ZoneRules($0) } ?? .utc

  private static let noon = TimeOfDay(secondsOfDay: 12 * 3600)

  @MainActor
  private static func text(
    due: String? = nil, zone: String? = nil, start: String? = nil, startZone: String? = nil,
    isDone: Bool = false,
    _ change: (inout TodoRow) -> Void = { _ in }
  ) -> TodoRowText {
    var row = TodoRow(
      id: TodoID(rawValue: "a"), listID: ListID(rawValue: "l"), content: "milk", isDone: isDone,
      due: due.flatMap { CalendarTime(iso8601: $0, zone: zone.flatMap { ZoneName($0) }) },
      start: start.flatMap {
        CalendarTime(iso8601: $0, zone: startZone.flatMap { ZoneName($0) })
      }, position: "a")
    change(&row)
    return TodoRowText(
      row, RowContext(today: SceneBench.monday, time: noon, zone: Self.zone))
  }

  @MainActor
  private static func day(_ days: Int) -> String {
    SceneBench.monday.adding(days: days).iso8601
  }

  @MainActor
  func testDueIsSaidInWords() {
    let monday = SceneBench.monday
    for (days, words) in [
      (0, "Today"), (1, "Tomorrow"), (4, "Friday"), (6, "Sunday"), (-1, "Yesterday"),
    ] {
      XCTAssertEqual(Self.text(due: Self.day(days)).dueText, words)
    }
    let week = monday.adding(days: 7)
    XCTAssertEqual(
      Self.text(due: week.iso8601).dueText,
      DateText.short(year: week.year, month: week.month, day: week.day))
    let year = monday.adding(days: 366)
    XCTAssertEqual(Self.text(due: year.iso8601).dueText, DateText.medium(year))
    XCTAssertEqual(Self.text(due: Self.day(1) + "T17:00").dueText, "Tomorrow, 17:00")
    XCTAssertNil(Self.text().dueText)
  }

  @MainActor
  func testOnlyWhatIsOpenIsOverdue() {
    XCTAssertTrue(Self.text(due: Self.day(-1)).isOverdue)
    XCTAssertFalse(Self.text(due: Self.day(-1), isDone: true).isOverdue)
    XCTAssertEqual(Self.text(due: Self.day(-1), isDone: true).dueText, "Yesterday")
    for (time, isOverdue) in [
      ("T00:00", true), ("T12:00", true), ("T12:00:30", true), ("T12:01", false), ("T23:59", false),
    ] {
      XCTAssertEqual(Self.text(due: Self.day(0) + time).isOverdue, isOverdue, time)
    }
    XCTAssertEqual(Self.text(due: Self.day(0) + "T11:00").overdueText, "Overdue")
    XCTAssertNil(Self.text(due: Self.day(0) + "T13:00").overdueText)
    XCTAssertFalse(Self.text(due: Self.day(0) + "T11:00", isDone: true).isOverdue)
  }

  @MainActor
  func testTimesOfOtherZonesAreShownByTheClocksHere() {
    let text = Self.text(due: Self.day(0) + "T20:00", zone: "America/New_York")
    // Nine in the morning or ten, by the season.
    XCTAssertEqual(text.dueText?.hasPrefix("Tomorrow, "), true)
    XCTAssertFalse(Self.text(due: Self.day(-1) + "T23:59", zone: "America/New_York").isOverdue)
    XCTAssertTrue(Self.text(due: Self.day(-1) + "T20:00").isOverdue)
  }

  @MainActor
  func testStartIsShownUntilItHasCome() {
    XCTAssertEqual(Self.text(start: Self.day(1)).startText, "from tomorrow")
    XCTAssertEqual(Self.text(start: Self.day(3)).startText, "from Thursday")
    XCTAssertTrue(Self.text(start: Self.day(1)).isLater)
    XCTAssertNil(Self.text(start: Self.day(0)).startText)
    XCTAssertNil(Self.text(start: Self.day(1), isDone: true).startText)
  }

  /// It is noon in Seoul.
  @MainActor
  func testAStartAtATimeHasNotComeBefore() {
    let evening = Self.text(start: Self.day(0) + "T18:00")
    XCTAssertEqual(evening.startText, "from 18:00")
    XCTAssertTrue(evening.isLater)
    XCTAssertEqual(evening.spoken, ["milk", "from 18:00"])
    for time in ["T12:00", "T12:00:30", "T09:00"] {
      XCTAssertFalse(Self.text(start: Self.day(0) + time).isLater, time)
    }
    XCTAssertFalse(Self.text(start: Self.day(0) + "T18:00", isDone: true).isLater)
    XCTAssertEqual(Self.text(start: Self.day(1) + "T09:00").startText, "from tomorrow")
    XCTAssertEqual(
      Self.text(start: Self.day(0) + "T09:00", startZone: "UTC").startText, "from 18:00")
    XCTAssertFalse(Self.text(start: Self.day(0) + "T03:00", startZone: "UTC").isLater)
  }

  @MainActor
  func testAllOfItIsSpoken() {
    let text = Self.text(due: Self.day(-1) + "T09:05", start: Self.day(2)) { row in
      row.priority = .highest
      row.hasRecurrence = true
      row.hasReminder = true
      row.hasNotes = true
      row.tags = [ExactText("work"), ExactText("home")]
    }
    XCTAssertEqual(
      text.spoken,
      [
        "milk", "important", "overdue",
        DateText.long(SceneBench.monday.adding(days: -1)) + ", 09:05",
        "from Wednesday", "repeats", "with a reminder", "with notes", "tag home", "tag work",
      ])
    let gone = Self.text(isDone: true) { $0.isCancelled = true }
    XCTAssertEqual(gone.spoken, ["milk", "cancelled"])
  }

  @MainActor
  func testProgressLeavesOutWhatIsCancelled() {
    let row = Self.text().row
    let context = RowContext(today: SceneBench.monday)
    let branch = RowBranch(count: 4, doneCount: 1, cancelledCount: 1)
    let text = TodoRowText(row, context, branch)
    XCTAssertEqual(text.progressText, "1 of 3")
    XCTAssertEqual(text.spoken.last, "1 of 3 subtasks done")
    let cancelled = TodoRowText(row, context, RowBranch(count: 2, cancelledCount: 2))
    XCTAssertNil(cancelled.progressText)
    XCTAssertEqual(cancelled.spoken.last, "expanded", "its subtasks are there all the same")
  }

  @MainActor
  func testColorsOfTagsFollowTheirBytes() {
    XCTAssertEqual(TodoDetailRow.color(of: "home"), TodoDetailRow.color(of: "home"))
    let colors = Set((0..<200).map { TodoDetailRow.color(of: "tag \($0)") })
    XCTAssertEqual(colors, Set(0..<TodoDetailRow.colors))
  }

  /// Pages that mix lists say in which one a to-do is, also after the list was renamed.
  @MainActor
  func testPagesThatMixListsNameThem() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday)
    let page = await TodoListFixture.loaded(bench, .today, rows: 1)
    let list = try await bench.store.lists().first { $0.id == todo.listID }
    await eventually("the name") {
      page.state.rowContext.listNames[todo.listID] == list?.name
    }
    XCTAssertEqual(page.state.rowContext.listColours, [:])
    try await bench.store.editList(todo.listID) { $0.colour = "red" }
    await eventually("the color") {
      page.state.rowContext.listColours == [todo.listID: .red]
    }
    try await bench.store.renameList(todo.listID, to: "Pantry")
    await eventually("the new name") {
      page.state.rowContext.listNames[todo.listID] == "Pantry"
    }
    let own = await TodoListFixture.loaded(bench, .list(todo.listID), rows: 1)
    XCTAssertEqual(own.state.rowContext.listNames, [:])
    await eventually("the color") { own.state.rowContext.listColours == [todo.listID: .red] }
  }
}
