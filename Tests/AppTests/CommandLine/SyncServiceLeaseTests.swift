import Core
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SyncServiceLeaseTests: XCTestCase {
  /// While a command sends, the window starts no engine, and takes nothing for left over.
  @MainActor
  func testEnginesWaitForTheirTurn() async throws {
    let folder = try TemporaryFolder()
    let bench = try SceneBench()
    let account = try await bench.connect()
    let list = try await bench.store.addList(named: "Home")
    try await bench.add("from a command", to: list.id)
    let server = SimulatedServer()
    let service = SyncService(
      store: bench.store, clock: bench.time,
      lease: SyncLease(databasePath: folder.file(), holder: .window),
      makeBackend: { _ in SimulatedBackend(server) }, onStoreError: { XCTFail("\($0)") })
    let command = SyncLease(databasePath: folder.file(), holder: .command)
    XCTAssertTrue(command.take())
    var count: Int?
    let start = Task { count = await service.start(savesUnsentChanges: false) }
    service.syncNow()
    // One that waits for nothing reads its servers meanwhile.
    let other = try await SyncServiceFixture()
    _ = try await other.start()
    await other.end()
    XCTAssertNil(count)
    XCTAssertTrue(service.accountSyncs.isEmpty)
    XCTAssertTrue(server.calls.isEmpty)
    let held = try await bench.store.syncSummary(of: account.id).unsentOfLastSession
    XCTAssertEqual(held, 0)

    // The command sends it, and ends.
    let run = SyncRun(store: bench.store, clock: bench.time) { _ in SimulatedBackend(server) }
    try await run.sendWaiting()
    command.release()
    await start.value
    XCTAssertEqual(count, 0, "nothing is left over")
    await eventually("an engine") { service.accountSyncs.count == 1 }
    await service.stop(within: .zero)
    XCTAssertTrue(command.take(), "it was given back")
  }

  /// A service that waits for a command to end.
  @MainActor
  private func waiting(
    _ bench: SceneBench, _ folder: TemporaryFolder
  ) async -> (SyncService, command: SyncLease, start: Task<Int, Never>) {
    let lease = SyncLease(databasePath: folder.file(), holder: .window)
    let server = SimulatedServer()
    let service = SyncService(
      store: bench.store, clock: bench.time, lease: lease,
      makeBackend: { _ in SimulatedBackend(server) }, onStoreError: { XCTFail("\($0)") })
    let command = SyncLease(databasePath: folder.file(), holder: .command)
    XCTAssertTrue(command.take())
    let start = Task { await service.start(savesUnsentChanges: false) }
    await eventually("it waits") { lease.isAwaited }
    return (service, command, start)
  }

  /// What is typed while it waits is of this session.
  @MainActor
  func testWhatIsTypedMeanwhileIsNotOfTheLastSession() async throws {
    let folder = try TemporaryFolder()
    let bench = try SceneBench()
    let account = try await bench.connect()
    let list = try await bench.store.addList(named: "Home")
    let (service, command, start) = await waiting(bench, folder)
    let todo = try await bench.add("typed meanwhile", to: list.id)
    command.release()
    let count = await start.value
    XCTAssertEqual(count, 1, "the list alone is of the last session")
    let held = try await bench.store.unsentRecordsOfLastSession(of: account.id)
    XCTAssertFalse(held.contains(RecordKey(kind: .todo, id: todo.id.rawValue)))
    await service.stop(within: .zero)
  }

  /// The other process may be sending what is given up.
  @MainActor
  func testNothingIsDiscardedMeanwhile() async throws {
    let folder = try TemporaryFolder()
    let bench = try SceneBench()
    let account = try await bench.connect()
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("Milk", to: list.id)
    let key = RecordKey(kind: .todo, id: todo.id.rawValue)
    let (service, command, start) = await waiting(bench, folder)
    var problem: StoreError?
    do throws(StoreError) {
      try await service.discard(key, of: account.id)
    } catch {
      problem = error
    }
    XCTAssertEqual(problem, .busy)
    let kept = try await bench.store.todo(todo.id)
    XCTAssertEqual(kept?.content, "Milk")
    command.release()
    _ = await start.value
    await eventually("an engine") { service.accountSyncs.count == 1 }
    try await service.discard(key, of: account.id)
    let gone = try await bench.store.todo(todo.id)
    XCTAssertNil(gone)
    await service.stop(within: .zero)
  }

  @MainActor
  func testAWindowThatClosesWhileItWaits() async throws {
    let folder = try TemporaryFolder()
    let bench = try SceneBench()
    _ = try await bench.connect()
    let lease = SyncLease(databasePath: folder.file(), holder: .window)
    let service = SyncService(
      store: bench.store, clock: bench.time, lease: lease,
      makeBackend: { _ in SimulatedBackend(SimulatedServer()) }, onStoreError: { XCTFail("\($0)") })
    let command = SyncLease(databasePath: folder.file(), holder: .command)
    XCTAssertTrue(command.take())
    let start = Task { await service.start(savesUnsentChanges: false) }
    await eventually("it waits") { lease.isAwaited }
    await service.stop(within: .zero)
    let count = await start.value
    XCTAssertEqual(count, 0)
    XCTAssertTrue(service.accountSyncs.isEmpty)
    command.release()
  }
}
