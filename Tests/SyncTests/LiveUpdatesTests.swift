import Basics
import Core
import Sync
import Synchronization
import TestSupport
import XCTest

final class LiveUpdatesTests: XCTestCase {
  /// A server whose signals a test gives.
  private final class Watched: SyncBackend {
    let base: SimulatedBackend
    let batchLimit = 500
    let kinds: [RecordKind] = [.list, .todo]
    let canWatch = true
    /// Whether queries find nothing.
    let isBlind = Mutex(false)
    private let state = Mutex<(signal: (@Sendable (LiveSignal) -> Void)?, watches: Int)>((nil, 0))
    private let end = Mutex<CheckedContinuation<SyncError?, Never>?>(nil)

    init(_ server: SimulatedServer) { base = SimulatedBackend(server) }

    var watches: Int { state.withLock { $0.watches } }

    func emit(_ signal: LiveSignal) { state.withLock { $0.signal }?(signal) }

    func hangUp(_ error: SyncError) {
      let waiting = end.withLock { end in
        defer { end = nil }
        return end
      }
      waiting?.resume(returning: error)
    }

    func watch(
      since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
      onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
    ) async throws(SyncError) {
      let error = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          end.withLock { $0 = continuation }
          state.withLock { $0 = ({ onSignal(nil, $0) }, $0.watches + 1) }
        }
      } onCancel: {
        hangUp(.transient(cause: .unreachable, retryAfter: nil))
      }
      if let error { throw error }
    }

    func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
      try await base.push(changes)
    }
    func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
      try await base.fetch(keys)
    }
    func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
      -> ChangePage?
    {
      let page = try await base.changes(of: kind, since: cursor)
      guard let page, isBlind.withLock({ $0 }) else { return page }
      return ChangePage(records: [], next: page.next, isLast: page.isLast, isListing: false)
    }
  }

  private let server = SimulatedServer()

  private struct Scene {
    let backend: Watched
    let device: Device
    let clock: ManualClock
    let scheduler: SyncScheduler
    let live: LiveUpdates
  }

  private func start() async throws -> Scene {
    let backend = Watched(server)
    let clock = ManualClock()
    let device = try await Device(backend: backend, clock: clock)
    let scheduler = SyncScheduler(engine: device.engine, clock: clock) { _ in }
    let live = LiveUpdates(engine: device.engine, scheduler: scheduler)
    let isWatching = await eventually { backend.watches == 1 }
    XCTAssertTrue(isWatching)
    return Scene(
      backend: backend, device: device, clock: clock, scheduler: scheduler, live: live)
  }

  private func stop(_ scene: Scene) async {
    await scene.live.stop()
    await scene.scheduler.stop()
  }

  func testAConnectionIsAReasonToReadAndToSend() async throws {
    let scene = try await start()
    try await scene.device.add("Milk")
    scene.backend.emit(.connected)
    let server = server
    let isSent = await eventually { server.records.count == 2 }
    XCTAssertTrue(isSent)
    await stop(scene)
  }

  func testAChangeElsewhereIsRead() async throws {
    let scene = try await start()
    let key = RecordKey(kind: .todo, id: "x")
    server.write(key, ["listID": .string("l"), "content": .string("there")])
    scene.backend.emit(.changed([key: RecordVersion(tag: "v1", ordinal: 1)]))
    let store = scene.device.store
    let isHere = try await eventually { try await store.todo(TodoID(rawValue: "x")) != nil }
    XCTAssertTrue(isHere)
    await stop(scene)
  }

  func testAFewNamedRecordsAreReadBeforeAnythingElse() async throws {
    let scene = try await start()
    let key = RecordKey(kind: .todo, id: "x")
    server.write(key, ["listID": .string("l"), "content": .string("there")])
    let before = server.calls.count
    scene.backend.emit(.changed([key: RecordVersion(tag: "v1", ordinal: 1)]))
    let server = server
    let isRead = await eventually { server.calls.count > before }
    XCTAssertTrue(isRead)
    XCTAssertEqual(server.calls[before], .fetch([key]))
    await stop(scene)
  }

  /// A server would send back what is just being sent to it.
  func testItConnectsWhenTheRoundInProgressHasEnded() async throws {
    let backend = Watched(server)
    let clock = ManualClock()
    let device = try await Device(backend: backend, clock: clock)
    try await device.add("Milk")
    let wasEarly = Mutex(false)
    server.during { call, _ in
      guard case .push = call else { return }
      let isEarly = await eventually(within: .milliseconds(300)) { backend.watches > 0 }
      if isEarly { wasEarly.withLock { $0 = true } }
    }
    let scheduler = SyncScheduler(engine: device.engine, clock: clock) { _ in }
    scheduler.requestSync(pull: false)
    let live = LiveUpdates(engine: device.engine, scheduler: scheduler)
    let isWatching = await eventually { backend.watches == 1 }
    XCTAssertTrue(isWatching)
    XCTAssertFalse(wasEarly.withLock { $0 })
    XCTAssertEqual(server.records.count, 2)
    await live.stop()
    await scheduler.stop()
  }

  /// As with a commit of two seconds: its time is behind the time up to which everything was read.
  func testWhatIsNamedIsReadThoughNoQueryShowsIt() async throws {
    let scene = try await start()
    let key = RecordKey(kind: .todo, id: "x")
    scene.backend.isBlind.withLock { $0 = true }
    server.write(key, ["listID": .string("l"), "content": .string("there")])
    scene.backend.emit(.changed([key: RecordVersion(tag: "v1", ordinal: 1)]))
    let store = scene.device.store
    let isHere = try await eventually { try await store.todo(TodoID(rawValue: "x")) != nil }
    XCTAssertTrue(isHere)
    _ = await scene.device.engine.syncOnce(pull: true)
    let reads = server.calls.count { $0 == .fetch([key]) }
    XCTAssertEqual(reads, 1, "it is not read again in each round")
    await stop(scene)
  }

  func testOnesOwnWritesAskNothing() async throws {
    let scene = try await start()
    let todo = try await scene.device.add("Milk")
    _ = await scene.device.engine.syncOnce(pull: true)
    let base = try await scene.device.store.syncBase(
      for: RecordKey(todo), of: scene.device.account)
    let calls = server.calls.count
    scene.backend.emit(.changed([RecordKey(todo): base?.version]))
    // A second signal, of something unknown, shows that the first one has been dealt with.
    scene.backend.emit(.changed([RecordKey(kind: .todo, id: "other"): nil]))
    let server = server
    let hasRead = await eventually { server.calls.count >= calls + 3 }
    XCTAssertTrue(hasRead)
    XCTAssertEqual(server.calls.count, calls + 3, "one pull for the second alone, and it by name")
    await stop(scene)
  }

  func testItConnectsAgainWithGrowingPauses() async throws {
    let scene = try await start()
    var longest: [Duration] = []
    for round in 1...6 {
      scene.backend.hangUp(.transient(cause: .unreachable, retryAfter: nil))
      let isPausing = await eventually { scene.clock.sleeperCount == 1 }
      XCTAssertTrue(isPausing)
      longest.append(scene.clock.slept.last ?? .zero)
      scene.clock.advance(by: .seconds(900))
      let isBack = await eventually { scene.backend.watches == round + 1 }
      XCTAssertTrue(isBack)
    }
    for (index, pause) in longest.enumerated() {
      XCTAssertLessThanOrEqual(pause, .seconds(2 * (1 << index)))
    }
    await stop(scene)
  }

  func testTheServersWishCounts() async throws {
    let scene = try await start()
    scene.backend.hangUp(
      .transient(cause: .unavailable(status: 429), retryAfter: .seconds(77)))
    let isPausing = await eventually { scene.clock.sleeperCount == 1 }
    XCTAssertTrue(isPausing)
    XCTAssertEqual(scene.clock.slept.last, .seconds(77))
    await stop(scene)
  }

  func testANewNetworkEndsThePause() async throws {
    let scene = try await start()
    scene.backend.hangUp(.transient(cause: .unreachable, retryAfter: nil))
    let isPausing = await eventually { scene.clock.sleeperCount == 1 }
    XCTAssertTrue(isPausing)
    scene.live.wake()
    let isBack = await eventually { scene.backend.watches == 2 }
    XCTAssertTrue(isBack)
    await stop(scene)
  }

  func testStoppingEndsTheConnection() async throws {
    let scene = try await start()
    await stop(scene)
    scene.clock.advance(by: .seconds(900))
    XCTAssertEqual(scene.backend.watches, 1)
  }
}
