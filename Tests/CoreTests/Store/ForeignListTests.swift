import XCTest

@testable import Core

/// Lists of other people that a server keeps among the user's own (CalDAV).
final class ForeignListTests: XCTestCase {
  private func list(_ id: String, _ name: String, _ bench: Bench, _ account: AccountID)
    -> TodoList
  {
    bench.clock.advance(by: 1_000)
    let now = bench.clock.now
    return TodoList(
      id: ListID(rawValue: id), account: account, name: name,
      position: PositionKey.initial(at: now), createdAt: now, modifiedAt: now)
  }

  /// Takes over what the server says about a list.
  private func receive(_ list: TodoList, isForeign: Bool, _ bench: Bench, _ account: AccountID)
    async throws
  {
    let place = RemoteResource(
      path: "/\(list.id.rawValue)/", etag: nil, text: nil, isForeign: isForeign)
    try await bench.store.apply(
      [
        RemoteRecord(
          key: list.key, state: .live(list.fields),
          version: RecordVersion(tag: isForeign ? "theirs" : "own", resource: place))
      ], from: account)
  }

  private func receive(
    _ content: String, in list: TodoList, _ bench: Bench, _ account: AccountID
  ) async throws {
    try await bench.store.apply(
      [
        RemoteRecord(
          key: .todo("one"),
          state: .live(["listID": .string(list.id.rawValue), "content": .string(content)]),
          version: RecordVersion(tag: content))
      ], from: account)
  }

  func testNewToDosGoToAnOwnList() async throws {
    let (bench, account) = try await Bench.connected()
    let theirs = list("theirs", "to-do", bench, account)
    let mine = list("mine", "To-Do", bench, account)
    try await receive(theirs, isForeign: true, bench, account)
    var home = try await bench.store.listForNewTodos()
    XCTAssertEqual(home?.id, theirs.id, "there is no other one")
    try await receive(mine, isForeign: false, bench, account)
    let order = try await bench.store.lists().map(\.id)
    XCTAssertEqual(order, [theirs.id, mine.id])
    home = try await bench.store.listForNewTodos()
    XCTAssertEqual(home?.id, mine.id)
    let added = try await bench.add("Milk")
    XCTAssertEqual(added.listID, mine.id)
    var draft = TodoDraft(id: TodoID(rawValue: "mine"), content: "Eggs")
    draft.isAssignedToMe = true
    let assigned = try await bench.store.add(draft)
    XCTAssertEqual(assigned.listID, mine.id)

    try await receive(theirs, isForeign: false, bench, account)
    let foreign = try await bench.store.foreignLists()
    XCTAssertEqual(foreign, [])
    home = try await bench.store.listForNewTodos()
    XCTAssertEqual(home?.id, theirs.id)
  }

  func testTheirNamesAreNotTyped() throws {
    let bench = try Bench()
    let account = try sampleAccount().id
    let theirs = list("theirs", "to-do", bench, account)
    let mine = list("mine", "To-Do", bench, account)
    var names = TypedNames(lists: [theirs, mine], foreign: [theirs.id])
    XCTAssertEqual(names.lists, [mine])
    var renamed = theirs
    renamed.name = "To-Do"
    var change = StoreChange()
    change.note(StoreChange.List(before: theirs, after: renamed))
    XCTAssertFalse(names.apply(change))
    XCTAssertEqual(names.lists, [mine])
    var moved = renamed
    moved.account = nil
    change = StoreChange()
    change.note(StoreChange.List(before: renamed, after: moved))
    XCTAssertTrue(names.apply(change), "it is the user's own by now")
    XCTAssertEqual(names.lists, [mine, moved])
  }

  /// Two accounts have a to-do of one name: the user's own is shown, whichever was read first.
  func testAnOwnToDoTakesThePlaceOfTheirs() async throws {
    for isOwnFirst in [true, false] {
      let (bench, account) = try await Bench.connected()
      let other = try sampleAccount(user: "bob")
      try await bench.store.connect(other)
      let theirs = list("theirs", "to-do", bench, other.id)
      let mine = list("mine", "To-Do", bench, account)
      try await receive(theirs, isForeign: true, bench, other.id)
      try await receive(mine, isForeign: false, bench, account)
      if isOwnFirst { try await receive("My milk", in: mine, bench, account) }
      try await receive("Their cake", in: theirs, bench, other.id)
      if !isOwnFirst { try await receive("My milk", in: mine, bench, account) }
      let shown = try await bench.store.todo(TodoID(rawValue: "one"))
      XCTAssertEqual(shown?.content, "My milk")
      XCTAssertEqual(shown?.account, account)
      let lists = try await bench.store.lists()
      XCTAssertEqual(lists.count, 2)
    }
  }
}
