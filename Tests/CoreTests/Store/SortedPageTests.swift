import Basics
import TestSupport
import XCTest

@testable import Core

/// A list is sorted as its field says.
final class SortedPageTests: XCTestCase {
  private func names(_ bench: Bench, _ list: ListID) async throws -> [String] {
    try await bench.store.sections(of: .list(list)).open.map(\.content)
  }

  private func sort(_ bench: Bench, _ list: ListID, _ order: ListOrder) async throws {
    try await bench.store.editList(list) { $0.order = order }
  }

  func testOrders() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home").id
    let due = { (text: String?) in text.flatMap { CalendarTime(iso8601: $0) } }
    for (name, day, priority) in [
      ("Éclair", "2026-11-25", Priority.Level.none), ("zebra", nil, .high),
      ("apple", "2026-11-24T17:00", .low), ("Banana", "2026-11-24", .none),
      ("dates", "2026-11-24T09:00", .medium), ("eggs", nil, .none),
    ] as [(String, String?, Priority.Level)] {
      bench.clock.advance(by: 1_000)
      try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: bench.ids.next()), listID: list, content: name,
          due: due(day), priority: Priority(priority)))
    }
    for (order, wanted) in [
      (ListOrder.manual, ["Éclair", "zebra", "apple", "Banana", "dates", "eggs"]),
      (.due, ["dates", "apple", "Banana", "Éclair", "zebra", "eggs"]),
      (.priority, ["zebra", "dates", "apple", "Éclair", "Banana", "eggs"]),
      (.title, ["apple", "Banana", "dates", "Éclair", "eggs", "zebra"]),
      (.added, ["eggs", "dates", "Banana", "apple", "zebra", "Éclair"]),
    ] {
      try await sort(bench, list, order)
      let found = try await names(bench, list)
      XCTAssertEqual(found, wanted, order.rawValue)
    }
  }

  /// The first rows of a large list are those that stand first, and all agree with how rows are compared.
  func testFirstRowsAndAllRowsAreInTheOrderOfRows() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home").id
    var random = SplitMix64(seed: 7)
    let zones: [String?] = [nil, nil, "Asia/Seoul", "America/New_York"]
    for number in 0..<200 {
      bench.clock.advance(by: Int64.random(in: 0..<3, using: &random))
      let day = CalendarDay.first.adding(days: 700_000 + Int.random(in: 0..<4, using: &random))
      let time = TimeOfDay(secondsOfDay: Int.random(in: 0..<4, using: &random) * 21_600)
      let zone = zones.randomElement(using: &random)?.flatMap { ZoneName($0) }
      let due: CalendarTime? =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: nil
        case 1: CalendarTime(day: day)
        default: CalendarTime(day: day, time: time, zone: zone)
        }
      let words = ["a", "Á", "b", "ß", "가", "あ", "10", "9", "", "😀"]
      let title = (words.randomElement(using: &random) ?? "") + "\(number % 5)"
      let todo = try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: bench.ids.next()), listID: list, content: title,
          due: due, priority: Priority(rawValue: Int.random(in: 0...9, using: &random))))
      if number % 9 == 0 { try await bench.store.setDone(todo.id, true) }
    }
    for order in ListOrder.allCases {
      try await sort(bench, list, order)
      let feed = FeedLog(bench.store.todos(in: .list(list)))
      let holds = await feed.wait { $0.items.count == 2 }
      XCTAssertTrue(holds)
      guard case .opening(let first)? = feed.state.items.first,
        case .snapshot(let all)? = feed.state.items.last
      else { return XCTFail(order.rawValue) }
      XCTAssertEqual(all.order, TodoRow.Order(order, in: .utc))
      XCTAssertEqual(first.order, all.order)
      XCTAssertEqual(first.open.count, TodoStore.openingRows)
      XCTAssertEqual(first.open.map(\.id), all.open.prefix(TodoStore.openingRows).map(\.id))
      for rows in [all.open, all.done] {
        for (row, next) in zip(rows, rows.dropFirst()) {
          XCTAssertTrue(row.precedes(next, by: all.order), "\(order) \(row) \(next)")
          XCTAssertFalse(next.precedes(row, by: all.order))
        }
      }
      feed.stop()
    }
  }

  func testReadersGetTheRowsAgainWhenTheOrderChangesAndOnlyThen() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home").id
    for name in ["b", "a"] { try await bench.add(name, to: list) }
    let other = try await bench.store.addList(named: "Work").id
    let feed = FeedLog(bench.store.todos(in: .list(list)))
    var holds = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    try await sort(bench, other, .title)
    try await bench.store.renameList(list, to: "House")
    try await sort(bench, list, .title)
    holds = await feed.wait { $0.items.count == 3 }
    XCTAssertTrue(holds)
    guard case .snapshot(let sections)? = feed.state.items.last else {
      return XCTFail("\(feed.state.items)")
    }
    XCTAssertEqual(sections.open.map(\.content), ["a", "b"])
    XCTAssertEqual(sections.order, .title)
    try await bench.add("c", to: list)
    holds = await feed.wait { $0.items.count == 4 }
    XCTAssertTrue(holds)
    guard case .change? = feed.state.items.last else { return XCTFail("\(feed.state.items)") }
  }

  func testNextTime() async throws {
    let bench = try Bench()
    // 2027-01-15 08:00 UTC.
    XCTAssertEqual(ZoneRules.utc.clock(at: bench.clock.now).day.iso8601, "2027-01-15")
    func add(_ due: String, _ zone: String? = nil, isDone: Bool = false) async throws {
      let todo = try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: bench.ids.next()), content: due,
          due: CalendarTime(iso8601: due, zone: zone.flatMap { ZoneName($0) })))
      if isDone { try await bench.store.setDone(todo.id, true) }
    }
    func next() async throws -> String? {
      try await bench.store.nextTime(after: bench.clock.now).map {
        let clock = ZoneRules.utc.clock(at: $0)
        return "\(clock.day.iso8601)T\(clock.time.iso8601)"
      }
    }
    try await add("2027-01-15")
    try await add("2027-01-15T07:59")
    try await add("2027-01-15T08:00")
    try await add("2027-01-15T08:30", isDone: true)
    var found = try await next()
    XCTAssertNil(found)
    try await add("2027-01-16T00:30")
    found = try await next()
    XCTAssertEqual(found, "2027-01-16T00:30")
    try await add("2027-01-15T09:00")
    // The day before here, and yet later today than now.
    try await add("2027-01-15T17:20", "Asia/Seoul")
    found = try await next()
    XCTAssertEqual(found, "2027-01-15T08:20")
    // What has no due date begins all the same.
    try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: bench.ids.next()), content: "start",
        start: CalendarTime(iso8601: "2027-01-15T17:10", zone: ZoneName("Asia/Seoul"))))
    found = try await next()
    XCTAssertEqual(found, "2027-01-15T08:10")
  }
}
