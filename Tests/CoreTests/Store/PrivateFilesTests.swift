import Foundation
import Glibc
import XCTest

@testable import Core

/// Nobody else on the computer reads the to-dos. The umask belongs to the process, so the tests run one
/// after the other, as all of a class do.
final class PrivateFilesTests: XCTestCase {
  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
    return status.st_mode & 0o777
  }

  private func withUmask<T>(_ mask: mode_t, _ body: () throws -> T) rethrows -> T {
    let old = umask(mask)
    defer { umask(old) }
    return try body()
  }

  func testDatabaseAndBackupsWhateverTheUmask() throws {
    for mask in [0o000, 0o022, 0o077] as [mode_t] {
      let folder = try TestFolder()
      try withUmask(mask) {
        let path = folder.file("data/optimist.sqlite")
        XCTAssertTrue(PrivateFiles.makeFolder(folder.file("data")))
        let store = try TodoStore.open(at: path)
        let backup = StoreBackup(databasePath: path)
        try backup.copy(store.writer, at: Timestamp(milliseconds: 1))
        XCTAssertEqual(try mode(folder.file("data")), 0o700)
        XCTAssertEqual(try mode(folder.file("data/backups")), 0o700)
        for file in [path, path + "-wal", path + "-shm", backup.copies()[0].path] {
          XCTAssertEqual(try mode(file), 0o600, "\(file) with umask \(mask)")
        }
        try store.close()
        try backup.restore(backup.copies()[0], settingAside: "x")
        XCTAssertEqual(try mode(path), 0o600)
      }
    }
  }

  func testWhatIsThereIsTightened() throws {
    let folder = try TestFolder()
    let data = folder.file("data")
    try FileManager.default.createDirectory(
      atPath: data + "/backups", withIntermediateDirectories: true)
    let outside = folder.file("outside")
    for file in [data + "/a", data + "/backups/b", outside] {
      XCTAssertTrue(FileManager.default.createFile(atPath: file, contents: nil))
      XCTAssertEqual(chmod(file, 0o664), 0)
    }
    XCTAssertEqual(chmod(data + "/a", 0o444), 0)
    for path in [data, data + "/backups"] { XCTAssertEqual(chmod(path, 0o777), 0) }
    let odd: [CChar] =
      (data + "/").utf8.map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xE9), 0]
    let handle = open(odd, O_CREAT | O_WRONLY, 0o644)
    XCTAssertGreaterThanOrEqual(handle, 0)
    defer { close(handle) }
    XCTAssertEqual(fchmod(handle, 0o644), 0)
    XCTAssertEqual(symlink(outside, data + "/link"), 0)
    PrivateFiles.restrictPermissionsOfContents(in: data)
    XCTAssertEqual(try mode(data), 0o700)
    XCTAssertEqual(try mode(data + "/backups"), 0o700)
    XCTAssertEqual(try mode(data + "/a"), 0o400, "nothing is added")
    XCTAssertEqual(try mode(data + "/backups/b"), 0o600)
    XCTAssertEqual(try mode(outside), 0o664, "links are not followed")
    var status = stat()
    XCTAssertEqual(fstat(handle, &status), 0)
    XCTAssertEqual(status.st_mode & 0o777, 0o600, "a name that is no UTF-8")
  }

  func testCacheAndItsFolder() async throws {
    let folder = try TestFolder()
    let path = folder.file("cache/cache.sqlite")
    let old = umask(0)
    defer { umask(old) }
    let file = try XCTUnwrap(CacheFile.open(path, number: 1, isNew: false))
    XCTAssertTrue(file.isOnDisk)
    XCTAssertEqual(try mode(folder.file("cache")), 0o700)
    for suffix in ["", "-wal", "-shm"] { XCTAssertEqual(try mode(path + suffix), 0o600, suffix) }
    try file.queue.close()
  }

  // MARK: What is in a backup

  func testABackupIsLookedInto() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    try await bench.add("Milk")
    try await bench.add("Bread")
    let backup = StoreBackup(databasePath: folder.file())
    try await backup.copyIfDue(bench.store)
    let copy = try XCTUnwrap(backup.copies().first)
    let contents = await backup.contents(of: copy)
    XCTAssertEqual(contents, .sound(lists: 1, todos: 2))
    let whole = try Data(contentsOf: URL(fileURLWithPath: copy.path))
    for damage in [
      Data(), Data("garbage".utf8), whole.prefix(whole.count / 2), whole.prefix(whole.count - 100),
      whole.prefix(8192) + Data(count: whole.count - 8192),
    ] {
      try damage.write(to: URL(fileURLWithPath: copy.path))
      let contents = await backup.contents(of: copy)
      XCTAssertEqual(contents, .unusable, "\(damage.count) bytes")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
    XCTAssertEqual(names.count, 1, "looking leaves nothing")
  }
}
