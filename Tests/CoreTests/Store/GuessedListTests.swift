import XCTest

@testable import Core

/// Lists that nobody asked for by name stand back behind what anybody knows.
final class GuessedListTests: XCTestCase {
  /// A list that the account has, known here as "Groceries".
  private func known() async throws -> (Bench, AccountID, TodoList, Todo) {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Groceries")
    let todo = try await bench.add("Milk", to: list.id)
    try await bench.store.acknowledgeAll(of: account)
    return (bench, account, list, todo)
  }

  private func guess(_ list: TodoList, _ number: Int64 = 5) -> RemoteRecord {
    .live(
      list.key,
      list.fields.changing([
        "name": .string("To-Do"), "position": .string("zzz"),
        "modifiedAt": .timestamp(.init(milliseconds: 0)),
      ]), number)
  }

  func testANameThatIsNotKnownIsMarkedAsGuessed() async throws {
    let (bench, account) = try await Bench.connected()
    let fields = MergeCase.sampleTodo.fields.changing(["listID": .string("unknown")])
    try await bench.store.apply([.live(.todo("t"), fields)], from: account)
    try await bench.store.reconcileLists(of: account)
    let change = try await bench.store.beginPush(.list("unknown"), of: account)
    XCTAssertEqual(change.fields?["name"], .string("To-Do"))
    XCTAssertEqual(change.fields?["modifiedAt"], .timestamp(Timestamp(milliseconds: 0)))
  }

  func testTheNameThatIsKnownHereStandsAndIsSent() async throws {
    let (bench, account, list, _) = try await known()
    try await bench.store.apply([guess(list)], from: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Groceries"])
    XCTAssertEqual(lists.map(\.position), [list.position])
    let change = try await bench.store.beginPush(list.key, of: account)
    XCTAssertEqual(
      change.operation,
      .update([
        "name": .string("Groceries"), "position": .string(list.position),
        "modifiedAt": .timestamp(list.modifiedAt),
      ]))
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
  }

  func testANameThatIsKnownFromTheTrashStandsToo() async throws {
    for isPending in [true, false] {
      let (bench, account, list, _) = try await known()
      try await bench.store.deleteList(list.id)
      if !isPending {
        try await bench.store.acknowledgeAll(of: account, version: .numbered(4))
      }
      try await bench.store.apply([guess(list)], from: account)
      let lists = try await bench.store.lists()
      XCTAssertEqual(lists.map(\.name), ["Groceries"], "\(isPending)")
      let keys = try await bench.store.waitingKeys(of: account)
      XCTAssertTrue(keys.contains(list.key), "\(isPending)")
    }
  }

  /// Any device that remembers its last name gives that back: only another one is somebody's choice.
  func testTheLastNameThatAnotherDeviceGivesBackIsNoConflict() async throws {
    for name in ["Groceries", "Shopping"] {
      let (bench, account, list, _) = try await known()
      try await bench.store.renameList(list.id, to: "Food")
      try await bench.store.apply([guess(list)], from: account)
      let named = list.fields.changing([
        "name": .string(name), "modifiedAt": .timestamp(bench.clock.now),
      ])
      try await bench.store.apply([.live(list.key, named, 6)], from: account)
      let lists = try await bench.store.lists()
      XCTAssertEqual(lists.map(\.name), ["Food"])
      let conflicts = try await bench.store.recentConflicts().map { $0.lost["name"] }
      XCTAssertEqual(conflicts, name == "Groceries" ? [] : [.string(name)])
    }
  }

  func testAGuessOfThisComputerGivesWay() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    var lists = try await bench.store.lists()
    let first = try XCTUnwrap(lists.first)
    XCTAssertEqual(first.id, .first(of: account))
    XCTAssertTrue(first.isGuessed)
    let named = first.fields.changing([
      "name": .string("Groceries"), "modifiedAt": .timestamp(bench.clock.now),
    ])
    try await bench.store.apply([.live(first.key, named)], from: account)
    lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Groceries"])
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
    try await bench.store.acknowledgeAll(of: account, version: .numbered(6))
    let base = try await bench.store.syncBase(for: first.key, of: account)
    XCTAssertEqual(base?.fields?["name"], .string("Groceries"))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.listID, first.id)
  }

  func testOfTwoGuessesTheServersStands() async throws {
    let (bench, account) = try await Bench.connected()
    _ = try await bench.add("Milk")
    let lists = try await bench.store.lists()
    let first = try XCTUnwrap(lists.first)
    try await bench.store.apply(
      [.live(first.key, first.fields.changing(["name": .string("할 일")]))], from: account)
    let after = try await bench.store.lists()
    XCTAssertEqual(after.map(\.name), ["할 일"])
  }

  func testANamedListIsNotTheFirstOneAnyMore() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let named = try await bench.store.renameList(.first(of: account), to: "Groceries")
    XCTAssertNotEqual(named.id, .first(of: account))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.listID, named.id)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [named.key, todo.key])
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [named])
  }

  func testWhatWasDeletedBeforeTheFirstListWasNamedComesBackIntoIt() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    _ = try await bench.store.delete(todo.id)
    let named = try await bench.store.renameList(.first(of: account), to: "Groceries")
    try await bench.store.restoreFromTrash(try await bench.store.newestTrash().id)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.listID, named.id)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [named])
  }

  func testNamingTheFirstListIsTakenBack() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let recorder = UndoRecorder()
    let store = bench.store.recording(in: recorder)
    let named = try await store.renameList(.first(of: account), to: "Groceries")
    let step = try XCTUnwrap(recorder.take().last)
    XCTAssertEqual(step.edits.map(\.key), [named.key])
    let redo = try await store.undo(step)
    XCTAssertFalse(redo.isEmpty)
    var lists = try await store.lists()
    XCTAssertEqual(lists.map(\.name), ["To-Do"])
    _ = try await store.undo(redo)
    lists = try await store.lists()
    XCTAssertEqual(lists.map(\.name), ["Groceries"])
    let stored = try await store.todo(todo.id)
    XCTAssertEqual(stored?.listID, named.id)
  }

  func testAFirstListThatTheServerHasKeepsItsNameWhenItIsNamed() async throws {
    let (bench, account) = try await Bench.connected()
    _ = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    let named = try await bench.store.renameList(.first(of: account), to: "Groceries")
    XCTAssertEqual(named.id, .first(of: account))
    XCTAssertFalse(named.isGuessed)
  }

  /// The server has its to-dos still, which nobody would send again under another list.
  func testAFirstListThatTheServerHasLostStaysTheOneThatItsTodosAreIn() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    let key = RecordKey(kind: .list, id: ListID.first(of: account).rawValue)
    try await bench.store.apply(
      [RemoteRecord(key: key, state: .absent, version: nil)], from: account)
    let named = try await bench.store.renameList(.first(of: account), to: "Groceries")
    XCTAssertEqual(named.id, .first(of: account))
    let stored = try await bench.store.todo(todo.id)
    let agreed = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(agreed?.fields?["listID"], stored?.fields["listID"])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [named.key])
  }

  /// A page of to-dos arrived, and the lists did not.
  func testAFirstListThatAnotherDevicesTodosAreInStaysThatOne() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let other = todo.fields.changing(["content": .string("Bread")])
    try await bench.store.apply([.live(.todo("other"), other)], from: account)
    let named = try await bench.store.renameList(.first(of: account), to: "Groceries")
    XCTAssertEqual(named.id, .first(of: account))
    let stored = try await bench.store.todo(TodoID(rawValue: "other"))
    XCTAssertEqual(stored?.listID, named.id)
  }

  func testTheFirstListOfThisComputerBecomesThatOfItsAccount() async throws {
    let bench = try Bench()
    let todo = try await bench.add("Milk")
    var lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [.first(of: nil)])
    let account = try sampleAccount()
    try await bench.store.connect(account)
    lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [.first(of: account.id)])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.listID, .first(of: account.id))
    XCTAssertEqual(stored?.account, account.id)
  }

  func testANamedOneIsAdoptedAsAListOfItsOwn() async throws {
    let bench = try Bench()
    let todo = try await bench.add("Milk")
    try await bench.store.renameList(.first(of: nil), to: "Groceries")
    let account = try sampleAccount()
    try await bench.store.connect(account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Groceries"])
    XCTAssertFalse(
      [.first(of: nil), .first(of: account.id)].contains(try XCTUnwrap(lists.first).id))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.listID, lists.first?.id)
  }

  /// The account was here before, with a first list.
  func testItGoesIntoTheOneThatIsThereAlready() async throws {
    let (bench, account) = try await Bench.connected()
    _ = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.disconnect(account)
    let kept = try await bench.store.lists()
    // As a version that did not keep the first list apart would have left it.
    try await bench.store.execute(
      """
      INSERT INTO list (id, name, position, createdAt, modifiedAt)
        VALUES ('\(ListID.first(of: nil).rawValue)', 'To-Do', 'x', 0, 0)
      """)
    let todo = try await bench.add("Eggs", to: .first(of: nil))
    try await bench.store.connect(try sampleAccount())
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), kept.map(\.id))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.listID, .first(of: account))
    XCTAssertEqual(stored?.account, account)
  }

  /// What was deleted is not brought back by a to-do that has nothing to do with it.
  func testADeletedFirstListIsNotMeantByTheNextOne() async throws {
    let (bench, account) = try await Bench.connected()
    _ = try await bench.add("Milk")
    try await bench.store.deleteList(.first(of: account))
    let todo = try await bench.add("Eggs")
    XCTAssertNotEqual(todo.listID, .first(of: account))
  }

  func testAccountsHaveFirstListsOfTheirOwn() {
    let ids = [nil, "firestore:/a", "firestore:/b"].map { id in
      ListID.first(of: id.map(AccountID.init(rawValue:))).rawValue
    }
    XCTAssertEqual(Set(ids).count, 3)
    for id in ids { XCTAssertEqual(id.utf8.count, 38) }
  }

  func testWhatWasDeletedBeforeTheFirstAccountComesBackIntoItsList() async throws {
    for name in [nil, "Home"] {
      let bench = try Bench()
      let milk = try await bench.add("Milk")
      try await bench.add("Eggs")
      if let name { try await bench.store.renameList(milk.listID, to: name) }
      _ = try await bench.store.delete(milk.id)
      let account = try sampleAccount()
      try await bench.store.connect(account)
      try await bench.store.restoreFromTrash(try await bench.store.newestTrash().id)
      let lists = try await bench.store.lists()
      XCTAssertEqual(lists.map(\.account), [account.id])
      let stored = try await bench.store.todo(milk.id)
      XCTAssertEqual(stored?.account, account.id)
      XCTAssertEqual(stored?.listID, lists.first?.id)
      let waiting = try await bench.store.waitingKeys(of: account.id)
      XCTAssertTrue(waiting.contains(milk.key))
    }
  }

  func testWhatWasDeletedWithTheFirstListComesBackHereAlone() async throws {
    let bench = try Bench()
    let milk = try await bench.add("Milk")
    _ = try await bench.store.delete(milk.id)
    let line = try await bench.store.newestTrash()
    try await bench.store.deleteList(milk.listID)
    let account = try sampleAccount()
    try await bench.store.connect(account, isAdopting: false)
    let first = ListID.first(of: account.id)
    let theirs = TodoList(
      id: first, account: account.id, name: "To-Do", position: "a", createdAt: bench.clock.now,
      modifiedAt: bench.clock.now)
    try await bench.store.apply([.live(theirs.key, theirs.fields, 1)], from: account.id)
    try await bench.store.restoreFromTrash(line.id)
    let stored = try await bench.store.todo(milk.id)
    XCTAssertNil(stored?.account)
    XCTAssertNotNil(stored)
  }
}
