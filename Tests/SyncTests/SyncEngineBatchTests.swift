import Core
import Sync
import Synchronization
import TestSupport
import XCTest

final class SyncEngineBatchTests: XCTestCase {
  private let server = SimulatedServer()

  private func device(_ count: Int, batchLimit: Int = 500) async throws -> (Device, [Todo]) {
    let device = try await Device(server, batchLimit: batchLimit)
    var todos: [Todo] = []
    for number in 0..<count { todos.append(try await device.add("\(number)")) }
    return (device, todos)
  }

  private var pushes: [Int] {
    server.calls.compactMap { if case .push(let keys) = $0 { keys.count } else { nil } }
  }

  func testWhatWaitsGoesTogether() async throws {
    let (device, _) = try await device(25, batchLimit: 10)
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.sent, 26)
    XCTAssertEqual(pushes, [1, 10, 10, 5], "the list first, alone")
  }

  func testOneRefusedRecordDoesNotHoldBackTheOthers() async throws {
    let (device, todos) = try await device(64)
    let bad = todos[37]
    server.refuse(RecordKey(bad), with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(outcome.refusals.map(\.key), [RecordKey(bad)])
    XCTAssertEqual(outcome.sent, 64)
    let waiting = try await device.store.pendingRecords(of: device.account)
    XCTAssertEqual(waiting, [RecordKey(bad)])
    XCTAssertLessThanOrEqual(pushes.count, 2 + 2 * 6, "found by halving")
  }

  /// The page of a proxy is no refusal by the server.
  func testARecordThatIsTooLargeForAProxyWaitsAlone() async throws {
    let (device, todos) = try await device(64)
    let bad = RecordKey(todos[37])
    server.refuse(bad, with: .transient(cause: .intermediary(status: 413), retryAfter: nil))
    let outcome = await device.engine.syncOnce(pull: false)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome.end)") }
    XCTAssertEqual(retry.problem, .unavailable(status: 413))
    XCTAssertEqual(retry.record, bad)
    XCTAssertEqual(outcome.refusals, [])
    XCTAssertEqual(outcome.sent, 64, "the list and the others")
    XCTAssertLessThanOrEqual(pushes.count, 2 + 2 * 6, "found by halving, nothing is sent thrice")
    let summary = try await device.store.syncSummary(of: device.account)
    XCTAssertEqual(summary.quarantined, [])
    // In another network.
    server.refuse(bad, with: nil)
    let later = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(later.end, .finished)
    XCTAssertEqual(later.sent, 1)
  }

  func testManyThatAreTooLargeForAProxyHoldNothingBack() async throws {
    let (device, todos) = try await device(20)
    for todo in todos.prefix(8) {
      server.refuse(
        RecordKey(todo), with: .transient(cause: .intermediary(status: 413), retryAfter: nil))
    }
    let outcome = await device.engine.syncOnce(pull: false)
    guard case .stopped = outcome.end else { return XCTFail("\(outcome.end)") }
    XCTAssertEqual(outcome.sent, 13, "the list and the others")
  }

  func testALostAnswerToABatchCostsTwoRequests() async throws {
    let (device, _) = try await device(40)
    server.plan([.pass, .loseAnswer])
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    XCTAssertEqual(server.writes, 41, "nothing was written twice")
    // List, batch, the quick second try that finds it there, one reading of all.
    XCTAssertEqual(server.calls.count, 4)
  }

  func testARecordChangedElsewhereIsMergedAndTheBatchSentAgain() async throws {
    let (device, todos) = try await device(10)
    _ = await device.engine.syncOnce(pull: true)
    for todo in todos { try await device.store.setDone(todo.id, true) }
    server.edit(RecordKey(todos[4]), ["notes": .string("from elsewhere")])
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    for todo in todos {
      XCTAssertEqual(server.records[RecordKey(todo)]?["status"], .string("done"))
    }
    let merged = try await device.store.todo(todos[4].id)
    XCTAssertEqual(merged?.notes, "from elsewhere")
  }

  func testWhenEverythingIsRefusedNotEverythingIsTried() async throws {
    let (device, _) = try await device(200)
    _ = await device.engine.syncOnce(pull: true)
    for row in try await device.store.sections(of: .list(ListID(rawValue: "a2"))).open {
      try await device.store.setDone(row.id, true)
    }
    let list = try await device.store.lists()[0]
    for row in try await device.store.sections(of: .list(list.id)).open {
      try await device.store.setDone(row.id, true)
    }
    for key in server.records.keys {
      server.refuse(key, with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    }
    let before = pushes.count
    let outcome = await device.engine.syncOnce(pull: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .refused(status: 403, code: "PERMISSION_DENIED"))
    XCTAssertTrue(outcome.isPullComplete, "it is still read")
    XCTAssertLessThan(pushes.count - before, 80)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 200, "nothing is lost")
  }

  func testAfterAnInterruptionOneRecordIsSentFirst() async throws {
    for cause in [SyncError.TransientCause.interrupted, .unavailable(status: 504)] {
      let pushes = try await pushesAfter(cause)
      // Where nobody answers, nothing is sent.
      XCTAssertEqual(Set(pushes.again), cause == .interrupted ? [] : [1])
      XCTAssertEqual(pushes.atLast, [1, 4, 16, 9])
    }
  }

  func testAfterATimeWithoutNetworkEverythingIsSentAtOnce() async throws {
    let pushes = try await pushesAfter(.unreachable)
    XCTAssertEqual(pushes.again, [])
    XCTAssertEqual(pushes.atLast, [30])
  }

  func testAnInterruptionIsRememberedWhileThereIsNoNetwork() async throws {
    let pushes = try await pushesAfter(.interrupted, thenAfter: .unreachable)
    XCTAssertEqual(pushes.atLast, [1, 4, 16, 9])
  }

  func testAnInterruptionIsRememberedWhereTheNextAttemptFindsNoNetwork() async throws {
    let (device, _) = try await device(30)
    let unreachable = SyncError.transient(cause: .unreachable, retryAfter: nil)
    server.plan([
      .refuse(.transient(cause: .interrupted, retryAfter: nil)), .refuse(unreachable),
      .refuse(unreachable),
    ])
    _ = await device.engine.syncOnce(pull: false)
    let count = server.calls.count
    let outcome = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(outcome.sent, 31, "the list and its to-dos")
    let sizes = server.calls.dropFirst(count).compactMap { call -> Int? in
      if case .push(let keys) = call { keys.count } else { nil }
    }
    XCTAssertEqual(sizes, [1, 4, 16, 10])
  }

  /// The sizes of the batches while a server fails once more, and when it is back.
  private func pushesAfter(
    _ cause: SyncError.TransientCause, thenAfter other: SyncError.TransientCause? = nil
  ) async throws -> (again: [Int], atLast: [Int]) {
    let server = SimulatedServer()
    let device = try await Device(server)
    for number in 0..<30 { try await device.add("\(number)") }
    _ = await device.engine.syncOnce(pull: false)
    let list = try await device.store.lists()[0]
    for row in try await device.store.sections(of: .list(list.id)).open {
      try await device.store.setStarred(row.id, true)
    }
    func sizes(after count: Int) -> [Int] {
      server.calls.dropFirst(count).compactMap {
        if case .push(let keys) = $0 { keys.count } else { nil }
      }
    }
    server.fail(.transient(cause: cause, retryAfter: nil))
    _ = await device.engine.syncOnce(pull: false, wake: true)
    let first = server.calls.count
    server.fail(.transient(cause: other ?? cause, retryAfter: nil))
    _ = await device.engine.syncOnce(pull: false, wake: true)
    let again = sizes(after: first)
    let second = server.calls.count
    server.fail(nil)
    let outcome = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(outcome.sent, 30)
    return (again, sizes(after: second))
  }

  // MARK: Two at a time

  func testTwoBatchesAreOnTheirWayTogether() async throws {
    let device = try await Device(server, batchLimit: 10, requests: ConcurrentRequestStarter())
    for number in 0..<25 { try await device.add("\(number)") }
    let arrived = Mutex(0)
    let isTogether = Mutex(false)
    server.during { call, moment in
      guard case .push(let keys) = call, keys.count == 10, moment == .arrived else { return }
      arrived.withLock { $0 += 1 }
      if await eventually({ arrived.withLock { $0 } == 2 }) { isTogether.withLock { $0 = true } }
    }
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.sent, 26)
    XCTAssertTrue(isTogether.withLock { $0 })
    XCTAssertEqual(server.writes, 26)
    XCTAssertFalse(server.calls.contains { if case .fetch = $0 { true } else { false } })
  }

  /// The one answer may be the answer to the other batch.
  func testIfOneOfTwoIsNotAnsweredTheOtherIsRead() async throws {
    let (device, _) = try await device(25, batchLimit: 10)
    server.plan([.pass, .refuse(.transient(cause: .interrupted, retryAfter: .seconds(1))), .pass])
    let outcome = await device.engine.syncOnce(pull: false)
    guard case .stopped = outcome.end else { return XCTFail("\(outcome)") }
    let read = server.calls.compactMap { call -> Int? in
      if case .fetch(let keys) = call { keys.count } else { nil }
    }
    XCTAssertEqual(read, [10])
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 15, "what has arrived is not sent again")
  }

  func testTheSameAnswerToBothIsBelievedForNeither() async throws {
    let (device, _) = try await device(20, batchLimit: 10)
    server.plan([.pass, .pass, .answerOtherOnly])
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    XCTAssertEqual(server.records.count, 21, "the batch that did not arrive was sent again")
  }

  func testEverythingGetsAcrossWhereALargeBatchNeverDoes() async throws {
    let (device, _) = try await device(120)
    server.chooseFaults { call in
      guard case .push(let keys) = call, keys.count > 20 else { return nil }
      return .refuse(.transient(cause: .interrupted, retryAfter: nil))
    }
    for _ in 0..<8 { _ = await device.engine.syncOnce(pull: false, wake: true) }
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testAToDoIsNotSentWithoutItsRefusedList() async throws {
    let (device, todos) = try await device(3)
    let list = RecordKey(kind: .list, id: todos[0].listID.rawValue)
    server.refuse(list, with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.refusals.map(\.key), [list])
    XCTAssertEqual(server.records.count, 0)
    server.refuse(list, with: nil)
    try await device.store.releaseQuarantined(of: device.account)
    _ = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(server.records.count, 4)
  }

  func testAnUnreadableRecordOnTheServerIsQuarantinedAlone() async throws {
    struct Unreadable: SyncBackend {
      let base: SimulatedBackend
      let key: RecordKey
      var batchLimit: Int { base.batchLimit }
      var kinds: [RecordKind] { base.kinds }
      func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
        if changes.contains(where: { $0.key == key }) { throw .conflict }
        return try await base.push(changes)
      }
      func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
        try await base.fetch(keys).map { record in
          record.key == key
            ? RemoteRecord(key: key, state: .unreadable(detail: "d"), version: nil) : record
        }
      }
      func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
        -> ChangePage?
      { try await base.changes(of: kind, since: cursor) }
    }
    let bad = RecordKey(kind: .todo, id: "a1")
    let device = try await Device(
      backend: Unreadable(base: SimulatedBackend(server), key: bad))
    for number in 0..<5 { try await device.add("\(number)") }
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(Set(outcome.refusals.map(\.key)), [bad])
    XCTAssertEqual(outcome.refusals.first?.problem, .protocolViolation(detail: "d"))
    XCTAssertEqual(server.records.count, 5, "the list and the other four")
  }
}
