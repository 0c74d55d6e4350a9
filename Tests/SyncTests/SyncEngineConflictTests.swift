import Core
import Sync
import TestSupport
import XCTest

/// Two devices change the same record.
final class SyncEngineConflictTests: XCTestCase {
  private let server = SimulatedServer()

  /// Two devices that both have one to-do.
  private func pair() async throws -> (Device, Device, Todo) {
    let a = try await Device(server, name: "a")
    let b = try await Device(server, name: "b", seed: 2)
    let todo = try await a.add("Milk")
    _ = await a.engine.syncOnce(pull: true)
    _ = await b.engine.syncOnce(pull: true)
    return (a, b, todo)
  }

  private func syncAll(_ devices: [Device]) async throws {
    for _ in 0..<3 {
      for device in devices {
        let outcome = await device.engine.syncOnce(pull: true)
        XCTAssertEqual(outcome.end, .finished)
      }
    }
    for device in devices {
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testDifferentFieldsAreBothKept() async throws {
    let (a, b, todo) = try await pair()
    try await a.rename(todo.id, "Oat milk")
    try await b.store.setDone(todo.id, true)
    _ = await a.engine.syncOnce(pull: false)
    _ = await b.engine.syncOnce(pull: false)
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("Oat milk"))
    XCTAssertEqual(server.records[RecordKey(todo)]?["status"], .string("done"))
    try await syncAll([a, b])
    for device in [a, b] {
      let merged = try await device.store.todo(todo.id)
      XCTAssertEqual(merged?.content, "Oat milk")
      XCTAssertEqual(merged?.isDone, true)
    }
  }

  /// It is learned from the answer to an edit, and its list by nothing but that.
  func testATodoThatWasMovedToAListThatIsNotHereIsSeenAtOnce() async throws {
    let (a, b, todo) = try await pair()
    let shed = try await a.store.addList(named: "Shed")
    try await a.store.move([todo.id], to: shed.id)
    _ = await a.engine.syncOnce(pull: false)
    try await b.rename(todo.id, "Oat milk")
    _ = await b.engine.syncOnce(pull: false)
    let moved = try await b.store.todo(todo.id)
    XCTAssertEqual(moved?.listID, shed.id)
    let lists = try await b.store.lists().map(\.id)
    XCTAssertTrue(lists.contains(shed.id))
    try await syncAll([a, b])
  }

  func testAnEditBeatsADeletionThatWasSentBefore() async throws {
    let (a, b, todo) = try await pair()
    _ = try await a.store.delete(todo.id)
    try await b.rename(todo.id, "Oat milk")
    _ = await a.engine.syncOnce(pull: false)
    XCTAssertEqual(server.tombstones, [RecordKey(todo)])
    _ = await b.engine.syncOnce(pull: false)
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("Oat milk"))
    XCTAssertEqual(
      server.records[RecordKey(todo)]?["listID"], .string(todo.listID.rawValue))
    try await syncAll([a, b])
    for device in [a, b] {
      let kept = try await device.store.todo(todo.id)
      XCTAssertEqual(kept?.content, "Oat milk")
    }
  }

  func testAnEditBeatsADeletionThatIsSentAfterwards() async throws {
    let (a, b, todo) = try await pair()
    try await b.rename(todo.id, "Oat milk")
    _ = await b.engine.syncOnce(pull: false)
    _ = try await a.store.delete(todo.id)
    try await syncAll([a, b])
    for device in [a, b] {
      let kept = try await device.store.todo(todo.id)
      XCTAssertEqual(kept?.content, "Oat milk")
    }
  }

  func testADeletionStandsWhereNothingWasEdited() async throws {
    let (a, b, todo) = try await pair()
    // Written again as it was: another version, the same content.
    server.edit(RecordKey(todo), [:])
    _ = try await a.store.delete(todo.id)
    try await syncAll([a, b])
    XCTAssertEqual(server.tombstones, [RecordKey(todo)])
    for device in [a, b] {
      let gone = try await device.store.todo(todo.id)
      XCTAssertNil(gone)
    }
  }

  func testBothDelete() async throws {
    let (a, b, todo) = try await pair()
    _ = try await a.store.delete(todo.id)
    _ = try await b.store.delete(todo.id)
    try await syncAll([a, b])
    XCTAssertEqual(server.tombstones, [RecordKey(todo)])
  }

  func testAnEditOfARecordThatTheServerLostIsSentWhole() async throws {
    let (a, b, todo) = try await pair()
    server.erase(RecordKey(todo))
    try await a.rename(todo.id, "Oat milk")
    try await syncAll([a, b])
    XCTAssertEqual(server.records[RecordKey(todo)]?["listID"], .string(todo.listID.rawValue))
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("Oat milk"))
  }

  func testARecordThatKeepsChangingWaits() async throws {
    struct Restless: SyncBackend {
      let base: SimulatedBackend
      var batchLimit: Int { base.batchLimit }
      var kinds: [RecordKind] { base.kinds }
      func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
        if changes.contains(where: { $0.precondition != .absent }) { throw .conflict }
        return try await base.push(changes)
      }
      func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
        try await base.fetch(keys)
      }
      func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
        -> ChangePage?
      { try await base.changes(of: kind, since: cursor) }
    }
    let device = try await Device(backend: Restless(base: SimulatedBackend(server)))
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    try await device.rename(todo.id, "Oat milk")
    let outcome = await device.engine.syncOnce(pull: false)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .unavailable(status: 409))
    XCTAssertEqual(retry.record, RecordKey(todo))
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 1)
  }

  /// No single record is refused to be read: that says nothing about a change, and what was written is sent
  /// as soon as the server answers again.
  func testAReadThatIsRefusedAfterAConflictQuarantinesNothing() async throws {
    let (a, b, todo) = try await pair()
    try await b.rename(todo.id, "Oat milk")
    _ = await b.engine.syncOnce(pull: false)
    try await a.store.setDone(todo.id, true)
    let denied = SyncError.rejected(status: 403, code: "PERMISSION_DENIED")
    server.plan([.pass, .refuse(denied)])
    let outcome = await a.engine.syncOnce(pull: false)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .refused(status: 403, code: "PERMISSION_DENIED"))
    XCTAssertEqual(outcome.refusals, [])
    _ = await a.engine.syncOnce(pull: false, wake: true)
    try await syncAll([a, b])
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("Oat milk"))
    XCTAssertEqual(server.records[RecordKey(todo)]?["status"], .string("done"))
  }
}
