import Basics
import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// What users of other applications complain about, as tests: several devices and one's own echo. Each
/// names the complaint and where it was made.
final class ConflictComplaintTests: XCTestCase {
  private let server = SimulatedServer()

  private func pair() async throws -> (Device, Device, Todo) {
    let a = try await Device(server, name: "a")
    let b = try await Device(server, name: "b", seed: 2)
    let todo = try await a.add("Milk")
    _ = await a.engine.syncOnce(pull: true)
    _ = await b.engine.syncOnce(pull: true)
    return (a, b, todo)
  }

  /// Planify 2236, 2394.
  func testSilentOverwriteOfAnotherDevicesEditAndThenCompletingAlwaysFails() async throws {
    let (a, b, todo) = try await pair()
    try await a.rename(todo.id, "from a")
    _ = await a.engine.syncOnce(pull: false)
    try await b.rename(todo.id, "from b")
    _ = await b.engine.syncOnce(pull: false)
    let conflicts = try await b.store.recentConflicts()
    XCTAssertEqual(conflicts.map { $0.lost["content"] }, [.string("from a")], "it is told")
    try await b.store.setDone(todo.id, true)
    let outcome = await b.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(server.records[RecordKey(todo)]?["status"], .string("done"))
    // And the value can be had back.
    try await b.store.restoreConflict(try XCTUnwrap(conflicts.first).id)
    _ = await b.engine.syncOnce(pull: true)
    _ = await a.engine.syncOnce(pull: true)
    let restored = try await a.store.todo(todo.id)
    XCTAssertEqual(restored?.content, "from a")
  }

  /// Planify 2163.
  func testSyncsOnceThenNeverOnAServerThatTakesNoCursor() async throws {
    let (a, b, todo) = try await pair()
    for round in 0..<3 {
      try await a.rename(todo.id, "title \(round)")
      _ = await a.engine.syncOnce(pull: true)
      server.expireCursors()
      let outcome = await b.engine.syncOnce(pull: true)
      XCTAssertEqual(outcome.end, .finished)
      let there = try await b.store.todo(todo.id)
      XCTAssertEqual(there?.content, "title \(round)")
    }
  }

  /// Planify 1369.
  func testCompletedElsewhereStillOpenHereAndNoWayToResync() async throws {
    let (a, b, todo) = try await pair()
    try await a.store.setDone(todo.id, true)
    _ = await a.engine.syncOnce(pull: true)
    // As if its change signal had been missed: the cursor stands behind the change already.
    let server = server
    let cursor = try await SimulatedBackend(server).changes(
      of: .todo, since: try await b.store.syncCursor(of: .todo, of: b.account))
    let skipped = ChangePage(
      records: [], next: try XCTUnwrap(cursor).next, isLast: true, isListing: false)
    try await b.store.apply(skipped, of: .todo, from: b.account)
    _ = await b.engine.syncOnce(pull: true)
    var there = try await b.store.todo(todo.id)
    XCTAssertEqual(there?.isDone, false)
    try await b.store.forgetCursors(of: b.account)
    _ = await b.engine.syncOnce(pull: true)
    there = try await b.store.todo(todo.id)
    XCTAssertEqual(there?.isDone, true)
  }

  /// Planify 2220: what is written must not be set again by its own echo, nor by an older one.
  func testTheTextJumpsWhileTypingBecauseTheSaveEchoesBack() async throws {
    let (a, _, todo) = try await pair()
    let titles = Mutex<[String]>([])
    let feed = a.store.todos(in: .list(todo.listID))
    let reader = Task {
      for await item in feed {
        guard case .change(let change) = item else { continue }
        titles.withLock { $0 += change.todos.compactMap { $0.after?.content } }
      }
    }
    for text in ["M", "Mi", "Mil", "Milk!"] {
      try await a.rename(todo.id, text)
      server.plan([.loseAnswer])
      _ = await a.engine.syncOnce(pull: true)
    }
    let isDone = await eventually { titles.withLock { $0.last } == "Milk!" }
    reader.cancel()
    XCTAssertTrue(isDone)
    var steps: [String] = []
    for title in titles.withLock({ $0 }) where title != steps.last { steps.append(title) }
    XCTAssertEqual(steps, ["M", "Mi", "Mil", "Milk!"], "never back to an older text")
  }

  /// Planify pull request 2476.
  func testTheQueueIsSentWithAnotherAccountsCredentials() async throws {
    let (a, _, todo) = try await pair()
    let other = Account(firestore: try FirestoreSettings(project: "p", user: "other"))
    try await a.store.connect(other, isAdopting: false)
    let list = try await a.store.addList(named: "Other", to: .account(other.id))
    let secret = try await a.add("secret", to: list.id)
    try await a.rename(todo.id, "Oat milk")
    let second = SimulatedServer()
    let engine = SyncEngine(
      account: other.id, store: a.store, backend: SimulatedBackend(second), clock: a.clock)
    _ = await a.engine.syncOnce(pull: true)
    _ = await engine.syncOnce(pull: true)
    XCTAssertEqual(Set(second.records.keys), [RecordKey(list), RecordKey(secret)])
    XCTAssertNil(server.records[RecordKey(secret)])
    XCTAssertNil(server.records[RecordKey(list)])
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("Oat milk"))
  }

  /// Tasks.org 2640.
  func testAnEndlessLoopThatRevertsLocalEdits() async throws {
    let (a, b, todo) = try await pair()
    try await a.rename(todo.id, "from a")
    try await b.rename(todo.id, "from b")
    try await b.store.setDone(todo.id, true)
    for _ in 0..<2 {
      _ = await a.engine.syncOnce(pull: true)
      _ = await b.engine.syncOnce(pull: true)
    }
    let writes = server.writes
    for _ in 0..<10 {
      _ = await a.engine.syncOnce(pull: true)
      _ = await b.engine.syncOnce(pull: true)
    }
    XCTAssertEqual(server.writes, writes, "it has become quiet")
    for device in [a, b] {
      let there = try await device.store.todo(todo.id)
      XCTAssertEqual(there?.content, "from b")
      XCTAssertEqual(there?.isDone, true)
    }
    // An answer that was overtaken does not bring an old state back.
    let stale = RemoteRecord(
      key: RecordKey(todo), state: .live(todo.fieldsForTest), version: .init(tag: "v0", ordinal: 0))
    try await a.store.apply([stale], from: a.account)
    let there = try await a.store.todo(todo.id)
    XCTAssertEqual(there?.content, "from b")
  }

  /// Nextcloud tasks 2077, 1256; cfait 56.
  func testASecondQuickEditConflictsWithTheFirst() async throws {
    let (a, b, todo) = try await pair()
    try await a.rename(todo.id, "first")
    // It arrives, the answer does not, and the next edit is made before the second try.
    server.plan([.loseAnswer, .loseAnswer, .loseAnswer])
    _ = await a.engine.syncOnce(pull: false)
    try await a.rename(todo.id, "second")
    let outcome = await a.engine.syncOnce(pull: true, wake: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("second"))
    let conflicts = try await a.store.recentConflicts()
    XCTAssertEqual(conflicts, [], "one's own write is nobody else's")
    _ = await b.engine.syncOnce(pull: true)
    let there = try await b.store.todo(todo.id)
    XCTAssertEqual(there?.content, "second")
  }
}

extension Todo {
  /// Enough of the fields for a record as a server tells it.
  fileprivate var fieldsForTest: RecordFields {
    ["content": .string(content), "listID": .string(listID.rawValue)]
  }
}
