import Core
import Sync
import TestSupport
import XCTest

final class SyncEnginePauseTests: XCTestCase {
  private let server = SimulatedServer()
  private let unreachable = SyncError.transient(cause: .unreachable, retryAfter: nil)

  func testThreeQuickTries() async throws {
    let device = try await Device(server)
    try await device.store.addList(named: "L")
    server.plan([.refuse(unreachable), .refuse(unreachable)])
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.sent, 1)
    XCTAssertEqual(server.calls.count, 3)
    let slept = device.clock.slept
    XCTAssertEqual(slept.count, 2)
    XCTAssertTrue((.milliseconds(100)...(.milliseconds(300))).contains(slept[0]))
    XCTAssertTrue((.milliseconds(300)...(.milliseconds(900))).contains(slept[1]))
  }

  func testNoServerPausesTheAccount() async throws {
    let device = try await Device(server)
    try await device.add("Milk")
    server.fail(unreachable)
    let outcome = await device.engine.syncOnce(pull: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .unreachable)
    XCTAssertNil(retry.record)
    XCTAssertEqual(retry.attempts, 1)
    XCTAssertEqual(outcome.nextAttempt, retry.notBefore)
    XCTAssertEqual(server.countQuestions, 3, "three tries to find the server")
    XCTAssertEqual(server.calls, [], "nothing is sent or read")
    let stored = try await device.retry()
    XCTAssertEqual(stored, retry)

    // Too early: nothing is asked.
    let early = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(early.end, .tooEarly(retry))
    XCTAssertEqual(early.nextAttempt, retry.notBefore)
    XCTAssertEqual(server.countQuestions, 3)

    // Woken: tried at once, which says nothing new about how long to wait.
    let woken = await device.engine.syncOnce(pull: false, wake: true)
    guard case .stopped(let second) = woken.end else { return XCTFail("\(woken)") }
    XCTAssertEqual(second.attempts, 1)
    XCTAssertEqual(server.countQuestions, 6)

    // In time, and again without success: a longer wait.
    device.clock.advance(by: .seconds(2))
    let late = await device.engine.syncOnce(pull: false)
    guard case .stopped(let third) = late.end else { return XCTFail("\(late)") }
    XCTAssertEqual(third.attempts, 2)

    // The server is back: everything is sent, and the account is well.
    server.fail(nil)
    device.clock.advance(by: .seconds(4))
    let last = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(last.end, .finished)
    XCTAssertEqual(last.sent, 2)
    XCTAssertNil(last.nextAttempt)
    let cleared = try await device.retry()
    XCTAssertNil(cleared)
  }

  /// What is sent without an answer has to be read back later.
  func testNothingIsSentToWhereNobodyAnswers() async throws {
    let device = try await Device(server)
    try await device.add("Milk")
    server.fail(unreachable)
    _ = await device.engine.syncOnce(pull: false)
    let isUnanswered = try await device.store.hasUnanswered(of: device.account)
    XCTAssertFalse(isUnanswered)
    server.fail(nil)
    let outcome = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(outcome.sent, 2)
    XCTAssertTrue(server.calls.allSatisfy { if case .push = $0 { true } else { false } })
  }

  func testThereIsNoLastTry() async throws {
    let device = try await Device(server)
    try await device.add("Milk")
    server.fail(unreachable)
    for round in 1...200 {
      let outcome = await device.engine.syncOnce(pull: false)
      guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
      XCTAssertEqual(retry.attempts, round)
      let wait = retry.notBefore.milliseconds - device.clock.now().milliseconds
      XCTAssertTrue((1...900_000).contains(wait))
      device.clock.advance(by: .milliseconds(wait))
    }
    server.fail(nil)
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.sent, 2)
  }

  func testAServerThatCannotServeIsToldWithTheRecord() async throws {
    let device = try await Device(server)
    let list = try await device.store.addList(named: "L")
    server.fail(.transient(cause: .unavailable(status: 503), retryAfter: nil))
    let outcome = await device.engine.syncOnce(pull: false)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .unavailable(status: 503))
    XCTAssertEqual(retry.record, RecordKey(list))
    XCTAssertEqual(server.calls.count, 3)
    let summary = try await device.store.syncSummary(of: device.account)
    XCTAssertEqual(summary.retryTitle, "L")
    XCTAssertEqual(summary.quarantined, [])
  }

  func testNonsenseIsTriedAgainAndThenPauses() async throws {
    let device = try await Device(server)
    let list = try await device.store.addList(named: "L")
    server.fail(.protocolViolation(detail: "d"))
    let outcome = await device.engine.syncOnce(pull: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .protocolViolation(detail: "d"))
    XCTAssertEqual(retry.record, RecordKey(list))
    XCTAssertEqual(server.calls.count, 3)
    XCTAssertNotNil(outcome.nextAttempt)
  }

  func testRetryAfterIsHonoured() async throws {
    let device = try await Device(server)
    try await device.store.addList(named: "L")
    server.plan([
      .refuse(.transient(cause: .unavailable(status: 429), retryAfter: .seconds(100)))
    ])
    let start = device.clock.now()
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(server.calls.count, 1, "no quick tries before the time the server names")
    XCTAssertEqual(
      outcome.nextAttempt, Timestamp(milliseconds: start.milliseconds + 100_000))
    device.clock.advance(by: .milliseconds(99_999))
    let early = await device.engine.syncOnce(pull: false)
    guard case .tooEarly = early.end else { return XCTFail("\(early)") }
    device.clock.advance(by: .milliseconds(1))
    let late = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(late.sent, 1)
  }

  func testRetryAfterZeroIsNoTightLoop() async throws {
    let device = try await Device(server)
    try await device.store.addList(named: "L")
    server.fail(.transient(cause: .unavailable(status: 503), retryAfter: .zero))
    let outcome = await device.engine.syncOnce(pull: false)
    let next = try XCTUnwrap(outcome.nextAttempt)
    XCTAssertGreaterThan(next, device.clock.now())
  }

  func testAuthenticationPausesUntilSomebodyActs() async throws {
    let device = try await Device(server)
    try await device.store.addList(named: "L")
    server.fail(.authentication)
    let outcome = await device.engine.syncOnce(pull: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .authentication)
    XCTAssertNil(retry.record, "the list that was being sent is no reason")
    XCTAssertNil(outcome.nextAttempt)
    XCTAssertEqual(server.calls.count, 1)
    device.clock.advance(by: .seconds(1_000_000))
    let later = await device.engine.syncOnce(pull: false)
    guard case .tooEarly = later.end else { return XCTFail("\(later)") }
    server.fail(nil)
    let woken = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(woken.sent, 1)
    let cleared = try await device.retry()
    XCTAssertNil(cleared)
  }

  func testSigningInAgainEndsThePause() async throws {
    let device = try await Device(server)
    try await device.store.addList(named: "L")
    server.fail(.authentication)
    _ = await device.engine.syncOnce(pull: true)
    let paused = try await device.retry()
    XCTAssertEqual(paused?.problem, .authentication)
    server.fail(nil)
    let early = await device.engine.syncOnce(pull: false)
    guard case .tooEarly = early.end else { return XCTFail("\(early)") }
    let accounts = try await device.store.accounts()
    try await device.store.connect(try XCTUnwrap(accounts.first))
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.sent, 1)
  }

  func testACalendarSetBackDoesNotPauseForYears() async throws {
    let device = try await Device(server)
    try await device.store.addList(named: "L")
    let future = Timestamp(
      milliseconds: device.clock.now().milliseconds + 365 * 86_400_000)
    try await device.store.setAccountRetry(
      SyncRetry(attempts: 3, notBefore: future, problem: .unreachable), of: device.account)
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.sent, 1)
  }

  func testARoundWithoutContactProvesNothing() async throws {
    let device = try await Device(server)
    let retry = SyncRetry(
      attempts: 3, notBefore: device.clock.now(), problem: .unreachable)
    try await device.store.setAccountRetry(retry, of: device.account)
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    let stored = try await device.retry()
    XCTAssertEqual(stored, retry)
  }

  func testACancelledRoundChangesNothing() async throws {
    let device = try await Device(server)
    try await device.add("Milk")
    server.plan([.hang])
    let round = Task { await device.engine.syncOnce(pull: true) }
    let isAsked = await eventually { server.calls.count == 1 }
    XCTAssertTrue(isAsked)
    round.cancel()
    let outcome = await round.value
    XCTAssertEqual(outcome.end, .cancelled)
    let retry = try await device.retry()
    XCTAssertNil(retry)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 2)
  }

  func testAFailingStoreIsReported() async throws {
    let disk = try DamagedDisk()
    addTeardownBlock { disk.remove() }
    let device = try await Device(backend: SimulatedBackend(server), path: disk.path)
    try await device.add("Milk")
    try disk.damage()
    let outcome = await device.engine.syncOnce(pull: true)
    guard case .storeFailed = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(server.calls, [])
  }
}
