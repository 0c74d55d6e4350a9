import XCTest

@testable import Core

final class ShortIDTests: XCTestCase {
  private func store(_ ids: [String]) async throws -> TodoStore {
    let bench = try Bench()
    for id in ids {
      try await bench.store.add(TodoDraft(id: TodoID(rawValue: id), content: "to-do \(id)"))
    }
    return bench.store
  }

  func testTheShortestBeginningThatIsTheOnlyOne() async throws {
    let ids = ["aaaa1111", "aaaa1122", "aaab0000", "zz", "é́e1234", "é́e1235"]
    let store = try await store(ids)
    let short = try await store.shortIDs(of: ids.map(TodoID.init(rawValue:)))
    XCTAssertEqual(short[TodoID(rawValue: "aaaa1111")], "aaaa111")
    XCTAssertEqual(short[TodoID(rawValue: "aaaa1122")], "aaaa112")
    XCTAssertEqual(short[TodoID(rawValue: "aaab0000")], "aaab")
    XCTAssertEqual(short[TodoID(rawValue: "zz")], "zz")
    for (id, name) in short {
      let found = try await store.todos(withIDPrefix: name)
      XCTAssertEqual(found.map(\.id), [id], name)
    }
  }

  func testABeginningOfSeveral() async throws {
    let store = try await store(["aaaa1", "aaaa2", "aaab", "aaaa"])
    let several = try await store.todos(withIDPrefix: "aaa")
    XCTAssertEqual(several.map(\.id.rawValue), ["aaaa", "aaaa1", "aaaa2", "aaab"])
    let exact = try await store.todos(withIDPrefix: "aaaa")
    XCTAssertEqual(exact.map(\.id.rawValue), ["aaaa"])
    let limited = try await store.todos(withIDPrefix: "aaa", limit: 2)
    XCTAssertEqual(limited.count, 2)
    for none in ["b", "%", "_", "aaaa%", "' OR 1 --"] {
      let found = try await store.todos(withIDPrefix: none)
      XCTAssertEqual(found, [], none)
    }
  }

  func testAllToDosInOrder() async throws {
    let bench = try Bench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    try await bench.add("later", to: work.id)
    let first = try await bench.add("first", to: home.id)
    try await bench.add("second", to: home.id)
    try await bench.store.setDone(first.id, true)
    let open = try await bench.store.allTodos()
    XCTAssertEqual(open.map(\.content), ["second", "later"])
    let all = try await bench.store.allTodos(isWithDone: true)
    XCTAssertEqual(all.map(\.content), ["second", "first", "later"])
    let one = try await bench.store.allTodos(in: home.id, isWithDone: true)
    XCTAssertEqual(one.map(\.content), ["second", "first"])
  }
}
