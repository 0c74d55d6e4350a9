import GRDB
import XCTest

@testable import Core

final class DurabilityTests: XCTestCase {
  func testEachCommitIsSyncedToTheDisk() async throws {
    let folder = try TestFolder()
    let ids = CountingIDs()
    for round in ["new", "existing"] {
      let bench = try Bench(path: folder.file(), ids: ids)
      let (mode, synchronous) = try await bench.store.writer.writeWithoutTransaction { db in
        (
          try String.fetchOne(db, sql: "PRAGMA journal_mode"),
          try Int.fetchOne(db, sql: "PRAGMA synchronous")
        )
      }
      XCTAssertEqual(mode, "wal", round)
      XCTAssertEqual(synchronous, 2, "\(round): FULL")
      try await bench.add("Milk")
      try bench.store.close()
    }
  }

  func testACrashLosesNothingThatWasConfirmed() async throws {
    let folder = try TestFolder()
    let (bench, account) = try await Bench.connected(path: folder.file())
    let todo = try await bench.add("Milk", date: .first, isStarred: true)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.setDone(todo.id, true)
    _ = try await bench.store.delete(try await bench.add("Eggs").id)
    let expected = try await bench.store.dump()

    // What is on disk at this moment, with the log, while the first store is still open.
    let crashed = try folder.copyOfEverything()
    XCTAssertTrue(try crashed.names().contains("optimist.sqlite-wal"))
    let reopened = try Bench(path: crashed.file(), clock: bench.clock, ids: bench.ids)
    let found = try await reopened.store.dump()
    XCTAssertEqual(found, expected)
    let keys = try await reopened.store.waitingKeys(of: account)
    XCTAssertEqual(keys.count, 2)
    withExtendedLifetime(bench) {}
  }

  func testALogThatWasCutOffLosesOnlyWhatWasNotConfirmed() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let list = try await bench.store.addList(named: "Home")
    try await bench.add("a", to: list.id)
    let confirmed = try folder.bytes(of: "optimist.sqlite-wal").count
    try await bench.add("b", to: list.id)
    let full = try folder.bytes(of: "optimist.sqlite-wal")
    XCTAssertGreaterThan(full.count, confirmed)

    for cut in [full.count - 1, (full.count + confirmed) / 2, confirmed + 1, confirmed] {
      let crashed = try folder.copyOfEverything()
      try full.prefix(cut).write(to: URL(fileURLWithPath: crashed.file("optimist.sqlite-wal")))
      try? FileManager.default.removeItem(atPath: crashed.file("optimist.sqlite-shm"))
      let reopened = try Bench(path: crashed.file())
      let rows = try await reopened.store.sections(of: .list(list.id)).open
      XCTAssertEqual(rows.map(\.content), ["a"], "cut at \(cut)")
    }
    withExtendedLifetime(bench) {}
  }

  func testReopeningShowsEverything() async throws {
    let folder = try TestFolder()
    let (bench, account) = try await Bench.connected(path: folder.file())
    try await bench.add("Milk")
    let expected = try await bench.store.dump()
    try bench.store.close()
    XCTAssertEqual(try folder.names(), ["optimist.sqlite"], "the log is in the file")
    let reopened = try Bench(path: folder.file())
    let found = try await reopened.store.dump()
    XCTAssertEqual(found, expected)
    let accounts = try await reopened.store.accounts()
    XCTAssertEqual(accounts.map(\.id), [account])
  }

  func testAClosedStoreRefusesToWork() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    try bench.store.close()
    do {
      try await bench.add("Milk")
      XCTFail("went through")
    } catch {
      XCTAssertTrue(error is StoreError)
    }
  }

  func testTwoStoresOnOneFileDoNotLoseEachOthersRows() async throws {
    let folder = try TestFolder()
    let first = try Bench(path: folder.file())
    let list = try await first.store.addList(named: "Home")
    let second = try Bench(path: folder.file(), ids: first.ids)
    async let left: Void = {
      for index in 0..<20 { try await first.add("l\(index)", to: list.id) }
    }()
    async let right: Void = {
      for index in 0..<20 { try await second.add("r\(index)", to: list.id) }
    }()
    _ = try await (left, right)
    let rows = try await first.store.sections(of: .list(list.id)).open
    XCTAssertEqual(rows.count, 40)
  }
}
