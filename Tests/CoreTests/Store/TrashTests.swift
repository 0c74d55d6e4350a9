import XCTest

@testable import Core

/// Whatever goes can be put back.
final class TrashTests: XCTestCase {
  private func restoreFirst(_ bench: Bench) async throws {
    try await bench.store.restoreFromTrash(try await bench.store.newestTrash().id)
  }

  private func contents(_ bench: Bench, _ list: ListID) async throws -> [String] {
    try await bench.store.sections(of: .list(list)).open.map(\.content)
  }

  func testADeletedTodoComesBackAsItWas() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    let trash = try await bench.store.trash()
    XCTAssertEqual(
      trash,
      [
        TrashItem(
          id: trash.first?.id ?? 0, key: todo.key, title: "Milk", listName: "To-Do",
          reason: .deleted,
          todoCount: 0, at: bench.clock.now)
      ])
    bench.clock.advance(by: 5)
    try await restoreFirst(bench)
    var expected = todo
    expected.modifiedAt = bench.clock.now
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, expected)
    let left = try await bench.store.trash()
    XCTAssertEqual(left, [])
    let change = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(change.operation, .update(["modifiedAt": .timestamp(bench.clock.now)]))
  }

  func testItComesBackAfterTheServerHasDeletedItToo() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    try await restoreFirst(bench)
    let change = try await bench.store.beginPush(todo.key, of: account)
    guard case .create = change.operation else { return XCTFail("\(change)") }
    XCTAssertEqual(change.precondition, .version("v2"))
  }

  func testATodoDeletedElsewhereComesBack() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.reason), [.deletedElsewhere])
    try await restoreFirst(bench)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [todo.key])
    let rows = try await contents(bench, todo.listID)
    XCTAssertEqual(rows, ["Milk"])
  }

  func testUndoTakesTheCopyOutOfTheTrash() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    let deleted = try await bench.store.delete(todo.id)
    try await bench.store.restore(deleted)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
  }

  func testAListComesBackWithItsTodos() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let done = try await bench.add("done", to: todo.listID)
    try await bench.store.setDone(done.id, true)
    let alone = try await bench.add("alone", to: todo.listID)
    _ = try await bench.store.delete(alone.id)
    let list = try await bench.store.lists()[0]
    try await bench.store.deleteList(list.id)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["To-Do", "alone"], "newest first")
    XCTAssertEqual(trash.map(\.todoCount), [2, 0])
    try await restoreFirst(bench)
    let lists = try await bench.store.lists()
    var expected = list
    expected.modifiedAt = bench.clock.now
    XCTAssertEqual(lists, [expected])
    let sections = try await bench.store.sections(of: .list(list.id))
    XCTAssertEqual(sections.open.map(\.content), ["Milk"])
    XCTAssertEqual(sections.done.map(\.content), ["done"])
    let left = try await bench.store.trash()
    XCTAssertEqual(left.map(\.title), ["alone"])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(Set(keys.prefix(3)), [list.key, todo.key, done.key])
  }

  func testATodoBringsItsListBackByItsName() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    try await bench.store.renameList(todo.listID, to: "Shopping")
    _ = try await bench.store.delete(todo.id)
    try await bench.store.deleteList(todo.listID)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Shopping", "Milk"])
    try await bench.store.restoreFromTrash(try XCTUnwrap(trash.last).id)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [todo.listID])
    XCTAssertEqual(lists.map(\.name), ["Shopping"])
    let rows = try await contents(bench, todo.listID)
    XCTAssertEqual(rows, ["Milk"])
    let left = try await bench.store.trash()
    XCTAssertEqual(left, [], "the list is back, so that it need not be put back")
  }

  func testATodoBringsItsListBackAsItLooked() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    let before = try await bench.store.editList(todo.listID, named: "Shopping") { list in
      list.colour = "#3584e4"
      list.emoji = "🛒"
      list.order = .due
    }
    _ = try await bench.store.delete(todo.id)
    try await bench.store.deleteList(todo.listID)
    let trash = try await bench.store.trash()
    try await bench.store.restoreFromTrash(try XCTUnwrap(trash.last).id)
    var expected = before
    expected.modifiedAt = bench.clock.now
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [expected])
    let left = try await bench.store.trash()
    XCTAssertEqual(left, [])
  }

  func testATodoBringsItsListBackWhenNothingElseKnowsIt() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Shopping")
    let todo = try await bench.add("Milk", to: list.id)
    _ = try await bench.store.delete(todo.id)
    try await bench.store.deleteList(list.id)
    let trash = try await bench.store.trash()
    try await bench.store.execute("DELETE FROM trash WHERE kind = 'list'")
    try await bench.store.restoreFromTrash(try XCTUnwrap(trash.last).id)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Shopping"])
    XCTAssertEqual(lists.map(\.account), [nil])
  }

  /// Another device renamed the list: it comes back, its to-dos were deleted all the same.
  func testTodosStayInTheTrashWhenTheirListComesBackAlone() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let list = try await bench.store.lists()[0]
    try await bench.store.deleteList(list.id)
    let fields = list.fields.changing(["name": .string("Renamed")])
    try await bench.store.apply([.live(list.key, fields)], from: account)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Milk"])
    try await restoreFirst(bench)
    let rows = try await contents(bench, todo.listID)
    XCTAssertEqual(rows, ["Milk"])
  }

  func testAnUnsentEditIsKeptWhenADeletionIsTakenBack() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.update(
      todo.id, to: TodoDraft(id: todo.id, content: "Milk", notes: "never sent"))
    _ = try await bench.store.delete(todo.id)
    let fields = todo.fields.changing(["content": .string("Eggs")])
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    let copies = try await bench.store.trashedFields()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertTrue(
      stored?.notes == "never sent"
        || copies.contains { $0.fields["notes"] == .string("never sent") },
      "what was written down is somewhere")
  }

  func testADiscardedEditIsMadeAgain() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Eggs"))
    try await bench.store.discard(
      todo.key, of: account,
      restoring: .live(todo.key, todo.fields.changing(["content": .string("Tea")])))
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Eggs"])
    XCTAssertEqual(trash.map(\.reason), [.discarded])
    bench.clock.advance(by: 5)
    try await restoreFirst(bench)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Eggs")
    XCTAssertEqual(stored?.modifiedAt, bench.clock.now)
    let change = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(
      change.operation,
      .update(["content": .string("Eggs"), "modifiedAt": .timestamp(bench.clock.now)]))
    let left = try await bench.store.trash()
    XCTAssertEqual(left, [])
  }

  func testADiscardedNameIsMadeAgain() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let list = try await bench.store.lists()[0]
    try await bench.store.renameList(list.id, to: "Shopping")
    try await bench.store.discard(
      list.key, of: account, restoring: .live(list.key, list.fields, 1))
    try await restoreFirst(bench)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Shopping"])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [todo.listKey])
  }

  func testADiscardedEditStaysInItsListIfTheOtherIsGone() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setStarred(todo.id, true)
    let home = try await bench.store.addList(named: "Home")
    try await bench.store.discard(
      todo.key, of: account,
      restoring: .live(todo.key, todo.fields.changing(["listID": .string(home.id.rawValue)])))
    try await bench.store.deleteList(todo.listID)
    let discarded = try await bench.store.trash().filter { $0.reason == .discarded }
    try await bench.store.restoreFromTrash(try XCTUnwrap(discarded.first).id)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.listID, home.id)
    XCTAssertEqual(stored?.priority, .highest)
  }

  func testWhatIsNotThereCannotBePutBack() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    let id = try await bench.store.newestTrash().id
    try await bench.store.restoreFromTrash(id)
    let before = try await bench.store.dump()
    await assertFails(.missing) { try await bench.store.restoreFromTrash(id) }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testIsEmptied() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    try await bench.store.deleteList(todo.listID)
    try await bench.store.emptyTrash(through: .max)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
    let copies = try await bench.store.trashedFields()
    XCTAssertEqual(copies.count, 0)
  }

  func testWhatCameSinceTheQuestionIsKept() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    let home = try await bench.store.addList(named: "Home")
    try await bench.add("soap", to: home.id)
    try await bench.store.deleteList(todo.listID)
    let newest = try await bench.store.newestTrash().id
    try await bench.store.deleteList(home.id)
    try await bench.store.emptyTrash(through: newest)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Home"])
    XCTAssertEqual(trash.map(\.todoCount), [1])
    let copies = try await bench.store.trashedFields()
    XCTAssertEqual(copies.count, 2, "the to-dos of the other list went with it")
  }

  func testASignForEachChangeOfTheTrash() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let signals = FeedLog(bench.store.recoveryChanges())
    var count = 1
    var isSignalled = await signals.wait { $0.items.count == 1 }
    XCTAssertTrue(isSignalled, "one at the beginning")
    let steps: [(String, () async throws -> Void)] = [
      ("delete", { _ = try await bench.store.delete(todo.id) }),
      ("undo", { try await bench.store.restore(todo) }),
      ("elsewhere", { try await bench.store.apply([.tombstone(todo.key)], from: account) }),
      ("empty", { try await bench.store.emptyTrash(through: .max) }),
    ]
    try await bench.store.setDone(todo.id, true)
    try await bench.store.acknowledgeAll(of: account)
    for (name, step) in steps {
      try await step()
      try await bench.store.acknowledgeAll(of: account)
      count += 1
      let expected = count
      isSignalled = await signals.wait { $0.items.count == expected }
      XCTAssertTrue(isSignalled, name)
    }
    XCTAssertEqual(signals.state.items.count, count)
  }

  func testUndoLeavesOlderCopiesWithOtherTexts() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "never sent"))
    _ = try await bench.store.delete(todo.id)
    try await bench.store.disconnect(account)
    try await bench.store.connect(try sampleAccount())
    try await bench.store.apply([.live(todo.key, todo.fields)], from: account)
    try await bench.store.restore(try await bench.store.delete(todo.id))
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["never sent"])
  }

  func testANameThatWasNeverSentStaysWhenTheListComesBack() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.renameList(todo.listID, to: "never sent")
    try await bench.store.deleteList(todo.listID)
    let fields = todo.fields.changing(["content": .string("Eggs")])
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    try await bench.store.reconcileLists(of: account)
    let names = try await bench.store.lists().map(\.name)
    let trash = try await bench.store.trash().map(\.title)
    XCTAssertTrue((names + trash).contains("never sent"), "\(names), \(trash)")
  }

  func testWhatCameBackByItselfIsNotOverwrittenByItsList() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let eggs = try await bench.add("Eggs", to: todo.listID)
    try await bench.store.acknowledgeAll(of: account)
    let list = try await bench.store.lists()[0]
    try await bench.store.deleteList(list.id)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(4))
    let line = try await bench.store.newestTrash()
    // Another device edits it, which brings it back with its list.
    let edited = todo.fields.changing(["content": .string("Oat milk")])
    try await bench.store.apply(
      [.live(list.key, list.fields, 5), .live(todo.key, edited, 6)], from: account)
    try await bench.store.restoreFromTrash(line.id)
    let titles = try await contents(bench, list.id)
    XCTAssertEqual(titles.sorted(), ["Eggs", "Oat milk"])
    let change = try await bench.store.pendingChange(for: todo.key, of: account)
    XCTAssertNil(change)
    let back = try await bench.store.todo(eggs.id)
    XCTAssertEqual(back?.content, "Eggs")
  }

  func testWhatCameBackByItselfIsKeptWhereItIsOverwritten() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.apply([.tombstone(todo.key, 4)], from: account)
    let line = try await bench.store.newestTrash()
    let edited = todo.fields.changing(["content": .string("Oat milk")])
    try await bench.store.apply([.live(todo.key, edited, 6)], from: account)
    try await bench.store.restoreFromTrash(line.id)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Milk")
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Oat milk"])
    XCTAssertEqual(trash.map(\.reason), [.discarded])
  }

  func testDiscardedEditsAreMadeAgainWithTheirList() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let list = try await bench.store.lists()[0]
    try await bench.store.renameList(list.id, to: "Shopping")
    try await bench.store.edit(todo.id) { $0.content = "Oat milk" }
    try await bench.store.disconnect(account, isKeeping: false)
    try await bench.store.connect(try sampleAccount())
    try await bench.store.apply(
      [.live(list.key, list.fields, 5), .live(todo.key, todo.fields, 6)], from: account)
    let line = try await bench.store.newestTrash()
    try await bench.store.restoreFromTrash(line.id)
    let titles = try await contents(bench, list.id)
    XCTAssertEqual(titles, ["Oat milk"])
  }
}
