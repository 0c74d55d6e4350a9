import XCTest

@testable import Core

/// Several to-dos in one command: all of them or none.
final class SeveralTodosTests: XCTestCase {
  func testAddedInOrder() async throws {
    let (bench, account) = try await Bench.connected()
    let todos = try await bench.store.add(
      (1...30).map { TodoDraft(id: TodoID(rawValue: "todo-\($0)"), content: "t\($0)") })
    XCTAssertEqual(todos.map(\.content), (1...30).map { "t\($0)" })
    let open = try await bench.store.sections(of: .list(todos[0].listID)).open
    XCTAssertEqual(open.map(\.content), (1...30).map { "t\($0)" })
    let waiting = try await bench.store.syncSummary(of: account).waiting
    XCTAssertEqual(waiting, 31)
  }

  func testOneThatCannotBeAddedKeepsTheOthersOut() async throws {
    let bench = try Bench()
    do {
      try await bench.store.add([
        TodoDraft(id: TodoID(rawValue: "a"), content: "good"),
        TodoDraft(id: TodoID(rawValue: "b"), content: " "),
      ])
      XCTFail("a blank one was added")
    } catch { XCTAssertEqual(error, .blank) }
    let all = try await bench.store.allTodos()
    XCTAssertEqual(all, [])
  }

  func testOneThatIsGoneKeepsTheOthersOpen() async throws {
    let bench = try Bench()
    let todo = try await bench.add("a")
    do {
      try await bench.store.setDone([todo.id, TodoID(rawValue: "gone")], true)
      XCTFail("a missing one was ticked")
    } catch { XCTAssertEqual(error, .missing) }
    var isDone = try await bench.store.todo(todo.id)?.isDone
    XCTAssertEqual(isDone, false)
    try await bench.store.setDone([todo.id, todo.id], true)
    isDone = try await bench.store.todo(todo.id)?.isDone
    XCTAssertEqual(isDone, true)
  }
}
