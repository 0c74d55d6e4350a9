import TestSupport
import XCTest

@testable import Core

/// What is old goes, and no clock that is wrong makes anything old.
final class TrashPurgeTests: XCTestCase {
  private let day = StoreClock.day
  private let tenYears = 3653 * StoreClock.day

  /// Deletes a to-do that no server knows.
  private func delete(_ content: String, in bench: Bench) async throws {
    let todo = try await bench.add(content)
    _ = try await bench.store.delete(todo.id)
  }

  private func purged(_ bench: Bench, after days: Int64...) async throws -> [String] {
    for count in days {
      bench.clock.advance(by: count * day)
      try await bench.store.purgeTrash()
    }
    return try await bench.store.trash().map(\.title)
  }

  /// A round that finds nothing new.
  private func round(_ bench: Bench, _ account: AccountID, at time: Timestamp) async throws {
    try await bench.store.apply(.changes(serverTime: time), of: .todo, from: account)
    try await bench.store.noteSync(of: account)
  }

  func testWhatIsThirtyDaysOldGoesADayAfterThatWasSeen() async throws {
    let bench = try Bench()
    try await delete("Milk", in: bench)
    var left = try await purged(bench, after: 29)
    XCTAssertEqual(left, ["Milk"])
    left = try await purged(bench, after: 2)
    XCTAssertEqual(left, ["Milk"], "seen too old")
    try await delete("Tea", in: bench)
    left = try await purged(bench, after: 1)
    XCTAssertEqual(left, ["Tea"])
  }

  func testAClockThatWasWrongForAWhileLosesNothing() async throws {
    let bench = try Bench()
    try await delete("Milk", in: bench)
    for years in [tenYears, 40 * day] {
      _ = try await purged(bench, after: 0)
      bench.clock.advance(by: years)
      _ = try await purged(bench, after: 0, 0)
      bench.clock.advance(by: -years)
      let left = try await purged(bench, after: 0, 1, 1)
      XCTAssertEqual(left, ["Milk"])
    }
  }

  /// Each start with a time of its own, as from a hardware clock without a battery.
  func testAClockThatJumpsAtEachStartLosesNothing() async throws {
    let bench = try Bench()
    try await delete("Milk", in: bench)
    for _ in 0..<5 {
      let left = try await purged(bench, after: 3653, 61, -3000, 400, -1114)
      XCTAssertEqual(left, ["Milk"])
    }
  }

  func testAClockThatStaysWrongPurgesAfterADayOfUse() async throws {
    let bench = try Bench()
    try await delete("Milk", in: bench)
    var left = try await purged(bench, after: 0, 3653, 0)
    XCTAssertEqual(left, ["Milk"])
    bench.clock.advance(by: day - 1)
    left = try await purged(bench, after: 0)
    XCTAssertEqual(left, ["Milk"])
    bench.clock.advance(by: 1)
    left = try await purged(bench, after: 0)
    XCTAssertEqual(left, [])
  }

  /// A clock that begins in the past and is put right a little later.
  func testWhatWasDeletedWhileTheClockWasBehindStaysForThirtyDays() async throws {
    let bench = try Bench()
    try await delete("first", in: bench)
    bench.clock.advance(by: -tenYears)
    try await delete("Milk", in: bench)
    bench.clock.advance(by: tenYears)
    var left = try await purged(bench, after: 0, 1, 27)
    XCTAssertEqual(left, ["Milk", "first"])
    left = try await purged(bench, after: 3, 1)
    XCTAssertEqual(left, [])
  }

  func testAnAccountsTrashGoesByTheServersTime() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    let deletedAt = bench.clock.now
    func later(_ days: Int64) -> Timestamp {
      Timestamp(milliseconds: deletedAt.milliseconds + days * day)
    }
    try await round(bench, account, at: deletedAt)
    // This computer's clock is ahead for good.
    var left = try await purged(bench, after: 0, 3653, 1, 1)
    XCTAssertEqual(left, ["Milk"])
    try await round(bench, account, at: later(30))
    left = try await purged(bench, after: 1)
    XCTAssertEqual(left, ["Milk"])
    try await round(bench, account, at: later(31))
    left = try await purged(bench, after: 1)
    XCTAssertEqual(left, [])
  }

  func testAServerWhoseTimeIsWrongRemovesNothing() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    let deletedAt = bench.clock.now
    let wrong = Timestamp(milliseconds: deletedAt.milliseconds + tenYears)
    try await round(bench, account, at: deletedAt)
    try await round(bench, account, at: wrong)
    var left = try await purged(bench, after: 1, 1)
    XCTAssertEqual(left, ["Milk"])
    // One that was wrong when it was deleted does not keep it for years.
    let (other, same, milk) = try await Bench.agreed()
    _ = try await other.store.delete(milk.id)
    try await round(other, same, at: wrong)
    try await round(other, same, at: deletedAt)
    left = try await purged(other, after: 31)
    XCTAssertEqual(left, ["Milk"])
    try await round(other, same, at: other.clock.now)
    left = try await purged(other, after: 0)
    XCTAssertEqual(left, [])
  }

  /// No round has told the time since: nobody knows how old it is.
  func testWhatNoRoundHasSeenInTheTrashStays() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await round(bench, account, at: bench.clock.now)
    _ = try await bench.store.delete(todo.id)
    let left = try await purged(bench, after: 31, 1, 30)
    XCTAssertEqual(left, ["Milk"])
  }

  func testConflictsAreKeptWithTheSameCare() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "here"))
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    let fields = try XCTUnwrap(base?.fields).changing(["content": .string("There")])
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    let deletedAt = bench.clock.now
    try await round(bench, account, at: deletedAt)
    _ = try await purged(bench, after: 0, 3653, 2, 2)
    var left = try await bench.store.recentConflicts()
    XCTAssertEqual(left.count, 1)
    try await round(
      bench, account, at: Timestamp(milliseconds: deletedAt.milliseconds + 31 * day))
    _ = try await purged(bench, after: 0)
    left = try await bench.store.recentConflicts()
    XCTAssertEqual(left.count, 0)
  }

  /// What was seen is in the file, so that the window and the commands count the same day.
  func testTwoProcessesCountTheSameDay() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let other = try Bench(path: folder.file(), clock: bench.clock)
    try await delete("Milk", in: bench)
    var left = try await purged(bench, after: 31)
    XCTAssertEqual(left, ["Milk"])
    left = try await purged(other, after: 1)
    XCTAssertEqual(left, [])
    // One of them sees the clock set; the other does not remove by what it saw before.
    try await delete("Tea", in: bench)
    _ = try await purged(bench, after: 0, 40)
    _ = try await purged(other, after: -40, 40)
    left = try await purged(bench, after: 0)
    XCTAssertEqual(left, ["Tea"])
    withExtendedLifetime(folder) {}
  }

  func testAListGoesWithItsTodos() async throws {
    let bench = try Bench()
    try await bench.add("Milk")
    try await bench.store.deleteList(try await bench.store.lists()[0].id)
    _ = try await purged(bench, after: 31, 1)
    let copies = try await bench.store.trashedFields()
    XCTAssertEqual(copies.count, 0)
  }

  func testNumbersThatNoClockTellsAreBorne() async throws {
    let bench = try Bench()
    try await delete("Milk", in: bench)
    for (a, b) in [(Int64.max, Int64.min), (.min, .max)] {
      try await bench.store.execute(
        "UPDATE clock SET seenAt = \(a), backFrom = \(b), backTo = \(a);"
          + "UPDATE trash SET tooOldAt = \(b), serverTime = \(a)")
      let left = try await purged(bench, after: 0)
      XCTAssertEqual(left, ["Milk"])
    }
  }
}
