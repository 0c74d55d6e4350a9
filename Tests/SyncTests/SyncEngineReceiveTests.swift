import Core
import Sync
import Synchronization
import TestSupport
import XCTest

final class SyncEngineReceiveTests: XCTestCase {
  private let server = SimulatedServer()

  private func todo(_ id: String, _ content: String = "c") -> (RecordKey, RecordFields) {
    (
      RecordKey(kind: .todo, id: id),
      ["listID": .string("l"), "content": .string(content), "position": .string(id)]
    )
  }

  private func fill(_ count: Int) {
    server.write(RecordKey(kind: .list, id: "l"), ["name": .string("Shopping")])
    for number in 0..<count {
      let (key, fields) = todo("t\(1000 + number)")
      server.write(key, fields)
    }
  }

  func testEverythingArrivesPageByPage() async throws {
    fill(25)
    let device = try await Device(server, pageSize: 10)
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(outcome.received, 26)
    XCTAssertTrue(outcome.isPullComplete)
    XCTAssertEqual(
      server.calls, [.changes(.list), .changes(.todo), .changes(.todo), .changes(.todo)])
    let count = try await device.store.todoCount(in: ListID(rawValue: "l"))
    XCTAssertEqual(count, 25)
    // Nothing of it waits to be sent back.
    let second = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(second.sent, 0)
    XCTAssertEqual(server.writes, 0)
  }

  /// What is written on the server during the round may not be here.
  func testTheTimeOfTheLastSyncIsWhenItsRoundBegan() async throws {
    fill(25)
    let device = try await Device(server, pageSize: 10)
    let (begin, clock) = (device.clock.now(), device.clock)
    server.chooseFaults { _ in
      clock.advance(by: .seconds(60))
      return nil
    }
    _ = await device.engine.syncOnce(pull: true)
    let summaries = try await device.store.syncSummaries()
    XCTAssertEqual(summaries.first?.summary.lastSyncAt, begin)
    XCTAssertGreaterThan(clock.now(), begin)
  }

  func testAPageThatMakesNoSenseStopsThere() async throws {
    fill(25)
    let device = try await Device(server, pageSize: 10)
    let nonsense = SimulatedServer.Fault.refuse(.protocolViolation(detail: "d"))
    // Lists and the first page come through.
    server.plan([.pass, .pass, nonsense, nonsense, nonsense])
    let outcome = await device.engine.syncOnce(pull: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .protocolViolation(detail: "d"))
    XCTAssertNil(retry.record)
    XCTAssertFalse(outcome.isPullComplete)
    let count = try await device.store.todoCount(in: ListID(rawValue: "l"))
    XCTAssertEqual(count, 10)
  }

  func testAServerThatRepeatsItselfIsNotReadForEver() async throws {
    struct Repeating: SyncBackend {
      let batchLimit = 1
      let kinds: [RecordKind] = [.list, .todo]
      func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] { [] }
      func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] { [] }
      func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
        -> ChangePage?
      {
        ChangePage(
          records: [
            RemoteRecord(
              key: RecordKey(kind: kind, id: "1"), state: .deleted,
              version: RecordVersion(tag: "v"))
          ], next: SyncCursor(token: "1"), isLast: false, isListing: true)
      }
    }
    let device = try await Device(backend: Repeating())
    let outcome = await device.engine.syncOnce(pull: true)
    guard case .stopped(let retry) = outcome.end, case .protocolViolation = retry.problem else {
      return XCTFail("\(outcome)")
    }
  }

  func testAListingEndsWithItsAccount() async throws {
    /// Removes the account while the first of several pages is on its way.
    final class Leaving: SyncBackend {
      let batchLimit = 1
      let kinds: [RecordKind] = [.todo]
      let asked = Mutex(0)
      let leave = Mutex<(@Sendable () async -> Void)?>(nil)

      func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] { [] }
      func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] { [] }
      func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
        -> ChangePage?
      {
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        // Otherwise the test would never end without what it tests.
        if number > 20 { throw .protocolViolation(detail: "asked again and again") }
        let leave = leave.withLock { $0 }
        await leave?()
        return ChangePage(
          records: [
            RemoteRecord(
              key: RecordKey(kind: kind, id: "1"), state: .deleted, version: RecordVersion(tag: "v")
            )
          ], next: SyncCursor(token: "1"), isLast: cursor != nil, isListing: true)
      }
    }
    let backend = Leaving()
    let device = try await Device(backend: backend)
    backend.leave.withLock { leave in
      leave = { [store = device.store, account = device.account] in
        try? await store.disconnect(account)
      }
    }
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .cancelled)
    XCTAssertLessThanOrEqual(backend.asked.withLock { $0 }, 2)
  }

  func testAnEmptyListingDeletesNothing() async throws {
    let device = try await Device(server)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: true)
    server.erase(RecordKey(todo))
    server.erase(RecordKey(kind: .list, id: todo.listID.rawValue))
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    let kept = try await device.store.todo(todo.id)
    XCTAssertNotNil(kept)
  }

  func testATombstoneRemovesARecord() async throws {
    let device = try await Device(server)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: true)
    server.write(RecordKey(todo), nil)
    _ = await device.engine.syncOnce(pull: true)
    let gone = try await device.store.todo(todo.id)
    XCTAssertNil(gone)
  }

  func testARefusedListingPausesTheAccount() async throws {
    let device = try await Device(server)
    server.fail(.rejected(status: 403, code: "PERMISSION_DENIED"))
    let outcome = await device.engine.syncOnce(pull: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .refused(status: 403, code: "PERMISSION_DENIED"))
    XCTAssertEqual(server.calls.count, 1)
  }
}

/// Answers of one round that overtake each other.
final class OvertakenAnswerTests: XCTestCase {
  /// Makes requests at once, but the first after ``begin()`` when its answer is waited for.
  private final class FirstLast: RequestStarter {
    private let isNext = Mutex(false)

    func begin() { isNext.withLock { $0 = true } }

    func start<Answer: Sendable>(_ request: @escaping @Sendable () async -> Answer) async
      -> PendingAnswer<Answer>
    {
      let isLate = isNext.withLock { isNext in
        defer { isNext = false }
        return isNext
      }
      if isLate { return PendingAnswer(wait: request, stop: {}) }
      let answer = await request()
      return PendingAnswer(wait: { answer }, stop: {})
    }
  }

  /// Another device deletes a to-do and then its list, after the to-dos were read and before the lists are.
  func testAListDeletedBetweenTwoAnswersStaysDeleted() async throws {
    let server = SimulatedServer()
    let requests = FirstLast()
    let device = try await Device(server, requests: requests)
    let todo = try await device.add("Milk")
    for _ in 0..<2 { _ = await device.engine.syncOnce(pull: true) }
    let list = RecordKey(kind: .list, id: todo.listID.rawValue)
    let isDeleted = Mutex(false)
    server.during { call, moment in
      guard call == .changes(.todo), moment == .answered,
        !isDeleted.withLock({ isDeleted in
          defer { isDeleted = true }
          return isDeleted
        })
      else { return }
      server.write(RecordKey(todo), nil, list: todo.listID)
      server.write(list, nil)
    }
    requests.begin()
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertTrue(isDeleted.withLock { $0 })
    let lists = try await device.store.lists()
    XCTAssertEqual(lists, [])
    XCTAssertNil(server.records[list])
  }
}
