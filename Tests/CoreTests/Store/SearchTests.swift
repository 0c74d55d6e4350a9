import Basics
import XCTest

@testable import Core

/// Finding the best of all to-dos.
final class SearchTests: XCTestCase {
  /// Fits where the title has the text, better where it begins with it.
  private static func rank(_ text: String) -> @Sendable (String, String) -> Int? {
    { title, notes in
      if title.hasPrefix(text) { return 0 }
      return title.contains(text) ? 1 : notes.contains(text) ? 2 : nil
    }
  }

  private static func search(_ bench: Bench, _ text: String, limit: Int = 10) async throws
    -> [String]
  {
    try await bench.store.search(limit: limit, rank: rank(text)).map(\.content)
  }

  func testOpenStandsBeforeDoneAndTheBetterBeforeTheRest() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    let done = try await bench.add("milk", to: list.id)
    try await bench.store.setDone(done.id, true)
    for title in ["oat milk", "milk for Ann", "bread"] { try await bench.add(title, to: list.id) }
    let found = try await Self.search(bench, "milk")
    XCTAssertEqual(found, ["milk for Ann", "oat milk", "milk"])
  }

  func testStarThenDayThenTheNewest() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    var todos: [Todo] = []
    for title in ["x old", "x late", "x soon", "x star", "x new"] {
      todos.append(try await bench.add(title, to: list.id))
    }
    try await bench.store.setStarred(todos[3].id, true)
    for (index, day) in [(1, "2026-04-01"), (2, "2026-03-01")] {
      var draft = TodoDraft(id: todos[index].id, content: todos[index].content)
      draft.due = CalendarTime(iso8601: day)
      try await bench.store.update(todos[index].id, to: draft)
    }
    let found = try await Self.search(bench, "x")
    XCTAssertEqual(found, ["x star", "x soon", "x late", "x new", "x old"])
  }

  func testOnlyTheBestAreKept() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    for number in 0..<30 { try await bench.add("a \(number) milk", to: list.id) }
    try await bench.add("milk", to: list.id)
    let found = try await Self.search(bench, "milk", limit: 3)
    XCTAssertEqual(found, ["milk", "a 29 milk", "a 28 milk"])
  }

  func testFoundTodosAreReadWithTheirLists() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    let first = try await bench.add("one", to: list.id)
    let second = try await bench.add("two", to: list.id)
    let found = try await bench.store.found([
      second.id, TodoID(rawValue: "gone"), first.id,
    ])
    XCTAssertEqual(found.map(\.content), ["two", "one"])
    XCTAssertEqual(found.map(\.listName), ["Home", "Home"])
  }

  func testCancelledSearchEnds() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    for number in 0..<200 { try await bench.add("\(number)", to: list.id) }
    let (store, rank) = (bench.store, Self.rank("7"))
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.search(limit: 5, rank: rank)
    }
    do {
      _ = try await search.value
      XCTFail("it went on")
    } catch {
      XCTAssertEqual(error as? StoreError, .cancelled)
    }
  }
}
