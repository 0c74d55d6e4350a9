import Core
import Sync
import Synchronization
import TestSupport
import XCTest

final class SyncSchedulerTests: XCTestCase {
  private let server = SimulatedServer()
  private let unreachable = SyncError.transient(cause: .unreachable, retryAfter: nil)

  private final class Log: Sendable {
    private let state = Mutex<(outcomes: [SyncOutcome], errors: [StoreError])>(([], []))
    var outcomes: [SyncOutcome] { state.withLock { $0.outcomes } }
    var errors: [StoreError] { state.withLock { $0.errors } }
    func add(_ outcome: SyncOutcome) { state.withLock { $0.outcomes.append(outcome) } }
    func add(_ error: StoreError) { state.withLock { $0.errors.append(error) } }
  }

  private func start(_ device: Device, _ log: Log) -> SyncScheduler {
    let scheduler = SyncScheduler(
      engine: device.engine, clock: device.clock, onOutcome: { log.add($0) },
      onStoreError: { log.add($0) })
    addTeardownBlock { await scheduler.stop() }
    return scheduler
  }

  /// Waits for a whole round of another device: whatever else had begun before is done by then.
  private func anotherRoundEnds() async throws {
    let device = try await Device(SimulatedServer(), clock: ManualClock())
    try await device.add("Bread")
    let log = Log()
    start(device, log).requestSync(pull: true)
    let isDone = await eventually { log.outcomes.count == 1 }
    XCTAssertTrue(isDone)
  }

  func testNothingHappensUnasked() async throws {
    let device = try await Device(server, clock: ManualClock())
    try await device.add("Milk")
    let log = Log()
    let scheduler = start(device, log)
    try await anotherRoundEnds()
    XCTAssertEqual(log.outcomes.count, 0)
    scheduler.requestSync(pull: false)
    let isDone = await eventually { log.outcomes.count == 1 }
    XCTAssertTrue(isDone)
    XCTAssertEqual(log.outcomes.first?.sent, 2)
  }

  func testRequestsDuringARoundBecomeOneRound() async throws {
    let clock = ManualClock()
    let device = try await Device(server, clock: clock)
    try await device.add("Milk")
    let log = Log()
    let scheduler = start(device, log)
    server.plan([.refuse(unreachable)])
    scheduler.requestSync(pull: false)
    let isWaiting = await eventually { clock.sleeperCount == 1 }
    XCTAssertTrue(isWaiting)
    for number in 0..<100 { scheduler.requestSync(pull: number == 50) }
    clock.advance(by: .seconds(1))
    let isDone = await eventually { log.outcomes.count >= 2 }
    XCTAssertTrue(isDone)
    try await anotherRoundEnds()
    XCTAssertEqual(log.outcomes.map(\.isPullComplete), [false, true])
  }

  func testItComesBackWhenThePauseIsOver() async throws {
    let clock = ManualClock()
    let device = try await Device(server, clock: clock)
    let log = Log()
    let scheduler = start(device, log)
    server.fail(.transient(cause: .unavailable(status: 503), retryAfter: .seconds(100)))
    scheduler.requestSync(pull: true)
    var isDone = await eventually { log.outcomes.count == 1 && clock.sleeperCount == 1 }
    XCTAssertTrue(isDone)
    XCTAssertEqual(clock.slept, [.seconds(100)])
    server.fail(nil)
    clock.advance(by: .milliseconds(99_999))
    try await anotherRoundEnds()
    XCTAssertEqual(log.outcomes.count, 1)
    clock.advance(by: .milliseconds(1))
    isDone = await eventually { log.outcomes.count == 2 }
    XCTAssertTrue(isDone)
    // The pull that was asked for is made up for.
    XCTAssertEqual(log.outcomes.last?.isPullComplete, true)
    try await anotherRoundEnds()
    XCTAssertEqual(clock.sleeperCount, 0)
    XCTAssertEqual(log.outcomes.count, 2)
  }

  func testARequestEndsThePause() async throws {
    let clock = ManualClock()
    let device = try await Device(server, clock: clock)
    try await device.add("Milk")
    let log = Log()
    let scheduler = start(device, log)
    server.fail(.transient(cause: .unavailable(status: 503), retryAfter: .seconds(100)))
    scheduler.requestSync(pull: false)
    let isWaiting = await eventually { log.outcomes.count == 1 && clock.sleeperCount == 1 }
    XCTAssertTrue(isWaiting)
    server.fail(nil)
    scheduler.requestSync(pull: false, wake: false)
    let hasAnswered = await eventually { log.outcomes.count == 2 }
    XCTAssertTrue(hasAnswered)
    guard case .tooEarly = log.outcomes.last?.end else {
      return XCTFail("\(log.outcomes)")
    }
    scheduler.requestSync(pull: false, wake: true)
    let isDone = await eventually { log.outcomes.count == 3 }
    XCTAssertTrue(isDone)
    XCTAssertEqual(log.outcomes.last?.sent, 2)
    let isQuiet = await eventually { clock.sleeperCount == 0 }
    XCTAssertTrue(isQuiet)
  }

  func testAServerThatIsNeverThereIsAskedSeldom() async throws {
    let clock = ManualClock(skipsSleep: true)
    let device = try await Device(server, clock: clock)
    try await device.add("Milk")
    let log = Log()
    let scheduler = start(device, log)
    server.fail(unreachable)
    let begin = clock.now()
    scheduler.requestSync(pull: true)
    let hasTriedOften = await eventually { log.outcomes.count > 300 }
    XCTAssertTrue(hasTriedOften)
    await scheduler.stop()
    let rounds = Int64(log.outcomes.count)
    let passed = clock.now().milliseconds - begin.milliseconds
    XCTAssertGreaterThan(passed / rounds, 120_000, "minutes apart in the long run")
  }

  func testAStoreErrorIsToldAndNotRepeatedAtOnce() async throws {
    let clock = ManualClock()
    let disk = try DamagedDisk()
    addTeardownBlock { disk.remove() }
    let device = try await Device(
      backend: SimulatedBackend(server), clock: clock, path: disk.path)
    let log = Log()
    let scheduler = start(device, log)
    try disk.damage()
    scheduler.requestSync(pull: true)
    let isDone = await eventually { log.errors.count == 1 && clock.sleeperCount == 1 }
    XCTAssertTrue(isDone)
    XCTAssertEqual(clock.slept, [.seconds(60)])
  }

  private final class Interval: Sendable {
    private let state = Mutex(Duration.seconds(900))
    var value: Duration {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  /// A scheduler whose interval the test changes.
  private func polling() async throws -> (SyncScheduler, ManualClock, Log, Interval) {
    let clock = ManualClock()
    let device = try await Device(server, clock: clock)
    let (log, interval) = (Log(), Interval())
    let scheduler = SyncScheduler(
      engine: device.engine, clock: clock, pollEvery: interval.value,
      onOutcome: { log.add($0) }, onStoreError: { log.add($0) })
    addTeardownBlock { await scheduler.stop() }
    return (scheduler, clock, log, interval)
  }

  func testAShorterIntervalHoldsForThePollThatWaits() async throws {
    let (scheduler, clock, log, interval) = try await polling()
    scheduler.pollingDidChange()
    scheduler.requestSync(pull: true)
    let isWaiting = await eventually { log.outcomes.count == 1 && clock.sleeperCount == 1 }
    XCTAssertTrue(isWaiting)
    XCTAssertEqual(clock.slept, [.seconds(900)])
    interval.value = .seconds(60)
    scheduler.pollingDidChange()
    let isShorter = await eventually {
      clock.slept == [.seconds(900), .seconds(60)] && clock.sleeperCount == 1
    }
    XCTAssertTrue(isShorter)
    clock.advance(by: .seconds(60))
    let isDone = await eventually { log.outcomes.count == 2 }
    XCTAssertTrue(isDone)
    XCTAssertEqual(log.outcomes.last?.isPullComplete, true)
  }

  /// A poll that comes sooner anyway is not put off.
  func testAPollIsNotPutOff() async throws {
    let (scheduler, clock, log, interval) = try await polling()
    interval.value = .seconds(60)
    scheduler.requestSync(pull: true)
    let isWaiting = await eventually { log.outcomes.count == 1 && clock.sleeperCount == 1 }
    XCTAssertTrue(isWaiting)
    clock.advance(by: .seconds(29))
    scheduler.pollingDidChange()
    clock.advance(by: .seconds(31))
    let isDone = await eventually { log.outcomes.count == 2 }
    XCTAssertTrue(isDone)
  }

  /// A pause after a failure is not a matter of polling.
  func testAShorterIntervalDoesNotEndAPause() async throws {
    let (scheduler, clock, log, interval) = try await polling()
    server.fail(.transient(cause: .unavailable(status: 503), retryAfter: .seconds(100)))
    scheduler.requestSync(pull: true)
    let isWaiting = await eventually { log.outcomes.count == 1 && clock.sleeperCount == 1 }
    XCTAssertTrue(isWaiting)
    interval.value = .seconds(60)
    scheduler.pollingDidChange()
    try await anotherRoundEnds()
    XCTAssertEqual(clock.slept, [.seconds(100)])
  }

  func testStopEndsTheRoundUnderWay() async throws {
    let device = try await Device(server, clock: ManualClock())
    try await device.add("Milk")
    let log = Log()
    let scheduler = start(device, log)
    server.plan([.hang])
    scheduler.requestSync(pull: true)
    let isAsked = await eventually { server.calls.count == 1 }
    XCTAssertTrue(isAsked)
    await scheduler.stop()
    XCTAssertEqual(log.outcomes.map(\.end), [.cancelled])
    scheduler.requestSync(pull: true)
    try await anotherRoundEnds()
    XCTAssertEqual(server.calls.count, 1)
  }

  func testASchedulerThatIsDroppedStops() async throws {
    let device = try await Device(server, clock: ManualClock())
    let log = Log()
    var scheduler: SyncScheduler? = SyncScheduler(
      engine: device.engine, clock: device.clock, onOutcome: { log.add($0) },
      onStoreError: { log.add($0) })
    server.plan([.hang])
    scheduler?.requestSync(pull: true)
    let isAsked = await eventually { server.calls.count == 1 }
    XCTAssertTrue(isAsked)
    scheduler = nil
    let isDone = await eventually { log.outcomes.map(\.end) == [.cancelled] }
    XCTAssertTrue(isDone)
  }
}
