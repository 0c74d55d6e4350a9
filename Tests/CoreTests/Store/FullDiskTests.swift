import Foundation
import GRDB
import XCTest

@testable import Core

final class FullDiskTests: XCTestCase {
  /// A file system of its own, which takes the right to mount.
  private final class SmallDisk {
    let folder: TestFolder

    init(kilobytes: Int) throws {
      folder = try TestFolder()
      try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder.path])
    }

    deinit {
      try? Self.run("umount", ["-l", folder.path])
    }

    func makeReadOnly() throws {
      try Self.run("mount", ["-o", "remount,ro", folder.path])
    }

    /// Takes all the room but so many bytes.
    func fill(leaving room: Int) throws {
      let reserve = URL(fileURLWithPath: folder.file("reserve"))
      try Data(count: room).write(to: reserve)
      let ballast = folder.file("ballast")
      XCTAssertTrue(FileManager.default.createFile(atPath: ballast, contents: nil))
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: ballast))
      let page = Data(count: 4_096)
      do {
        while true { try handle.write(contentsOf: page) }
      } catch {
        try handle.close()
      }
      try FileManager.default.removeItem(at: reserve)
    }

    private static func run(_ command: String, _ arguments: [String]) throws {
      guard geteuid() == 0 else { throw XCTSkip("only root may mount") }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [command] + arguments
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw XCTSkip("\(command) is not allowed here") }
    }
  }

  private func failure(_ work: () async throws -> Void) async -> StoreError? {
    do {
      try await work()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  /// Adds until the disk is full and gives back how many were confirmed.
  private func fill(_ bench: Bench, _ list: ListID) async -> (Int, StoreError?) {
    let notes = String(repeating: "n", count: 8_000)
    for index in 0..<10_000 {
      let error = await failure {
        _ = try await bench.store.add(
          TodoDraft(
            id: TodoID(rawValue: "t\(index)"), listID: list, content: "x", notes: notes))
      }
      if let error { return (index, error) }
    }
    return (10_000, nil)
  }

  func testNothingIsAppliedWhenTheFileMayNotGrow() async throws {
    let folder = try TestFolder()
    let (bench, account) = try await Bench.connected(path: folder.file())
    let list = try await bench.store.addList(named: "Home")
    let pages = try await bench.store.writer.read { db in
      try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    }
    try await bench.store.execute("PRAGMA max_page_count = \(pages + 20)")
    let feed = FeedLog(bench.store.todos(in: .list(list.id)))
    let (confirmed, error) = await fill(bench, list.id)
    XCTAssertEqual(error, .diskFull)
    XCTAssertGreaterThan(confirmed, 2)
    let rows = try await bench.store.sections(of: .list(list.id))
    XCTAssertEqual(rows.open.count, confirmed)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.count, confirmed + 1)
    let follows = await feed.wait { PageModel(.list(list.id), $0.items).sections == rows }
    XCTAssertTrue(follows)
    // Room again: the same store goes on.
    try await bench.store.execute("PRAGMA max_page_count = 1000000")
    try await bench.add("again", to: list.id)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys.count, confirmed + 2)
  }

  func testAFullDisk() async throws {
    let disk = try SmallDisk(kilobytes: 600)
    let bench = try Bench(path: disk.folder.file())
    let list = try await bench.store.addList(named: "Home")
    let (confirmed, error) = await fill(bench, list.id)
    XCTAssertEqual(error, .diskFull)
    XCTAssertGreaterThan(confirmed, 2)
    var rows = try await bench.store.sections(of: .list(list.id)).open
    XCTAssertEqual(rows.count, confirmed)
    // What a crash leaves now is read elsewhere.
    let crashed = try disk.folder.copyOfEverything()
    let reopened = try Bench(path: crashed.file())
    rows = try await reopened.store.sections(of: .list(list.id)).open
    XCTAssertEqual(rows.count, confirmed)
    withExtendedLifetime((bench, disk)) {}
  }

  func testADiskThatIsFullFromTheBeginning() throws {
    let disk = try SmallDisk(kilobytes: 64)
    try disk.fill(leaving: 0)
    XCTAssertThrowsError(try TodoStore.open(at: disk.folder.file())) { error in
      XCTAssertEqual(error as? StoreError, .diskFull)
    }
  }

  func testACopyThatDoesNotFitIsNotOffered() async throws {
    let disk = try SmallDisk(kilobytes: 600)
    let bench = try Bench(path: disk.folder.file())
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.insertRows(500, into: list)
    try disk.fill(leaving: 64 * 1_024)
    let backup = StoreBackup(databasePath: disk.folder.file())
    let error = await failure { try await backup.copyIfDue(bench.store) }
    XCTAssertEqual(error, .diskFull)
    XCTAssertEqual(backup.copies(), [])
    let left = try FileManager.default.contentsOfDirectory(
      atPath: disk.folder.file("backups"))
    XCTAssertEqual(left, [], "the room is given back")
    withExtendedLifetime((bench, disk)) {}
  }

  func testAFolderThatCannotBeWritten() async throws {
    let disk = try SmallDisk(kilobytes: 2_000)
    do {
      let bench = try Bench(path: disk.folder.file())
      try await bench.add("Milk")
      try bench.store.close()
    }
    try disk.makeReadOnly()
    XCTAssertThrowsError(try TodoStore.open(at: disk.folder.file())) { error in
      XCTAssertEqual(error as? StoreError, .readOnly)
    }
    XCTAssertThrowsError(try TodoStore.open(at: disk.folder.file("new.sqlite"))) { error in
      XCTAssertEqual(error as? StoreError, .readOnly)
    }
  }

  func testAFileThatBecomesReadOnlyWhileItIsOpen() async throws {
    let bench = try Bench()
    let todo = try await bench.add("Milk")
    let before = try await bench.store.dump()
    try await bench.store.execute("PRAGMA query_only = ON")
    let error = await failure { try await bench.store.setDone(todo.id, true) }
    XCTAssertEqual(error, .readOnly)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testAFolderThatDoesNotExist() throws {
    let folder = try TestFolder()
    XCTAssertThrowsError(try TodoStore.open(at: folder.file("none/optimist.sqlite"))) { error in
      guard case .cannotOpen? = error as? StoreError else { return XCTFail("\(error)") }
    }
  }

  func testAFileThatAnotherProcessLocks() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.execute("PRAGMA busy_timeout = 0")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.file(), configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let error = await failure { try await bench.add("Milk", to: list.id) }
    XCTAssertEqual(error, .busy)
    let rows = try await bench.store.sections(of: .list(list.id))
    XCTAssertEqual(rows, TodoSections())
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await bench.add("Milk", to: list.id)
  }
}
