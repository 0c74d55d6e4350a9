import Basics
import GRDB
import Synchronization
import XCTest

@testable import Core

/// No page, count or command looks at every to-do.
final class IndexUseTests: XCTestCase {
  private final class Statements: Sendable {
    let texts = Mutex<[String]>([])
  }

  /// What SQLite means to do for each reading statement of the work.
  private func plans(
    _ bench: Bench, _ work: () async throws -> Void
  ) async throws -> [(sql: String, steps: [String])] {
    let statements = Statements()
    try await bench.store.writer.writeWithoutTransaction { db in
      db.trace { event in
        if case .statement(let statement) = event {
          statements.texts.withLock { $0.append(statement.expandedSQL) }
        }
      }
    }
    try await work()
    return try await bench.store.writer.writeWithoutTransaction { db in
      db.trace(options: [])
      let reading = statements.texts.withLock { $0 }.filter { text in
        ["SELECT", "UPDATE", "DELETE"].contains { text.hasPrefix($0) }
      }
      return try Set(reading).sorted().map { sql in
        let steps = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql)
        return (sql, steps.map { $0["detail"] as String })
      }
    }
  }

  private func filled() async throws -> (Bench, AccountID, TodoList) {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.insertRows(500, into: list)
    let account = try sampleAccount()
    try await bench.store.connect(account)
    return (bench, account.id, list)
  }

  private func assertIndexed(
    _ plans: [(sql: String, steps: [String])], line: UInt = #line
  ) {
    XCTAssertFalse(plans.isEmpty, line: line)
    for (sql, steps) in plans {
      for step in steps {
        XCTAssertFalse(
          step.hasPrefix("SCAN") && !step.contains("INDEX") && !step.contains("subquery")
            && !step.contains("CONSTANT ROW"), "\(step) in \(sql)", line: line)
        XCTAssertFalse(step.contains("TEMP B-TREE"), "\(step) in \(sql)", line: line)
      }
    }
  }

  func testPages() async throws {
    let (bench, _, list) = try await filled()
    let pages: [(TodoScope, String)] = [
      (.list(list.id), "todo_list"), (.important, "todo_starred"), (.day(.first, .utc), "todo_day"),
      (.today(CalendarTime(day: .first), .utc), "todo_day"),
    ]
    for (scope, index) in pages {
      let plans = try await plans(bench) {
        _ = try await bench.store.read {
          try TodoStore.sections($0, scope, zone: .utc, limit: nil)
        }
      }
      let reading = plans.filter { $0.sql.contains("FROM todo") }
      XCTAssertEqual(reading.count, 2, "\(scope): open and done")
      assertIndexed(reading)
      for plan in reading {
        XCTAssertTrue(
          plan.steps.contains { $0.hasPrefix("SEARCH todo USING INDEX \(index) ") },
          "\(plan)")
        XCTAssertEqual(plan.steps.filter { $0.contains(" outbox ") }.count, 1)
        XCTAssertTrue(
          plan.steps.allSatisfy {
            !$0.contains(" outbox ") || $0.contains("COVERING INDEX outbox_record")
          }, "\(plan)")
      }
    }
  }

  func testTheNextTime() async throws {
    let (bench, _, _) = try await filled()
    let plans = try await plans(bench) {
      _ = try await bench.store.nextTime(after: bench.clock.now)
    }
    assertIndexed(plans)
    let steps = plans.flatMap(\.steps)
    for index in ["todo_day", "todo_start"] {
      XCTAssertTrue(
        steps.contains { $0.hasPrefix("SEARCH todo USING INDEX \(index) ") }, "\(steps)")
    }
  }

  func testFamily() async throws {
    let (bench, _, list) = try await filled()
    let milk = try await bench.add("Milk", to: list.id)
    try await bench.store.add(
      TodoDraft(id: TodoID(rawValue: "part"), listID: list.id, content: "oats", parent: milk.id))
    let plans = try await plans(bench) { _ = try await bench.store.family(of: milk.id) }
    let steps = plans.flatMap(\.steps).filter { $0.contains(" todo") }
    XCTAssertTrue(steps.contains { $0.hasPrefix("SEARCH todo USING INDEX todo_parent ") })
    XCTAssertTrue(steps.allSatisfy { $0.hasPrefix("SEARCH todo ") }, "\(steps)")
  }

  func testOverview() async throws {
    let (bench, _, _) = try await filled()
    let plans = try await plans(bench) {
      let feed = FeedLog(bench.store.overview())
      let hasStarted = await feed.wait { $0.items.count == 2 }
      XCTAssertTrue(hasStarted)
    }
    // The lists that are not shown are few.
    assertIndexed(plans.filter { !$0.sql.contains("FROM hiddenList") })
    let counting = plans.filter { $0.sql.contains("FROM todo") }
    XCTAssertEqual(counting.count, 5)
    for plan in counting {
      let steps = plan.steps.filter { $0.contains(" todo") }
      XCTAssertTrue(steps.allSatisfy { $0.contains(" INDEX todo_") }, "\(plan)")
    }
  }

  func testSync() async throws {
    let (bench, account, list) = try await filled()
    let todo = try await bench.add("Milk", to: list.id)
    var found = try await plans(bench) {
      _ = try await bench.store.waitingKeys(of: account)
    }
    assertIndexed(found)
    found = try await plans(bench) {
      let change = try await bench.store.beginPush(todo.key, of: account)
      try await bench.store.acknowledge([change], versions: [.numbered(1)])
      try await bench.store.apply(
        [RemoteRecord(key: todo.key, state: .live(todo.fields), version: .numbered(2))],
        from: account)
      try await bench.store.apply(
        [RemoteRecord(key: todo.key, state: .deleted, version: .numbered(3))], from: account)
    }
    assertIndexed(found.filter { !$0.sql.contains("FROM account") })
  }

  func testPagesOfAServer() async throws {
    let (bench, account, list) = try await filled()
    let todo = try await bench.add("Milk", to: list.id)
    let found = try await plans(bench) {
      try await bench.store.apply(
        .listing([.live(todo.key, todo.fields), .tombstone(.list("l"))], isLast: false), of: .todo,
        from: account)
      try await bench.store.apply(
        .changes([
          .live(.todo("t"), todo.fields.changing(["listID": .string("gone")])), .absent(todo.key),
        ]),
        of: .todo, from: account)
      try await bench.store.noteSync(of: account)
      try await bench.store.forgetCursors(of: account)
    }
    XCTAssertGreaterThan(found.count, 10)
    assertIndexed(found.filter { !$0.sql.contains("FROM account") })
  }

  func testPlacesOnAServer() async throws {
    let (bench, account, _) = try await filled()
    let found = try await plans(bench) {
      _ = try await bench.store.resources(of: .todo, at: ["/l/1.ics"], in: account)
      _ = try await bench.store.record(at: "/l/1.ics", of: .todo, in: account)
    }
    assertIndexed(found)
    XCTAssertTrue(
      found.allSatisfy {
        $0.steps.contains { $0.contains("INDEX remoteResource_path (account=? AND path=?") }
      },
      "\(found)")
  }

  func testCommands() async throws {
    let (bench, _, list) = try await filled()
    let found = try await plans(bench) {
      let todo = try await bench.add("Milk", to: list.id)
      try await bench.store.setDone(todo.id, true)
      try await bench.store.setStarred(todo.id, true)
      try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Eggs"))
      let recorder = UndoRecorder()
      try await bench.store.recording(in: recorder).delete(todo.id)
      for step in recorder.take() { _ = try await bench.store.undo(step) }
      _ = try await bench.store.todoCount(in: list.id)
      let other = try await bench.store.addList(named: "Other")
      try await bench.store.renameList(other.id, to: "Another")
      try await bench.store.deleteList(other.id)
    }
    XCTAssertGreaterThan(found.count, 10)
    // The few accounts are read whole and sorted.
    assertIndexed(found.filter { !$0.sql.contains("FROM account") })
  }
}
