import Core
import Foundation
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class StoreRecoveryActionTests: XCTestCase {
  /// 2026-03-02 00:30:15 UTC.
  private static let now = Timestamp(milliseconds: 1_772_411_415_250)

  private static func location(_ folder: TemporaryFolder) -> StoreLocation {
    let now = now
    return StoreLocation(
      path: folder.file(), environment: StoreEnvironment(now: { now }, makeID: { "list-1" }))
  }

  /// A store with one list, a backup of it, and then garbage in the place of the file.
  private static func damaged(_ folder: TemporaryFolder) async throws -> StoreLocation {
    let location = location(folder)
    let store = try await location.open().get()
    try await store.addList(named: "Home")
    try await location.backup.copyIfDue(store)
    try store.close()
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.file() + suffix)
    }
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: folder.file()))
    return location
  }

  private static var stamp: String {
    let parts = LocalTime.parts(milliseconds: now.milliseconds, zone: nil)
    return Localization.fill(
      "%04d-%02d-%02d-%02d%02d%02d",
      [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second])
  }

  private static func lists(_ location: StoreLocation) async throws -> [String] {
    let store = try await location.open().get()
    let names = try await store.lists().map(\.name)
    try store.close()
    return names
  }

  func testDamageIsNoticedWhenOpening() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.damaged(folder)
    guard case .failure(.damaged) = await location.open() else { return XCTFail("not noticed") }
    XCTAssertEqual(location.backup.copies().map(\.madeAt), [Self.now])
  }

  /// The power was cut after the damaged file had been moved aside, before its log was, and before the copy had its name.
  func testARestoreThatWasInterruptedIsFinished() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.damaged(folder)
    let manager = FileManager.default
    let copy = try XCTUnwrap(location.backup.copies().first)
    try manager.copyItem(atPath: copy.path, toPath: folder.file() + ".restoring")
    try manager.moveItem(atPath: folder.file(), toPath: folder.file() + ".damaged-x")
    try Data("the damaged file's log".utf8)
      .write(to: URL(fileURLWithPath: folder.file() + "-wal"))
    let lists = try await Self.lists(location)
    XCTAssertEqual(lists, ["Home"])
    XCTAssertTrue(manager.fileExists(atPath: folder.file() + ".damaged-interrupted-wal"))
    XCTAssertFalse(manager.fileExists(atPath: folder.file() + ".restoring"))
  }

  /// A restore was interrupted while it copied, and the user then wanted an empty database.
  func testAnIncompleteCopyIsNotTaken() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.damaged(folder)
    try Data("half".utf8).write(to: URL(fileURLWithPath: folder.file() + ".restoring"))
    try await StoreRecovery.act(on: .startEmpty, at: location, backup: nil)
    let lists = try await Self.lists(location)
    XCTAssertEqual(lists, [])
  }

  func testBackupIsRestoredAndTheDamagedFileKept() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.damaged(folder)
    try await StoreRecovery.act(
      on: .restore, at: location, backup: location.backup.copies().first)
    let kept = try Data(
      contentsOf: URL(fileURLWithPath: folder.file() + ".damaged-" + Self.stamp))
    XCTAssertEqual(kept, Data("garbage".utf8))
    let names = try await Self.lists(location)
    XCTAssertEqual(names, ["Home"])
    XCTAssertEqual(location.backup.copies().count, 1, "the backup stays")
  }

  func testStartingEmptyKeepsTheDamagedFile() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.damaged(folder)
    try await StoreRecovery.act(
      on: .startEmpty, at: location, backup: location.backup.copies().first)
    XCTAssertTrue(try folder.names().contains("optimist.sqlite.damaged-" + Self.stamp))
    let names = try await Self.lists(location)
    XCTAssertEqual(names, [])
  }

  func testASecondRecoveryInTheSameSecondKeepsBothFiles() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.damaged(folder)
    try await StoreRecovery.act(on: .startEmpty, at: location, backup: nil)
    try Data("more garbage".utf8).write(to: URL(fileURLWithPath: folder.file()))
    try await StoreRecovery.act(on: .startEmpty, at: location, backup: nil)
    XCTAssertEqual(try folder.names().count { $0.contains(".damaged-") }, 2)
  }

  func testTryingAgainAndQuittingTouchNothing() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.damaged(folder)
    let before = try folder.names()
    for answer in [.retry, .quit] as [StoreRecovery.Answer] {
      try await StoreRecovery.act(on: answer, at: location, backup: location.backup.copies().first)
    }
    XCTAssertEqual(try folder.names(), before)
    XCTAssertEqual(
      try Data(contentsOf: URL(fileURLWithPath: folder.file())), Data("garbage".utf8))
  }

  func testFolderIsMadeForTheUserOnly() async throws {
    let folder = try TemporaryFolder()
    let location = StoreLocation(
      path: folder.file("new/folder/optimist.sqlite"), environment: .live)
    let store = try await location.open().get()
    try store.close()
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("new/folder"))
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o700)
  }

  /// Otherwise the next start would find no file and begin an empty one.
  func testTheDamagedFileStaysIfTheBackupCannotBeRestored() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.damaged(folder)
    let backup = try XCTUnwrap(location.backup.copies().first)
    // It goes away between the question and the answer.
    let kept = backup.path + ".kept"
    try FileManager.default.moveItem(atPath: backup.path, toPath: kept)
    do throws(StoreError) {
      try await StoreRecovery.act(on: .restore, at: location, backup: backup)
      XCTFail("restored")
    } catch {
      guard case .inputOutput = error else { return XCTFail("\(error)") }
    }
    guard case .failure(.damaged) = await location.open() else { return XCTFail("begun anew") }
    try FileManager.default.moveItem(atPath: kept, toPath: backup.path)
    try await StoreRecovery.act(
      on: .restore, at: location, backup: location.backup.copies().first)
    let lists = try await Self.lists(location)
    XCTAssertEqual(lists, ["Home"])
  }
}
