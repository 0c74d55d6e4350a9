import XCTest

@testable import Core

final class OrderTests: XCTestCase {
  private func contents(_ bench: Bench, _ scope: TodoScope) async throws -> [String] {
    let sections = try await bench.store.sections(of: scope)
    return sections.rows.map(\.content)
  }

  func testOldestFirstAndDoneBehind() async throws {
    let bench = try Bench()
    var todos: [Todo] = []
    for name in ["a", "b", "c", "d"] {
      todos.append(try await bench.add(name, date: .first, isStarred: true))
    }
    try await bench.store.setDone(todos[2].id, true)
    try await bench.store.setDone(todos[0].id, true)
    for scope in [TodoScope.list(todos[0].listID), .important, .day(.first, .utc)] {
      let names = try await contents(bench, scope)
      XCTAssertEqual(names, ["b", "d", "a", "c"])
    }
  }

  func testNewOnesStandLastWhenTheClockGoesBackwards() async throws {
    let bench = try Bench()
    let names = (0..<20).map { "t\($0)" }
    for (index, name) in names.enumerated() {
      try await bench.add(name)
      bench.clock.advance(by: index == 9 ? -3_600_000 : -1_000)
    }
    let list = try await bench.store.lists()[0]
    let found = try await contents(bench, .list(list.id))
    XCTAssertEqual(found, names)
  }

  func testStandsBehindWhatIsDoneToo() async throws {
    let bench = try Bench()
    let first = try await bench.add("a")
    let second = try await bench.add("b")
    try await bench.store.setDone(second.id, true)
    bench.clock.advance(by: -10_000)
    try await bench.add("c")
    try await bench.store.setDone(second.id, false)
    let found = try await contents(bench, .list(first.listID))
    XCTAssertEqual(found, ["a", "b", "c"])
  }

  func testTheDatabaseSortsAsARowDoes() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Home")
    let positions = ["0", "0V", "Z", "a", "~", "!", "0UMgABf0", "0UMgABf0V"]
    let records = positions.enumerated().flatMap { index, position in
      ["x", "X", "é", "z"].map { suffix in
        RemoteRecord(
          key: RecordKey(kind: .todo, id: "\(suffix)\(index % 2)"),
          state: .live([
            "content": .string("c"), "listID": .string(list.id.rawValue),
            "position": .string(position),
          ]), version: .numbered(1))
      }
    }
    try await bench.store.apply(records, from: account)
    let rows = try await bench.store.sections(of: .list(list.id)).open
    XCTAssertEqual(rows.count, 8)
    XCTAssertEqual(Array(rows), rows.sorted { $0.precedes($1) })
  }

  func testAPageReadsOnlyWhatBelongsToIt() async throws {
    let bench = try Bench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let tomorrow = CalendarDay.first.adding(days: 1)
    try await bench.add("a", to: home.id, isStarred: true)
    try await bench.add("b", to: work.id, date: .first)
    try await bench.add("c", to: work.id, date: tomorrow, isStarred: true)
    let pages: [(TodoScope, [String])] = [
      (.list(home.id), ["a"]), (.list(work.id), ["b", "c"]), (.important, ["a", "c"]),
      (.day(.first, .utc), ["b"]), (.day(tomorrow, .utc), ["c"]),
      (.list(ListID(rawValue: "gone")), []),
    ]
    for (scope, expected) in pages {
      let found = try await contents(bench, scope)
      XCTAssertEqual(found, expected)
    }
  }
}
