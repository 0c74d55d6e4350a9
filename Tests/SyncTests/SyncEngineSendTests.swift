import Core
import Sync
import Synchronization
import TestSupport
import XCTest

final class SyncEngineSendTests: XCTestCase {
  private let server = SimulatedServer()

  func testWhatWaitsIsSentInOrder() async throws {
    let device = try await Device(server)
    let todo = try await device.add("Milk")
    let list = try await device.store.addList(named: "Work")
    let other = try await device.add("Report", to: list.id)
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(outcome.sent, 4)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    let first = RecordKey(kind: .list, id: todo.listID.rawValue)
    XCTAssertEqual(
      server.calls,
      [.push([first, RecordKey(list)]), .push([RecordKey(todo), RecordKey(other)])])
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("Milk"))

    try await device.store.deleteList(list.id)
    _ = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(
      Array(server.calls.dropFirst(2)), [.push([RecordKey(other)]), .push([RecordKey(list)])])
    XCTAssertEqual(server.tombstones, [RecordKey(other), RecordKey(list)])
  }

  /// It may be added, or put back, when the lists of the round have been sent already.
  func testAListThatIsAddedDuringARoundGoesBeforeWhatIsInIt() async throws {
    let device = try await Device(server, batchLimit: 1)
    for title in ["Milk", "Bread", "Tea"] { try await device.add(title) }
    let added = Mutex<[RecordKey]>([])
    server.during { call, moment in
      guard case .push(let keys) = call, keys[0].kind == .todo, moment == .answered,
        added.withLock({ $0.isEmpty })
      else { return }
      do {
        let list = try await device.store.addList(named: "Work")
        added.withLock { $0 = [RecordKey(list)] }
        let todo = try await device.add("Report", to: list.id)
        added.withLock { $0.append(RecordKey(todo)) }
      } catch {
        XCTFail("\(error)")
      }
    }
    _ = await device.engine.syncOnce(pull: false)
    _ = await device.engine.syncOnce(pull: false)
    let keys = added.withLock { $0 }
    XCTAssertEqual(keys.count, 2)
    XCTAssertEqual(Array(server.calls.suffix(2)), keys.map { .push([$0]) })
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testNothingToSendAsksNothing() async throws {
    let device = try await Device(server)
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(server.calls, [])
  }

  func testOnlyWhatChangedIsSentAgain() async throws {
    let device = try await Device(server)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    server.edit(RecordKey(todo), ["colour": .string("red")])
    _ = await device.engine.syncOnce(pull: true)
    try await device.store.setDone(todo.id, true)
    _ = await device.engine.syncOnce(pull: false)
    let record = server.records[RecordKey(todo)]
    XCTAssertEqual(record?["status"], .string("done"))
    XCTAssertEqual(record?["colour"], .string("red"))
    XCTAssertEqual(server.writes, 3)
  }

  func testALostAnswerLeavesOneRecordAndNothingWaiting() async throws {
    let device = try await Device(server)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    for change in 0..<3 {
      switch change {
      case 0: try await device.rename(todo.id, "Oat milk")
      case 1: try await device.store.setDone(todo.id, true)
      default: _ = try await device.store.delete(todo.id)
      }
      server.plan([.loseAnswer])
      let outcome = await device.engine.syncOnce(pull: false)
      XCTAssertEqual(outcome.end, .finished)
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
    XCTAssertEqual(server.tombstones, [RecordKey(todo)])
    XCTAssertEqual(server.writes, 5)
  }

  func testALostAnswerToACreation() async throws {
    let device = try await Device(server)
    try await device.add("Milk")
    server.plan([.loseAnswer, .loseAnswer])
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(server.records.count, 2)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testAnEditWhileItsRecordIsOnTheWayIsNotLost() async throws {
    let clock = ManualClock()
    let device = try await Device(server, clock: clock)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    try await device.rename(todo.id, "Oat milk")
    // The first try is carried out and its answer lost; the edit comes before the second.
    server.plan([.loseAnswer])
    let round = Task { await device.engine.syncOnce(pull: false) }
    let isPausing = await eventually { clock.sleeperCount == 1 }
    XCTAssertTrue(isPausing)
    try await device.store.setDone(todo.id, true)
    clock.advance(by: .seconds(1))
    _ = await round.value
    _ = await device.engine.syncOnce(pull: false)
    let record = server.records[RecordKey(todo)]
    XCTAssertEqual(record?["content"], .string("Oat milk"))
    XCTAssertEqual(record?["status"], .string("done"))
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  // MARK: Refusals

  func testARefusedRecordIsQuarantinedAlone() async throws {
    let device = try await Device(server)
    let bad = try await device.add("Bad")
    let good = try await device.add("Good")
    server.refuse(RecordKey(bad), with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(
      outcome.refusals,
      [
        .init(
          key: RecordKey(bad), title: "Bad",
          problem: .refused(status: 403, code: "PERMISSION_DENIED"))
      ])
    XCTAssertNotNil(server.records[RecordKey(good)])
    XCTAssertTrue(outcome.isPullComplete)
    let kept = try await device.store.todo(bad.id)
    XCTAssertEqual(kept?.content, "Bad")
    let retry = try await device.retry()
    XCTAssertNil(retry)

    // Not sent again by itself, nor told again.
    let calls = server.calls.count
    let second = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(second.refusals, [])
    XCTAssertEqual(server.calls.count, calls)

    // A person tries again: refused as before, then accepted.
    let third = try await device.sendAgain(RecordKey(bad))
    XCTAssertEqual(third.refusals.map(\.title), ["Bad"])
    server.refuse(RecordKey(bad), with: nil)
    let fourth = try await device.sendAgain(RecordKey(bad))
    XCTAssertEqual(fourth.refusals, [])
    XCTAssertNotNil(server.records[RecordKey(bad)])
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testARefusalIsNotTriedThreeTimes() async throws {
    let device = try await Device(server)
    let todo = try await device.add("Bad")
    server.refuse(RecordKey(todo), with: .rejected(status: 400, code: "INVALID_ARGUMENT"))
    _ = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(server.calls.filter { $0 == .push([RecordKey(todo)]) }.count, 1)
    XCTAssertEqual(device.clock.slept, [])
  }

  /// Whoever still has the to-do would put its list back.
  func testAListIsDeletedAfterAToDoWhoseDeletionFails() async throws {
    let server = SimulatedServer()
    let device = try await Device(server)
    let list = try await device.store.addList(named: "Home")
    let todo = try await device.add("Milk", to: list.id)
    _ = await device.engine.syncOnce(pull: true)
    server.refuse(
      RecordKey(todo), with: .transient(cause: .unavailable(status: 500), retryAfter: nil))
    try await device.store.deleteList(list.id)
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome.end)") }
    XCTAssertEqual(retry.record, RecordKey(todo))
    XCTAssertNotNil(server.records[RecordKey(list)], "it waits")
    server.refuse(RecordKey(todo), with: nil)
    _ = await device.engine.syncOnce(pull: true, wake: true)
    XCTAssertNil(server.records[RecordKey(list)])
    XCTAssertNil(server.records[RecordKey(todo)])
  }
}
