import Basics
import Foundation
import GRDB
import XCTest

@testable import Core

/// A damaged file is told as such; it is never shown as an empty or a smaller one.
final class DamageTests: XCTestCase {
  private static let rows = 300

  /// A closed store with a few hundred rows.
  private func sound() async throws -> TestFolder {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.insertRows(Self.rows, into: list)
    try bench.store.close()
    return folder
  }

  private func damaged(_ folder: TestFolder, _ change: (inout Data) -> Void) throws -> TestFolder {
    let copy = try folder.copyOfEverything()
    var bytes = try copy.bytes()
    change(&bytes)
    try bytes.write(to: URL(fileURLWithPath: copy.file()))
    return copy
  }

  private func assertDamaged(_ folder: TestFolder, _ name: String, line: UInt = #line) {
    XCTAssertThrowsError(try TodoStore.open(at: folder.file()), name, line: line) { error in
      XCTAssertEqual((error as? StoreError)?.isDamaged, true, "\(name): \(error)", line: line)
    }
  }

  func testGarbage() async throws {
    let folder = try await sound()
    var chances = SeededChances(seed: 3)
    assertDamaged(
      try damaged(folder) { bytes in
        for index in 0..<100 { bytes[index] = UInt8.random(in: 0...255, using: &chances) }
      }, "header")
    assertDamaged(
      try damaged(folder) { bytes in
        for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &chances) }
      }, "all of it")
    assertDamaged(try damaged(folder) { $0 = Data("not a database\n".utf8) }, "a short text")
    assertDamaged(try damaged(folder) { $0 = Data("x".utf8) }, "one byte")
  }

  func testTruncated() async throws {
    let folder = try await sound()
    let size = try folder.bytes().count
    for left in [512, 4_096, 4_097, size / 2, size - 4_096, size - 4_095, size - 1] {
      assertDamaged(try damaged(folder) { $0 = $0.prefix(left) }, "\(left) bytes")
    }
  }

  /// Whichever page is lost: either opening or reading tells it, or all rows are there.
  func testEveryZeroedPage() async throws {
    let folder = try await sound()
    let pages = try folder.bytes().count / 4_096
    XCTAssertGreaterThan(pages, 20)
    var told = 0
    for page in 0..<pages {
      let copy = try damaged(folder) { bytes in
        bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
      }
      do {
        let store = try Bench(path: copy.file()).store
        let list = try await store.lists()
        XCTAssertEqual(list.count, 1, "page \(page)")
        let rows = try await store.sections(of: .list(list[0].id)).open
        XCTAssertEqual(rows.count, Self.rows, "page \(page)")
        XCTAssertTrue(rows.allSatisfy { $0.content.hasPrefix("row ") }, "page \(page)")
        for row in rows where try await store.todo(row.id) == nil {
          XCTFail("page \(page): \(row.id) is gone")
        }
      } catch {
        XCTAssertEqual((error as? StoreError)?.isDamaged, true, "page \(page): \(error)")
        told += 1
      }
    }
    XCTAssertGreaterThan(told, pages / 2)
  }

  func testAFeedTellsTheDamageItMeets() async throws {
    let folder = try await sound()
    var found = false
    for page in 1..<(try folder.bytes().count / 4_096) where !found {
      let copy = try damaged(folder) { bytes in
        bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
      }
      guard let store = try? Bench(path: copy.file()).store,
        let list = try? await store.lists().first
      else { continue }
      let feed = FeedLog(store.todos(in: .list(list.id)))
      let isTold = await feed.wait { state in
        state.hasEnded || PageModel(.list(list.id), state.items).hasSnapshot
      }
      XCTAssertTrue(isTold)
      guard case .failed(let error)? = feed.state.items.last else { continue }
      XCTAssertTrue(error.isDamaged, "\(error)")
      XCTAssertFalse(PageModel(.list(list.id), feed.state.items).hasSnapshot)
      found = true
    }
    XCTAssertTrue(found, "some page is read by the feed alone")
  }

  func testAnEmptyFileBesideItsLogOrCopiesIsDamaged() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    try await bench.add("Milk")
    for isRemoved in [true, false] {
      let crashed = try folder.copyOfEverything()
      if isRemoved {
        try FileManager.default.removeItem(atPath: crashed.file())
      } else {
        try Data().write(to: URL(fileURLWithPath: crashed.file()))
      }
      let log = try crashed.bytes(of: "optimist.sqlite-wal")
      assertDamaged(crashed, "removed: \(isRemoved)")
      XCTAssertEqual(try crashed.bytes(of: "optimist.sqlite-wal"), log, "the log is kept")
    }
    try await StoreBackup(databasePath: folder.file()).copyIfDue(bench.store)
    try bench.store.close()
    try Data().write(to: URL(fileURLWithPath: folder.file()))
    assertDamaged(folder, "an empty file where copies were made")
  }

  func testAnEmptyFileHasLostWhatWasInIt() async throws {
    let folder = try TestFolder()
    try Data().write(to: URL(fileURLWithPath: folder.file()))
    assertDamaged(folder, "an empty file")
  }

  func testANewFileAppearsWithItsTables() async throws {
    let folder = try TestFolder()
    // What an interrupted first start leaves.
    try Data("half".utf8).write(to: URL(fileURLWithPath: folder.file() + ".new"))
    let bench = try Bench(path: folder.file())
    try await bench.add("Milk")
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.count, 1)
    XCTAssertFalse(FileManager.default.fileExists(atPath: folder.file() + ".new"))
  }

  func testADamagedFileCanBeSetAsideAndACopyPutInItsPlace() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    try await bench.add("Milk")
    let backup = StoreBackup(databasePath: folder.file())
    try await backup.copyIfDue(bench.store)
    try await bench.add("after the copy")
    try bench.store.close()
    try Data(repeating: 0x55, count: 10_000).write(to: URL(fileURLWithPath: folder.file()))
    assertDamaged(folder, "garbage")
    try backup.restore(try XCTUnwrap(backup.copies().first), settingAside: "2026-11-21-101500")
    let path = folder.file() + ".damaged-2026-11-21-101500"
    XCTAssertTrue(FileManager.default.fileExists(atPath: path))
    let restored = try Bench(path: folder.file(), clock: bench.clock, ids: bench.ids)
    let important = try await restored.store.read { try Todo.fetch($0) }
    XCTAssertEqual(important.map(\.content), ["Milk"])
    try await restored.add("Eggs")
  }
}
