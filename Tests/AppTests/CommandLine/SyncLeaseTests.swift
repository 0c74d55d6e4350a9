import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SyncLeaseTests: XCTestCase {
  private var folder: TemporaryFolder?

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
  }

  /// Two processes on the same file; locks belong to open files, so one process can play both.
  private func leases(in other: TemporaryFolder? = nil) throws -> (SyncLease, SyncLease) {
    let path = try XCTUnwrap(other ?? folder).file()
    return (
      SyncLease(databasePath: path, holder: .window),
      SyncLease(databasePath: path, holder: .command)
    )
  }

  func testOneAtATime() throws {
    let (window, command) = try leases()
    XCTAssertNil(command.otherHolder)
    XCTAssertTrue(window.take())
    XCTAssertFalse(command.take())
    XCTAssertEqual(command.otherHolder, .window)
    window.release()
    XCTAssertNil(command.otherHolder)
    XCTAssertTrue(command.take())
    XCTAssertEqual(window.otherHolder, .command)
    command.release()
  }

  func testAskingTakesNothing() throws {
    let (window, command) = try leases()
    for _ in 0..<100 {
      XCTAssertNil(command.otherHolder)
      XCTAssertTrue(window.take())
      window.release()
    }
  }

  func testItGoesWithItsOwner() throws {
    let command = try leases().1
    do {
      let window = try leases().0
      XCTAssertTrue(window.take())
      XCTAssertFalse(command.take())
    }
    XCTAssertTrue(command.take())
  }

  @MainActor
  func testWaitingEndsWhenItIsFree() async throws {
    let (window, command) = try leases()
    XCTAssertTrue(command.take())
    var isHeld: Bool?
    let waiting = Task { isHeld = await window.acquire() }
    // Another pair does all of it meanwhile.
    let otherFolder = try TemporaryFolder()
    defer { withExtendedLifetime(otherFolder) {} }
    let (otherWindow, otherCommand) = try leases(in: otherFolder)
    XCTAssertTrue(otherCommand.take())
    let other = Task { await otherWindow.acquire() }
    await eventually("both wait") { window.isAwaited && otherWindow.isAwaited }
    otherCommand.release()
    let isOtherHeld = await other.value
    XCTAssertTrue(isOtherHeld)
    XCTAssertNil(isHeld, "it is not free yet")
    command.release()
    await waiting.value
    XCTAssertEqual(isHeld, true)
    XCTAssertEqual(command.otherHolder, .window)
    window.release()
  }

  @MainActor
  func testWaitingThatIsCancelledTakesNothing() async throws {
    let (window, command) = try leases()
    XCTAssertTrue(command.take())
    let waiting = Task { await window.acquire() }
    await eventually("it waits") { window.isAwaited }
    waiting.cancel()
    let isHeld = await waiting.value
    XCTAssertFalse(isHeld)
    command.release()
    // The thread that still waits gets it and gives it back.
    await eventually("free again") { command.otherHolder == nil && command.take() }
    command.release()
  }

  func testALockIsReleasedWhoeverStillRefersToIt() throws {
    let folder = try TemporaryFolder()
    let lock = try XCTUnwrap(FileLock(folder.file("lock")))
    let other = try XCTUnwrap(FileLock(folder.file("lock")))
    XCTAssertTrue(lock.take())
    XCTAssertFalse(other.take())
    lock.release()
    XCTAssertTrue(other.take())
    XCTAssertTrue(lock.isTaken)
  }
}
