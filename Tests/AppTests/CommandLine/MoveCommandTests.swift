import ArgumentParser
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service

final class MoveCommandTests: XCTestCase {
  private func id(_ name: String) -> TodoID { TodoID(rawValue: name) }

  @MainActor
  private func move(_ arguments: String..., in bench: SceneBench) async throws {
    let context = CommandContext(
      store: bench.store, location: StoreLocation(path: "/nowhere/file", environment: .live))
    let command = try MoveCommand.parse(arguments)
    let status = try await command.run(in: context)
    XCTAssertEqual(status, .done)
  }

  /// The titles at the top of a list, each with those below it.
  @MainActor
  private func tree(_ bench: SceneBench, _ list: TodoList) async throws -> [String] {
    let todos = try await bench.store.allTodos(in: list.id)
    let parents = TodoTree.parents(of: todos)
    return todos.filter { parents[$0.id] == nil }.map { top in
      top.content + todos.filter { parents[$0.id] == top.id }.map { "/" + $0.content }.joined()
    }
  }

  /// Devices that work offline can leave such ones; they stand at the top, and so does what is put beside them.
  @MainActor
  func testBesideOneWhoseParentIsGone() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    try await bench.store.add(TodoDraft(id: id("elsewhere"), listID: work.id, content: "elsewhere"))
    for (name, parent) in [
      ("first", nil), ("lost", "gone"), ("moved", "elsewhere"), ("below", "first"), ("last", nil),
    ] as [(String, String?)] {
      try await bench.store.add(
        TodoDraft(
          id: id(name), listID: home.id, content: name, parent: parent.map(TodoID.init(rawValue:))))
    }
    try await move("last", "--before", "lost", in: bench)
    var found = try await tree(bench, home)
    XCTAssertEqual(found, ["first/below", "last", "lost", "moved"])
    try await move("below", "--after", "moved", in: bench)
    found = try await tree(bench, home)
    XCTAssertEqual(found, ["first", "last", "lost", "moved", "below"])
    let lost = try await bench.store.todo(id("lost"))
    XCTAssertEqual(lost?.parent, id("gone"), "its parent may come back")
    try await move("last", "--before", "below", in: bench)
    try await move("lost", "--parent", "first", in: bench)
    try await move("last", "--after", "lost", in: bench)
    found = try await tree(bench, home)
    XCTAssertEqual(found, ["first/lost/last", "moved", "below"])
  }
}
