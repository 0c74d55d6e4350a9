import Foundation
import GRDB
import XCTest

@testable import Core

final class BackupTests: XCTestCase {
  private func setUpStore() async throws -> (TestFolder, Bench, StoreBackup) {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    try await bench.add("Milk")
    return (folder, bench, StoreBackup(databasePath: folder.file()))
  }

  func testACopyADay() async throws {
    let (folder, bench, backup) = try await setUpStore()
    XCTAssertEqual(backup.copies(), [])
    try await backup.copyIfDue(bench.store)
    let first = backup.copies()
    XCTAssertEqual(first.map(\.madeAt), [bench.clock.now])
    bench.clock.advance(by: StoreBackup.interval - 1)
    try await backup.copyIfDue(bench.store)
    XCTAssertEqual(backup.copies(), first)
    bench.clock.advance(by: 1)
    try await backup.copyIfDue(bench.store)
    XCTAssertEqual(backup.copies().count, 2)
    XCTAssertEqual(backup.copies().last, first.first)
    withExtendedLifetime(folder) {}
  }

  func testAnEmptyStoreIsNotCopied() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let backup = StoreBackup(databasePath: folder.file())
    try await backup.copyIfDue(bench.store)
    XCTAssertEqual(backup.copies(), [])
    try await bench.add("Milk")
    try await backup.copyIfDue(bench.store)
    XCTAssertEqual(backup.copies().count, 1)
    withExtendedLifetime(folder) {}
  }

  func testACopyHoldsEverythingAndIsOneFile() async throws {
    let (folder, bench, backup) = try await setUpStore()
    try await bench.store.connect(try sampleAccount())
    let expected = try await bench.store.dump()
    try await backup.copyIfDue(bench.store)
    try await bench.add("later")
    let copy = try XCTUnwrap(backup.copies().first)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
    XCTAssertEqual(names.count, 1)
    let queue = try DatabaseQueue(path: copy.path)
    let (found, verdict, mode) = try await queue.writeWithoutTransaction { db in
      (
        try TodoStore.dump(db), try String.fetchOne(db, sql: "PRAGMA integrity_check"),
        try String.fetchOne(db, sql: "PRAGMA journal_mode")
      )
    }
    XCTAssertEqual(found, expected)
    XCTAssertEqual(verdict, "ok")
    XCTAssertEqual(mode, "delete")
  }

  func testOnlyTheNewestAreKept() async throws {
    let (folder, bench, backup) = try await setUpStore()
    var moments: [Timestamp] = []
    for _ in 0..<StoreBackup.kept + 3 {
      bench.clock.advance(by: StoreBackup.interval)
      try await backup.copyIfDue(bench.store)
      moments.append(bench.clock.now)
    }
    XCTAssertEqual(backup.copies().map(\.madeAt), moments.suffix(StoreBackup.kept).reversed())
    withExtendedLifetime(folder) {}
  }

  private func setUpStoreWithCopiesFromTheFuture() async throws -> (
    TestFolder, Bench, StoreBackup
  ) {
    let (folder, bench, backup) = try await setUpStore()
    for _ in 0..<StoreBackup.kept {
      bench.clock.advance(by: StoreBackup.interval)
      try await backup.copyIfDue(bench.store)
    }
    bench.clock.advance(by: -1_000 * StoreBackup.interval)
    return (folder, bench, backup)
  }

  /// The calendar was wrong once: copies from the future must not stop new ones for years.
  func testCopiesFromTheFutureDoNotStandInTheWay() async throws {
    let (folder, bench, backup) = try await setUpStoreWithCopiesFromTheFuture()
    try await bench.add("after the calendar was set right")
    try await backup.copyIfDue(bench.store)
    XCTAssertEqual(backup.copies().count, StoreBackup.kept)
    XCTAssertTrue(backup.copies().contains { $0.madeAt == bench.clock.now })
    withExtendedLifetime(folder) {}
  }

  func testCopiesFromTheFutureMakeRoom() async throws {
    let (folder, bench, backup) = try await setUpStoreWithCopiesFromTheFuture()
    var moments: [Timestamp] = []
    for _ in 0..<StoreBackup.kept {
      bench.clock.advance(by: StoreBackup.interval)
      try await backup.copyIfDue(bench.store)
      moments.append(bench.clock.now)
    }
    XCTAssertEqual(backup.copies().map(\.madeAt), moments.reversed())
    withExtendedLifetime(folder) {}
  }

  func testOnlyFinishedCopiesAreOffered() async throws {
    let (folder, bench, backup) = try await setUpStore()
    try await backup.copyIfDue(bench.store)
    let copies = backup.copies()
    for name in [
      "unfinished", "unfinished-journal", "optimist-.sqlite", "optimist-x.sqlite", "other.sqlite",
      "optimist-1.sqlite-journal", "optimist--5.sqlite", "optimist-1", "optimist.sqlite",
      "optimist--9223372036854775808.sqlite",
    ] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("backups/" + name)))
    }
    XCTAssertEqual(backup.copies(), copies)
    bench.clock.advance(by: StoreBackup.interval)
    try await backup.copyIfDue(bench.store)
    XCTAssertEqual(backup.copies().count, 2, "what an interrupted copy left is overwritten")
    XCTAssertFalse(FileManager.default.fileExists(atPath: folder.file("backups/unfinished")))
  }

  func testADamagedStoreIsNotCopiedAndNoCopyIsRemoved() async throws {
    let (folder, bench, backup) = try await setUpStore()
    let list = try await bench.store.addList(named: "Many")
    try await bench.store.insertRows(900, into: list)
    for _ in 0..<StoreBackup.kept {
      bench.clock.advance(by: StoreBackup.interval)
      try await backup.copyIfDue(bench.store)
    }
    let copies = backup.copies()
    try bench.store.close()
    var bytes = try folder.bytes()
    let pages = bytes.count / 4_096
    guard pages > 10 else { return XCTFail("\(pages) pages") }
    bytes.replaceSubrange((pages - 3) * 4_096..<(pages - 2) * 4_096, with: Data(count: 4_096))
    try bytes.write(to: URL(fileURLWithPath: folder.file()))
    let reopened = try Bench(path: folder.file(), clock: bench.clock)
    bench.clock.advance(by: StoreBackup.interval)
    do {
      try await backup.copyIfDue(reopened.store)
      XCTFail("a damaged store was copied")
    } catch {
      XCTAssertTrue(error.isDamaged, "\(error)")
    }
    XCTAssertEqual(backup.copies(), copies)
    XCTAssertFalse(FileManager.default.fileExists(atPath: folder.file("backups/unfinished")))
  }

  func testOtherUsersCannotReadTheCopies() async throws {
    let (folder, bench, backup) = try await setUpStore()
    try await backup.copyIfDue(bench.store)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("backups"))
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o700)
  }

  func testCopiesAreMadeWhileOthersWrite() async throws {
    let (folder, bench, backup) = try await setUpStore()
    let list = try await bench.store.addList(named: "Home")
    async let copying: Void = backup.copyIfDue(bench.store)
    for index in 0..<50 { try await bench.add("t\(index)", to: list.id) }
    try await copying
    let copy = try XCTUnwrap(backup.copies().first)
    try backup.setAsideAndRestore(copy, bench)
    let restored = try Bench(path: folder.file())
    let rows = try await restored.store.sections(of: .list(list.id)).open.map(\.content)
    XCTAssertEqual(rows, (0..<50).map { "t\($0)" }.prefix(rows.count).map { $0 })
  }

  func testSettingAsideMovesEverythingAndOverwritesNothing() async throws {
    let folder = try TestFolder()
    let backup = StoreBackup(databasePath: folder.file())
    var names: Set<String> = []
    for round in 0..<3 {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try Data("\(round)\(suffix)".utf8).write(
          to: URL(fileURLWithPath: folder.file("optimist.sqlite" + suffix)))
      }
      let path = try backup.setAside(stamp: "2026-11-21-101500")
      let name = URL(fileURLWithPath: path).lastPathComponent
      XCTAssertTrue(name.hasPrefix("optimist.sqlite.damaged-2026-11-21-101500"), name)
      for suffix in ["", "-wal", "-shm", "-journal"] {
        XCTAssertTrue(names.insert(name + suffix).inserted)
        XCTAssertEqual(try folder.bytes(of: name + suffix), Data("\(round)\(suffix)".utf8))
      }
    }
    XCTAssertEqual(Set(try folder.names()), names)
  }

  /// A crash between two of the moves must not make the rest impossible.
  func testSettingAsideAfterAnInterruptedOne() async throws {
    let folder = try TestFolder()
    let backup = StoreBackup(databasePath: folder.file())
    let stamp = "2026-11-21-101500"
    try Data("old".utf8).write(
      to: URL(fileURLWithPath: folder.file("optimist.sqlite.damaged-\(stamp)-wal")))
    for suffix in ["", "-wal"] {
      try Data("new".utf8).write(
        to: URL(fileURLWithPath: folder.file("optimist.sqlite" + suffix)))
    }
    let path = try backup.setAside(stamp: stamp)
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")), Data("new".utf8))
    XCTAssertEqual(
      try folder.bytes(of: "optimist.sqlite.damaged-\(stamp)-wal"), Data("old".utf8))
  }

  func testRestoringNeverOverwrites() async throws {
    let (folder, bench, backup) = try await setUpStore()
    try await backup.copyIfDue(bench.store)
    let copy = try XCTUnwrap(backup.copies().first)
    try bench.store.close()
    let bytes = try folder.bytes()
    await assertInputOutput {
      try backup.restore(
        .init(path: folder.file("none"), madeAt: bench.clock.now), settingAside: "one")
    }
    XCTAssertEqual(try folder.bytes(), bytes, "it stays if there is no copy")

    // A log of another file would be read into the copy.
    try Data("log".utf8).write(to: URL(fileURLWithPath: folder.file("optimist.sqlite-wal")))
    try backup.restore(copy, settingAside: "two")
    XCTAssertEqual(
      Set(try folder.names().filter { $0 != "backups" }),
      ["optimist.sqlite", "optimist.sqlite.damaged-two", "optimist.sqlite.damaged-two-wal"])
    XCTAssertEqual(try folder.bytes(of: "optimist.sqlite.damaged-two"), bytes)
    XCTAssertEqual(backup.copies(), [copy], "the copy itself stays")
  }

  private func assertInputOutput(line: UInt = #line, _ work: () throws -> Void) async {
    do {
      try work()
      XCTFail("went through", line: line)
    } catch {
      guard case .inputOutput? = error as? StoreError else {
        return XCTFail("\(error)", line: line)
      }
    }
  }
}

extension StoreBackup {
  fileprivate func setAsideAndRestore(_ copy: Copy, _ bench: Bench) throws {
    try bench.store.close()
    try restore(copy, settingAside: "test")
  }
}
