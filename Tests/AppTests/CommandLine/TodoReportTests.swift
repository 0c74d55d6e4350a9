import Basics
import Core
import Foundation
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoReportTests: XCTestCase {
  /// The fields are a promise to other programs.
  func testJSONHasEveryField() throws {
    let todo = Todo(
      id: TodoID(rawValue: "aaaa1111"), listID: ListID(rawValue: "list"),
      content: "“a”\u{1}\n👩‍👩‍👧", position: "1", createdAt: Timestamp(milliseconds: 1_800_000_000_500),
      modifiedAt: Timestamp(milliseconds: 0))
    let text = try CommandJSON.text([
      TodoRecord(todo, short: "aaaa", listName: "Home", account: nil)
    ])
    let objects = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    let object = try XCTUnwrap(objects?.first)
    XCTAssertEqual(
      object.keys.sorted(),
      [
        "account", "assignee", "completedAt", "createdAt", "done", "due", "dueZone", "id", "list",
        "notes", "parent", "position", "priority", "recurrence", "reminders",
        "repeatsFromCompletion", "shortID", "start", "startZone", "status", "tags", "title", "url",
      ])
    XCTAssertEqual(object["title"] as? String, todo.content)
    XCTAssertEqual(object["createdAt"] as? String, "2027-01-15T08:00:00Z")
    XCTAssertEqual(object["list"] as? [String: String], ["id": "list", "name": "Home"])
    XCTAssertTrue(object["due"] is NSNull)
    XCTAssertFalse(text.contains("\u{1}"))
  }

  /// A stranger may have written each of them.
  func testNoFieldWritesToTheTerminal() {
    let hostile = "a\u{1B}]0;b\u{7}c\u{9B}2Jd\u{202E}e\u{2066}f\r\ng\u{2028}h"
    let list = TodoList(
      id: ListID(rawValue: hostile), account: nil, name: hostile, position: "1",
      createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
    let todo = Todo(
      id: TodoID(rawValue: hostile), listID: list.id, content: hostile, notes: hostile,
      reminders: [
        Reminder(text: hostile), Reminder(text: "2031-12-24T08:00:00Z " + hostile),
        Reminder(text: "DUE " + hostile),
      ],
      recurrence: RecurrenceRule(hostile), parent: TodoID(rawValue: "parent" + hostile),
      tags: [ExactText(hostile)], url: hostile, assignee: hostile, position: hostile,
      createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
    let row = TodoRow(
      id: TodoID(rawValue: "row"), listID: list.id, content: hostile, position: "1")
    let report = TodoReport(
      todos: [todo], lists: [list.id: list], accounts: [:], ids: [todo.id: hostile],
      text: TodoText(now: CalendarTime(day: SceneBench.monday), zone: .utc))
    let lines = report.details(todo, TodoFamily(parent: row, subtasks: [row]))
    let shown = "a ]0;b c 2Jdef g h"
    XCTAssertEqual(lines.filter { $0.contains(shown) }.count, lines.count - 2, "\(lines)")
    for line in lines {
      XCTAssertTrue(PlainText.line(line).isExactly(line), line.debugDescription)
      XCTAssertFalse(
        line.unicodeScalars.contains { $0.properties.generalCategory == .control }, line)
    }
    let words = ReminderText.words(
      Reminder(text: "2031-12-24T08:00:00Z " + hostile), zone: "UTC")
    XCTAssertTrue(words.hasSuffix("(\(shown))"), words)
  }

  /// Today is Monday, 12:00 in Seoul.
  func testALineSaysWhenATodoBegins() throws {
    let seoul = try XCTUnwrap(ZoneName("Asia/Seoul").flatMap { ZoneRules($0) })
    let monday = SceneBench.monday
    let text = TodoText(
      now: CalendarTime(day: monday, time: TimeOfDay(secondsOfDay: 12 * 3600)), zone: seoul)
    var todo = Todo(
      id: TodoID(rawValue: "a"), listID: ListID(rawValue: "l"), content: "milk", position: "1",
      createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
    for (start, zone, words) in [
      (monday.adding(days: 3).iso8601, nil, " (from Thursday)"),
      (monday.adding(days: 1).iso8601, nil, " (from tomorrow)"),
      (monday.iso8601 + "T18:00", nil, " (from 18:00)"),
      (monday.iso8601 + "T09:00", "UTC", " (from 18:00)"),
      (monday.iso8601 + "T12:00", nil, ""), (monday.iso8601, nil, ""),
    ] as [(String, String?, String)] {
      todo.start = CalendarTime(iso8601: start, zone: zone.flatMap { ZoneName($0) })
      XCTAssertEqual(text.line(todo, id: "a"), "a [ ] milk" + words, start)
    }
    todo.start = CalendarTime(day: monday.adding(days: 1))
    todo.due = CalendarTime(day: monday.adding(days: 1))
    XCTAssertEqual(
      text.line(todo, id: "a"),
      "a [ ] milk (\(text.text(CalendarTime(day: monday.adding(days: 1)))), from tomorrow)")
    todo.status = .done
    XCTAssertFalse(text.line(todo, id: "a").contains("from"))
  }

  func testADayIsThatOfTheClocksHere() throws {
    let seoul = try XCTUnwrap(ZoneName("Asia/Seoul").flatMap { ZoneRules($0) })
    var todo = Todo(
      id: TodoID(rawValue: "a"), listID: ListID(rawValue: "l"), content: "milk", position: "1",
      createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
    todo.due = CalendarTime(
      iso8601: SceneBench.monday.iso8601 + "T20:00", zone: ZoneName("America/New_York"))
    for (days, isFound) in [(0, false), (1, true)] {
      let filter = TodoFilter(
        day: SceneBench.monday.adding(days: days), isOverdue: false, isImportant: false, tags: [],
        words: [], now: Timestamp(milliseconds: 0), zone: seoul)
      XCTAssertEqual(filter.contains(todo), isFound)
    }
  }

  func testAccountsSumUpTheirLists() throws {
    let account = try Account.sample()
    var own = SyncSummary(waiting: 2)
    own.lastSyncAt = Timestamp(milliseconds: 1_800_000_000_000)
    let shared = SyncSummary(
      waiting: 1,
      retry: SyncRetry(
        attempts: 1, notBefore: Timestamp(milliseconds: 0), problem: .authentication))
    let record = AccountRecord(account, [own, shared], invitations: 12)
    XCTAssertEqual(
      record.lines(now: Timestamp(milliseconds: 1_800_000_000_000 + 5 * 60_000)),
      [
        "Server: 127.0.0.1:8080 (Cloud Firestore)", "Last synced 5 minutes ago",
        "3 changes waiting",
        "12 invitations", "The server does not accept your account.",
      ])
    let text = try CommandJSON.text(record)
    XCTAssertTrue(text.contains("\"waiting\" : 3"), text)
    XCTAssertTrue(text.contains("\"lastSync\" : \"2027-01-15T08:00:00Z\""), text)
  }

  func testFailuresHaveTheirNumbers() {
    let numbers: [(StoreError, Int32)] = [
      (.blank, 64), (.textTooLong(limit: 1), 64), (.missing, 2), (.notAllowed, 77), (.busy, 75),
      (.damaged(detail: ""), 1), (.diskFull, 1), (.readOnly, 1), (.tooNew(version: "9"), 1),
    ]
    for (error, number) in numbers {
      XCTAssertEqual(CommandFailure(error).status.rawValue, number, "\(error)")
      XCTAssertEqual(CommandFailure(error).message, ErrorText.reason(error))
    }
  }
}
