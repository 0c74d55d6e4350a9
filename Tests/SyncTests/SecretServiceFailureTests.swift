import Basics
import Core
import Sync
import TestSupport
import XCTest

final class SecretServiceFailureTests: XCTestCase {
  private let ann = AccountID(rawValue: "ann")

  /// Fails unless reading, keeping and removing all end with this error.
  private func assertAll(
    _ store: SecretServiceStore, throw expected: SecretError, line: UInt = #line
  ) async {
    await assertThrows(expected, line: line) { try await store.secret(for: ann) }
    await assertThrows(expected, line: line) {
      try await store.setSecret("s", for: ann, label: "Optimist")
    }
    await assertThrows(expected, line: line) { try await store.removeSecret(for: ann) }
  }

  func testWithoutABus() async {
    for address in ["unix:path=/nonexistent/bus", "nonsense", ""] {
      await assertAll(SecretServiceStore(busAddress: address), throw: .unavailable)
    }
  }

  func testABusWithoutAKeyring() async throws {
    let session = try secretServiceSession()
    await assertAll(SecretServiceStore(busAddress: session.busAddress), throw: .unavailable)
  }

  func testALockedKeyring() async throws {
    let session = try secretServiceSession()
    let store = SecretServiceStore(busAddress: session.busAddress)
    try session.startKeyring(password: "right")
    try await store.setSecret("kept", for: ann, label: "Optimist")
    session.stopKeyring()
    try session.startKeyring(password: "wrong")
    await assertAll(store, throw: .locked)
    await assertThrows(SecretError.locked) {
      try await store.setSecret("new", for: AccountID(rawValue: "new"), label: "Optimist")
    }
    session.stopKeyring()
    try session.startKeyring(password: "right")
    let secret = try await store.secret(for: ann)
    XCTAssertEqual(secret, "kept")
  }

  func testAKeyringThatDoesNotAnswer() async throws {
    let session = try secretServiceSession()
    try session.startKeyring(password: "right")
    session.freezeKeyring()
    let store = SecretServiceStore(busAddress: session.busAddress, limit: .milliseconds(200))
    let isFrozen = await eventually {
      await errorOf(store) == .timedOut
    }
    XCTAssertTrue(isFrozen)
    let start = ContinuousClock.now
    await assertAll(store, throw: .timedOut)
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
  }

  func testCancelling() async throws {
    let session = try secretServiceSession()
    try session.startKeyring(password: "right")
    session.freezeKeyring()
    let quick = SecretServiceStore(busAddress: session.busAddress, limit: .milliseconds(200))
    let isFrozen = await eventually { await errorOf(quick) == .timedOut }
    XCTAssertTrue(isFrozen)
    let store = SecretServiceStore(busAddress: session.busAddress)
    let start = ContinuousClock.now
    let ann = ann
    // The second one waits for its turn; both leave at once.
    let tasks = (0..<2).map { _ in Task { try await store.secret(for: ann) } }
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await store.secret(for: ann)
    }
    for task in tasks + [late] {
      task.cancel()
      await assertThrows(SecretError.cancelled) { try await task.value }
    }
    // The thread is free again as well.
    let next = Task { try await store.secret(for: ann) }
    session.stopKeyring()
    await assertThrows(SecretError.unavailable) { try await next.value }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(15))
  }

  func testAQuestionWithoutAnAnswerIsNotAskedAgainByItself() async throws {
    let session = try secretServiceSession()
    try session.startKeyring(password: "right")
    let rest = KeyringRest()
    let store = SecretServiceStore(
      busAddress: session.busAddress, limit: .milliseconds(500), rest: rest)
    let patient = SecretServiceStore(
      busAddress: session.busAddress, limit: .seconds(20), rest: rest)
    try await patient.setSecret("kept", for: ann, label: "Optimist")
    session.stopKeyring()
    do {
      try session.startHangingPrompter()
    } catch let unavailable as SecretServiceSession.Unavailable {
      throw XCTSkip("a question without an answer was not tested: " + unavailable.reason)
    }
    try session.startKeyring(password: "wrong")
    let isAsking = await eventually { await errorOf(store) == .timedOut }
    XCTAssertTrue(isAsking)
    for _ in 1...3 {
      await assertThrows(SecretError.locked) { try await patient.secret(for: ann) }
      // That there is no secret says nothing about the lock.
      let none = try await patient.secret(for: AccountID(rawValue: "nobody"))
      XCTAssertNil(none)
    }
    // The user wants it.
    store.askAgain()
    await assertThrows(SecretError.timedOut) { try await store.secret(for: ann) }
    await assertThrows(SecretError.locked) { try await patient.secret(for: ann) }
    // Another program has unlocked the keyring.
    session.stopKeyring()
    try session.startKeyring(password: "right")
    let kept = try await patient.secret(for: ann)
    XCTAssertEqual(kept, "kept")
  }

  /// Nobody has closed it.
  func testACancelledQuestionMayBeAskedAgain() async throws {
    let session = try secretServiceSession()
    try session.startKeyring(password: "right")
    let rest = KeyringRest()
    let store = SecretServiceStore(
      busAddress: session.busAddress, limit: .seconds(20), rest: rest)
    try await store.setSecret("kept", for: ann, label: "Optimist")
    session.stopKeyring()
    do {
      try session.startHangingPrompter()
    } catch let unavailable as SecretServiceSession.Unavailable {
      throw XCTSkip("a cancelled question was not tested: " + unavailable.reason)
    }
    try session.startKeyring(password: "wrong")
    let other = SecretServiceStore(busAddress: session.busAddress, limit: .milliseconds(500))
    let isAsking = await eventually { await errorOf(other) == .timedOut }
    XCTAssertTrue(isAsking)
    let ann = ann
    let asking = Task { try await store.secret(for: ann) }
    // It waits so long for its own answer that the other one's question is open.
    _ = await errorOf(other)
    asking.cancel()
    await assertThrows(SecretError.cancelled) { try await asking.value }
    // Its turn comes when the cancelled work has ended.
    let none = try await store.secret(for: AccountID(rawValue: "nobody"))
    XCTAssertNil(none)
    let next = SecretServiceStore(
      busAddress: session.busAddress, limit: .milliseconds(500), rest: rest)
    await assertThrows(SecretError.timedOut) { try await next.secret(for: ann) }
  }

  func testAClosedDialogDoesNotComeBackByItself() async throws {
    let session = try secretServiceSession()
    try session.startKeyring(password: "right")
    let rest = KeyringRest()
    let patient = SecretServiceStore(
      busAddress: session.busAddress, limit: .seconds(20), rest: rest)
    try await patient.setSecret("kept", for: ann, label: "Optimist")
    session.stopKeyring()
    // Without a prompter the question ends as if its dialog had been closed.
    try session.startKeyring(password: "wrong")
    await assertThrows(SecretError.locked) { try await patient.secret(for: ann) }
    do {
      try session.startHangingPrompter()
    } catch let unavailable as SecretServiceSession.Unavailable {
      throw XCTSkip("a closed dialog was not tested: " + unavailable.reason)
    }
    await assertThrows(SecretError.locked) { try await patient.secret(for: ann) }
    patient.askAgain()
    let quick = SecretServiceStore(
      busAddress: session.busAddress, limit: .milliseconds(500), rest: rest)
    await assertThrows(SecretError.timedOut) { try await quick.secret(for: ann) }
  }

  func testAQuestionThatNobodyAnswers() async throws {
    let session = try secretServiceSession()
    let store = SecretServiceStore(busAddress: session.busAddress)
    try session.startKeyring(password: "right")
    try await store.setSecret("kept", for: ann, label: "Optimist")
    session.stopKeyring()
    do {
      try session.startHangingPrompter()
    } catch let unavailable as SecretServiceSession.Unavailable {
      throw XCTSkip("a question without an answer was not tested: " + unavailable.reason)
    }
    try session.startKeyring(password: "wrong")
    let quick = SecretServiceStore(busAddress: session.busAddress, limit: .milliseconds(500))
    let isAsking = await eventually { await errorOf(quick) == .timedOut }
    XCTAssertTrue(isAsking)
    let start = ContinuousClock.now
    let ann = ann
    // Cancelled at different points on the way to the question, and while it is open.
    for turns in [0, 10, 1_000] {
      let asking = Task { try await store.secret(for: ann) }
      for _ in 0..<turns { await Task.yield() }
      asking.cancel()
      await assertThrows(SecretError.cancelled) { try await asking.value }
    }
    do {
      let asking = Task { try await store.secret(for: ann) }
      // It waits so long for its own answer that the other one's question is open.
      _ = await errorOf(quick)
      asking.cancel()
      await assertThrows(SecretError.cancelled) { try await asking.value }
    }
    // The queue is free for the next one, which needs no password, and the keyring is still there.
    let other = try await store.secret(for: AccountID(rawValue: "nobody"))
    XCTAssertNil(other)
    // It goes away while somebody waits for the answer.
    let waiting = Task { try await store.setSecret("new", for: ann, label: "Optimist") }
    _ = await errorOf(quick)
    session.stopKeyring()
    await assertThrows(SecretError.unavailable) { try await waiting.value }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(15))
  }

  private func errorOf(_ store: SecretServiceStore) async -> SecretError? {
    do {
      _ = try await store.secret(for: ann)
      return nil
    } catch {
      return error
    }
  }
}
