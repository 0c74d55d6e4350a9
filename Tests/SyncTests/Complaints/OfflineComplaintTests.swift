import Core
import Sync
import TestSupport
import XCTest

/// What users of other applications complain about, as tests: being offline. Each names the complaint
/// and where it was made.
final class OfflineComplaintTests: XCTestCase {
  private let server = SimulatedServer()
  private let offline = SyncError.transient(cause: .unreachable, retryAfter: nil)

  /// A device that has a to-do in common with the server, and is offline now.
  private func offlineDevice() async throws -> (Device, Todo) {
    let device = try await Device(server)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: true)
    server.fail(offline)
    return (device, todo)
  }

  /// Planify 1733, 2514, 1439.
  func testAddingOrTickingWhileOfflineDoesNothing() async throws {
    let (device, todo) = try await offlineDevice()
    let added = try await device.add("Eggs", to: todo.listID)
    try await device.store.setDone(todo.id, true)
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    guard case .stopped = outcome.end else { return XCTFail("\(outcome)") }
    let rows = try await device.store.sections(of: .list(todo.listID))
    XCTAssertEqual(rows.open.map(\.content), ["Eggs"])
    XCTAssertEqual(rows.done.map(\.content), ["Milk"])
    XCTAssertEqual(rows.open.map(\.mark), [.waiting])
    server.fail(nil)
    _ = await device.engine.syncOnce(pull: true, wake: true)
    XCTAssertEqual(server.records[RecordKey(added)]?["content"], .string("Eggs"))
    XCTAssertEqual(server.records[RecordKey(todo)]?["status"], .string("done"))
  }

  /// Planify 2687.
  func testOfflineTasksAreNotPushedOnReconnectNorOnManualSync() async throws {
    let (device, todo) = try await offlineDevice()
    let clock = ManualClock()
    let scheduler = SyncScheduler(engine: device.engine, clock: clock) { _ in }
    try await device.rename(todo.id, "Oat milk")
    scheduler.requestSync(pull: false)
    let isNoted = await eventually { (try? await device.retry()) != nil }
    XCTAssertTrue(isNoted)
    server.fail(nil)
    // The network is back, or a person asks: the pause does not count.
    scheduler.requestSync(pull: true, wake: true)
    let server = server
    let isSent = await eventually {
      server.records[RecordKey(todo)]?["content"] == .string("Oat milk")
    }
    XCTAssertTrue(isSent)
    await scheduler.stop()
  }

  /// Planify 2478.
  func testSomethingCreatedOfflineCanNeverBeDeleted() async throws {
    let (device, todo) = try await offlineDevice()
    let added = try await device.add("Eggs", to: todo.listID)
    _ = await device.engine.syncOnce(pull: false, wake: true)
    _ = try await device.store.delete(added.id)
    let list = try await device.store.addList(named: "Offline")
    _ = await device.engine.syncOnce(pull: false, wake: true)
    try await device.store.deleteList(list.id)
    server.fail(nil)
    _ = await device.engine.syncOnce(pull: true, wake: true)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    XCTAssertNil(server.records[RecordKey(added)])
    XCTAssertNil(server.records[RecordKey(list)])
    let rows = try await device.store.sections(of: .list(todo.listID))
    XCTAssertEqual(rows.open.map(\.content), ["Milk"])
  }

  /// Errands 367.
  func testASpinnerForEverAfterAnExceptionInSync() async throws {
    let (device, todo) = try await offlineDevice()
    try await device.rename(todo.id, "Oat milk")
    let errors: [SyncError] = [
      offline, .transient(cause: .unavailable(status: 500), retryAfter: nil),
      .transient(cause: .unavailable(status: 429), retryAfter: .seconds(60)),
      .rejected(status: 403, code: "X"), .conflict, .authentication,
      .protocolViolation(detail: "d"),
    ]
    for error in errors {
      server.fail(error)
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      guard case .stopped(let retry) = outcome.end else { return XCTFail("\(error)") }
      // What stands in the way is on record, so that it can be told.
      let stored = try await device.retry()
      XCTAssertEqual(stored, retry)
      let marks = try await device.store.sections(of: .list(todo.listID)).open.map(\.mark)
      XCTAssertFalse(marks.contains(.sending), "\(error): nothing is under way any more")
    }
    server.fail(nil)
    try await device.store.releaseQuarantined(of: device.account)
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    XCTAssertEqual(outcome.end, .finished)
  }
}
