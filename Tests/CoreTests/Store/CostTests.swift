import GRDBSQLite
import XCTest

@testable import Core

/// A change costs what changed, not what is stored.
final class CostTests: XCTestCase {
  private typealias Work = WorkCounter.Work

  private func work(_ bench: Bench, _ command: () async throws -> Void) async throws -> Work {
    try await WorkCounter(store: bench.store).work(command)
  }

  /// The work of each command in a store with so many rows, all of them still to be sent.
  private func costs(rows: Int) async throws -> [(String, Work)] {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.insertRows(rows, into: list)
    let account = try sampleAccount().id
    try await bench.store.connect(try sampleAccount())
    let store = bench.store
    let draft = TodoDraft(id: TodoID(rawValue: "new"), listID: list.id, content: "Milk")
    let key = RecordKey(kind: .todo, id: "new")
    var result: [(String, Work)] = []
    var version: Int64 = 0
    func measure(_ name: String, _ command: () async throws -> Void) async throws {
      // Once before, so that each statement has been prepared.
      result.append((name, try await work(bench, command)))
    }
    for round in ["first", "second"] {
      if round == "second" { result = [] }
      try await measure("add") { try await store.add(draft) }
      try await measure("place first") { try await store.place(draft.id, below: nil, .first) }
      try await measure("place last") { try await store.place(draft.id, below: nil, .last) }
      try await measure("tick") { try await store.setDone(draft.id, true) }
      try await measure("star") { try await store.setStarred(draft.id, true) }
      try await measure("edit") {
        try await store.update(draft.id, to: TodoDraft(id: draft.id, content: "Eggs"))
      }
      try await measure("rename list") {
        try await store.renameList(list.id, to: "List \(round)")
      }
      try await measure("acknowledge") {
        let change = try await store.beginPush(key, of: account)
        version += 1
        try await store.acknowledge([change], versions: [.numbered(version)])
      }
      try await measure("receive") {
        let found = try await store.todo(draft.id)
        var fields = try XCTUnwrap(found).fields
        fields["notes"] = .string(round)
        version += 1
        try await store.apply(
          [.live(key, fields, version)], from: account)
      }
      try await measure("delete") { _ = try await store.delete(draft.id) }
    }
    return result
  }

  func testACommandCostsTheSameInALargeStore() async throws {
    let small = try await costs(rows: 200)
    let large = try await costs(rows: 20_000)
    XCTAssertEqual(small.count, 10)
    for ((name, few), (_, many)) in zip(small, large) {
      XCTAssertGreaterThan(few.steps, 10, name)
      XCTAssertLessThan(Double(many.steps), Double(few.steps) * 1.2, name)
      XCTAssertLessThan(many.steps, 2_000, name)
      // A taller tree and a split page at most.
      XCTAssertLessThanOrEqual(many.pages, few.pages + 8, name)
      XCTAssertLessThan(many.pages, 40, name)
    }
  }

  /// In a shared list anybody can store any chain of parents, and all of it stands behind the place.
  func testAChainOfPartsCostsWhatItsLengthCosts() async throws {
    func steps(_ length: Int, _ place: TodoPlace) async throws -> Int {
      let bench = try Bench()
      let list = try await bench.store.addList(named: "Home")
      try await bench.add("first", to: list.id)
      let todo = try await bench.add("second", to: list.id)
      bench.clock.advance(by: 1_000)
      try await bench.store.insertRows(length, into: list, isChain: true)
      return try await WorkCounter(store: bench.store).work {
        try await bench.store.place(todo.id, below: nil, place)
      }.steps
    }
    for place in [TodoPlace.last, .after(TodoID(rawValue: "row-0"))] {
      let few = try await steps(200, place)
      let many = try await steps(2_000, place)
      XCTAssertGreaterThan(few, 1_000, "\(place)")
      XCTAssertLessThan(Double(many), Double(few) * 15, "\(place)")
    }
  }

  /// A reader that follows pays for the change alone: it reads nothing.
  func testAReaderIsToldWithoutReadingAgain() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.insertRows(StoreChange.limit, into: list)
    func addOne(_ name: String) async throws -> Int {
      try await work(bench) { try await bench.add(name, to: list.id) }.steps
    }
    _ = try await addOne("prepared")
    let alone = try await addOne("alone")
    let page = FeedLog(bench.store.todos(in: .list(list.id)))
    let lists = FeedLog(bench.store.overview())
    var holds = await page.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    holds = await lists.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    let followed = try await addOne("followed")
    holds = await page.wait { $0.items.count == 3 }
    XCTAssertTrue(holds)
    // From 3.41 on SQLite counts the steps of preparing a statement, too; reading again would take as
    // many steps as there are rows.
    let preparing = sqlite3_libversion_number() < 3_041_000 ? 0 : 50
    XCTAssertLessThanOrEqual(followed, alone + preparing)
  }
}
