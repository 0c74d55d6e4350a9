import XCTest

@testable import Core

/// A row never stands without its outbox entry, nor the entry without its row.
final class AtomicityTests: XCTestCase {
  private func commands(_ bench: Bench, _ todo: Todo, _ deleted: Todo) -> [(
    String, () async throws -> Void
  )] {
    let store = bench.store
    return [
      ("add", { _ = try await bench.add("Eggs", to: todo.listID) }),
      ("tick", { try await store.setDone(todo.id, true) }),
      ("star", { try await store.setStarred(todo.id, true) }),
      ("edit", { try await store.update(todo.id, to: TodoDraft(id: todo.id, content: "Tea")) }),
      ("delete", { _ = try await store.delete(todo.id) }),
      ("restore", { try await store.restore(deleted) }),
      ("add list", { try await store.addList(named: "New") }),
      ("rename list", { try await store.renameList(todo.listID, to: "Work") }),
      ("delete list", { try await store.deleteList(todo.listID) }),
      ("connect", { try await store.connect(try sampleAccount(user: "bob")) }),
    ]
  }

  func testNothingIsWrittenWhenTheEntryCannotBe() async throws {
    let (bench, _) = try await Bench.connected()
    try await bench.store.addList(named: "Here only", to: .thisComputer)
    let todo = try await bench.add("Milk", to: try await bench.store.addList(named: "Home").id)
    let deleted = try await bench.store.delete(
      try await bench.add("Bread", to: todo.listID).id)
    let feed = FeedLog(bench.store.overview())
    let hasStarted = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    try await bench.store.execute(
      "CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'broken'); END")
    let before = try await bench.store.dump()
    for (name, command) in commands(bench, todo, deleted) {
      do {
        try await command()
        XCTFail("\(name) went through")
      } catch {
        guard case .inputOutput? = error as? StoreError else { return XCTFail("\(error)") }
      }
      let after = try await bench.store.dump()
      XCTAssertEqual(before, after, name)
    }
    XCTAssertEqual(feed.state.items.count, 2, "readers are told of nothing")
  }

  func testNothingIsWrittenWhenTheCommitFails() async throws {
    let (bench, _) = try await Bench.connected()
    try await bench.store.addList(named: "Here only", to: .thisComputer)
    let todo = try await bench.add("Milk", to: try await bench.store.addList(named: "Home").id)
    let deleted = try await bench.store.delete(
      try await bench.add("Bread", to: todo.listID).id)
    try await bench.store.execute(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (
        id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER broken AFTER INSERT ON outbox BEGIN INSERT INTO child VALUES (1); END
      """)
    let before = try await bench.store.dump()
    for (name, command) in commands(bench, todo, deleted) {
      do {
        try await command()
        XCTFail("\(name) went through")
      } catch {}
      let after = try await bench.store.dump()
      XCTAssertEqual(before, after, name)
    }
  }

  func testACommandThatWasCancelledBeforeItBeganChangesNothing() async throws {
    let (bench, _) = try await Bench.connected()
    let before = try await bench.store.dump()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await bench.add("Milk")
    }
    do {
      _ = try await late.value
      XCTFail("went through")
    } catch {
      XCTAssertEqual(error as? StoreError, .cancelled)
    }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  /// Whatever the moment at which a task is cancelled: either the error and nothing, or all of it.
  func testACommandThatIsCancelledMeanwhileIsWholeOrNothing() async throws {
    let folder = try TestFolder()
    let (bench, _) = try await Bench.connected(path: folder.file())
    let list = try await bench.store.addList(named: "Home")
    let feed = FeedLog(bench.store.todos(in: .list(list.id)))
    var kept: Set<TodoID> = []
    for index in 0..<200 {
      let id = TodoID(rawValue: "t\(index)")
      let command = Task {
        try await bench.store.add(TodoDraft(id: id, listID: list.id, content: "x"))
      }
      for _ in 0..<(index % 20) { await Task.yield() }
      command.cancel()
      do {
        kept.insert(try await command.value.id)
      } catch {
        XCTAssertEqual(error as? StoreError, .cancelled)
      }
    }
    let expected = kept
    let stored = try await bench.store.sections(of: .list(list.id))
    XCTAssertEqual(Set(stored.open.map(\.id)), expected)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(
      Set(outbox.filter { $0.kind == "todo" }.map(\.record)), Set(expected.map(\.rawValue)))
    let follows = await feed.wait { PageModel(.list(list.id), $0.items).sections == stored }
    XCTAssertTrue(follows)
  }
}
