import Core
import Sync
import TestSupport
import XCTest

/// What users of other applications complain about, as tests: tasks that vanish, come back or stand
/// twice. Each names the complaint and where it was made.
final class DataComplaintTests: XCTestCase {
  private let server = SimulatedServer()

  /// A device with so many to-dos in common with the server.
  private func device(_ count: Int, name: String = "a") async throws -> (Device, [Todo]) {
    let device = try await Device(server, name: name)
    var todos: [Todo] = []
    for number in 0..<count { todos.append(try await device.add("\(name) \(number)")) }
    _ = await device.engine.syncOnce(pull: true)
    return (device, todos)
  }

  private func titles(_ device: Device) async throws -> [String] {
    try await device.store.allRecords().filter { $0.key.kind == .todo }
      .compactMap { _, fields in
        guard case .string(let title)? = fields["content"] else { return nil }
        return title
      }.sorted()
  }

  /// Errands, seen: 5 tasks became 0; 351.
  func testOneFailedReportDeletesEverySyncedTask() async throws {
    let (device, _) = try await device(5)
    let before = try await titles(device)
    try await device.store.forgetCursors(of: device.account)
    for error in [
      SyncError.protocolViolation(detail: "d"), .rejected(status: 404, code: "NOT_FOUND"),
      .transient(cause: .unavailable(status: 500), retryAfter: nil),
    ] {
      server.fail(error)
      _ = await device.engine.syncOnce(pull: true, wake: true)
      let after = try await titles(device)
      XCTAssertEqual(after, before)
    }
  }

  /// Errands, seen.
  func testTombstonesDroppedAfterAFailedPushDeletedTasksReturn() async throws {
    let (device, todos) = try await device(3)
    _ = try await device.store.delete(todos[1].id)
    server.fail(.transient(cause: .unreachable, retryAfter: nil))
    _ = await device.engine.syncOnce(pull: true)
    server.fail(nil)
    try await device.store.forgetCursors(of: device.account)
    _ = await device.engine.syncOnce(pull: true, wake: true)
    let after = try await titles(device)
    XCTAssertEqual(after, ["a 0", "a 2"])
    XCTAssertEqual(server.tombstones, [RecordKey(todos[1])])
  }

  /// Tasks.org 1580.
  func testNewItemsOfOneDeviceVanishAfterAnotherOneSyncs() async throws {
    let (a, todos) = try await device(2)
    let b = try await Device(server, name: "b")
    _ = await b.engine.syncOnce(pull: true)
    let fresh = try await a.add("fresh", to: todos[0].listID)
    try await b.add("from b", to: todos[0].listID)
    _ = await b.engine.syncOnce(pull: true)
    // What a reads now does not mention what it has not sent yet.
    server.plan([.refuse(.rejected(status: 403, code: "X"))])
    _ = await a.engine.syncOnce(pull: true)
    let kept = try await a.store.todo(fresh.id)
    XCTAssertEqual(kept?.content, "fresh")
    try await a.store.forgetCursors(of: a.account)
    try await a.store.releaseQuarantined(of: a.account)
    _ = await a.engine.syncOnce(pull: true, wake: true)
    let after = try await titles(a)
    XCTAssertEqual(after, ["a 0", "a 1", "fresh", "from b"])
  }

  /// Tasks.org 2716, 1050.
  func testChangingTheServerDeletesLocalTasks() async throws {
    let (device, _) = try await device(4)
    let before = try await titles(device)
    try await device.store.disconnect(device.account)
    let other = Account(firestore: try FirestoreSettings(project: "p", user: "other"))
    try await device.store.connect(other)
    let empty = SimulatedServer()
    let engine = SyncEngine(
      account: other.id, store: device.store, backend: SimulatedBackend(empty),
      clock: device.clock)
    _ = await engine.syncOnce(pull: true)
    let after = try await titles(device)
    XCTAssertEqual(after, before)
    XCTAssertEqual(empty.records.count, 5, "the new server has them too")
    XCTAssertEqual(server.records.count, 5, "and the old one still")
  }

  /// Tasks.org 2419.
  func testDuplicatesThenMostOfThemDeleted() async throws {
    let (device, todos) = try await device(10)
    try await device.add("new", to: todos[0].listID)
    try await device.rename(todos[0].id, "renamed")
    server.plan([.loseAnswer, .pass, .loseAnswer])
    // An edit, the timer, a change signal of the server and a person at once.
    let engine = device.engine
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<4 {
        group.addTask { _ = await engine.syncOnce(pull: index % 2 == 0, wake: true) }
      }
    }
    _ = await engine.syncOnce(pull: true, wake: true)
    let after = try await titles(device)
    XCTAssertEqual(after, ((1..<10).map { "a \($0)" } + ["new", "renamed"]).sorted())
    XCTAssertEqual(server.records.count, 12)
  }

  /// Super Productivity 8107.
  func testUseServerDataWipesEverythingWithoutABackup() async throws {
    let (device, todos) = try await device(2)
    let fresh = try await device.add("only here", to: todos[0].listID)
    try await device.rename(todos[0].id, "edited here")
    // Reading everything again keeps what waits.
    try await device.store.forgetCursors(of: device.account)
    server.refuse(RecordKey(fresh), with: .rejected(status: 403, code: "X"))
    server.refuse(RecordKey(todos[0]), with: .rejected(status: 403, code: "X"))
    _ = await device.engine.syncOnce(pull: true)
    var now = try await titles(device)
    XCTAssertEqual(now, ["a 1", "edited here", "only here"])
    // Giving the edits up for the server's state keeps copies.
    try await device.engine.discard([RecordKey(fresh), RecordKey(todos[0])])
    now = try await titles(device)
    XCTAssertEqual(now, ["a 0", "a 1"])
    let trash = try await device.store.trash()
    XCTAssertEqual(Set(trash.map(\.title)), ["only here", "edited here"])
    for item in trash { try await device.store.restoreFromTrash(item.id) }
    now = try await titles(device)
    XCTAssertEqual(now, ["a 1", "edited here", "only here"])
  }
}
