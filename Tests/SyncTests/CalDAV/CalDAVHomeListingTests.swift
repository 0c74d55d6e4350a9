import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// Which answer about the calendars serves two questions.
final class CalDAVHomeListingTests: XCTestCase {
  private let listing = CalDAVHomeListing()
  private let clock = ManualClock(skipsSleep: true)
  private let asked = Asked()

  private final class Asked: Sendable {
    let times = Mutex(0)
  }

  private func ask(_ kind: RecordKind) async throws {
    _ = try await listing.responses(for: kind, now: clock.now) {
      [asked] () throws(SyncError) in
      asked.times.withLock { $0 += 1 }
      return []
    }
  }

  private var count: Int { asked.times.withLock { $0 } }

  func testAnAnswerServesEachKindOnce() async throws {
    try await ask(.list)
    try await ask(.todo)
    XCTAssertEqual(count, 1)
    try await ask(.todo)
    XCTAssertEqual(count, 2)
    try await ask(.todo)
    XCTAssertEqual(count, 3)
    try await ask(.list)
    XCTAssertEqual(count, 3)
  }

  func testAListWrittenSinceMakesItNoAnswer() async throws {
    try await ask(.list)
    listing.noteWrite()
    try await ask(.todo)
    XCTAssertEqual(count, 2)
  }

  func testAWriteDuringTheRequestMakesItNoAnswer() async throws {
    _ = try await listing.responses(for: .list, now: clock.now) {
      [listing] () throws(SyncError) in
      listing.noteWrite()
      return []
    }
    try await ask(.todo)
    XCTAssertEqual(count, 1)
  }

  func testAnOldAnswerIsNone() async throws {
    try await ask(.list)
    clock.advance(by: CalDAVHomeListing.longest + .milliseconds(1))
    try await ask(.todo)
    XCTAssertEqual(count, 2)
  }

  func testAFailureIsNoAnswer() async throws {
    do {
      _ = try await listing.responses(for: .list, now: clock.now) {
        () throws(SyncError) in throw .authentication
      }
      XCTFail("it has an answer")
    } catch {
      XCTAssertEqual(error, .authentication)
    }
    try await ask(.todo)
    XCTAssertEqual(count, 1)
  }
}
