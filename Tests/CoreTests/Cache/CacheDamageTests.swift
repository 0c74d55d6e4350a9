import Foundation
import GRDB
import XCTest

@testable import Core

/// A cache never is in the way, whatever has become of its file.
final class CacheDamageTests: XCTestCase {
  private let ann = AccountID(rawValue: "firestore:/h/p/d/ann")
  private let now = Timestamp(milliseconds: 1_800_000_000_000)
  private let person = Person(id: "ann", username: "ann", fullname: "Ann")
  private var folder = ""
  private var path: String { folder + "/cache.sqlite" }

  override func setUp() async throws {
    folder = NSTemporaryDirectory() + "/cache-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDown() async throws {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func keep(_ cache: CacheStore, _ value: [String] = ["a"]) async {
    await cache.keep(CachedAnswer(value: value, readAt: now), as: "names", of: ann, now: now)
  }

  private func read(_ cache: CacheStore) async -> [String]? {
    await cache.answer("names", of: ann, as: [String].self)?.value
  }

  /// A cache opened at the path forgets what it had and works on the disk.
  private func assertStartsAnew(file: StaticString = #filePath, line: UInt = #line) async {
    let cache = CacheStore(path: path)
    let before = await read(cache)
    XCTAssertNil(before, file: file, line: line)
    await keep(cache)
    let isKept = await cache.isKept()
    XCTAssertTrue(isKept, file: file, line: line)
    await cache.close()
    let after = await read(CacheStore(path: path))
    XCTAssertEqual(after, ["a"], file: file, line: line)
  }

  func testAFileThatIsNoDatabase() async throws {
    try Data(repeating: 7, count: 10_000).write(to: URL(fileURLWithPath: path))
    await assertStartsAnew()
  }

  func testAnEmptyFile() async throws {
    try Data().write(to: URL(fileURLWithPath: path))
    await assertStartsAnew()
  }

  func testAFileOfALaterVersion() async throws {
    let cache = CacheStore(path: path)
    await keep(cache, ["old"])
    await cache.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
    try queue.close()
    await assertStartsAnew()
  }

  func testAFileOfAnotherApplication() async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "CREATE TABLE answer (x)") }
    try queue.close()
    await assertStartsAnew()
  }

  func testAFileThatIsCutOffInTheMiddle() async throws {
    let cache = CacheStore(path: path)
    await keep(cache, (0..<20_000).map { "name \($0)" })
    await cache.close()
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
    await assertStartsAnew()
  }

  func testDamageThatIsNoticedInUseKeepsWhatTheUserTyped() async throws {
    let cache = CacheStore(path: path)
    await keep(cache)
    try await cache.keepProfile(person, changing: Person.allFields, of: ann)
    _ = await cache.run { try $0.execute(sql: "DROP TABLE chunk") }
    let lost = await read(cache)
    XCTAssertNil(lost)
    await keep(cache, ["again"])
    let found = await read(cache)
    XCTAssertEqual(found, ["again"])
    let profile = await cache.profile(of: ann)
    XCTAssertEqual(profile?.person, person)
    await cache.close()
    let kept = await CacheStore(path: path).profile(of: ann)
    XCTAssertEqual(kept?.person, person)
  }

  func testWhereThereCanBeNoFileMemoryHasToDo() async throws {
    // A folder of that name is not the cache's to delete.
    try FileManager.default.createDirectory(
      atPath: path + "/treasure", withIntermediateDirectories: true)
    let cache = CacheStore(path: path)
    await keep(cache)
    let found = await read(cache)
    XCTAssertEqual(found, ["a"])
    XCTAssertTrue(FileManager.default.fileExists(atPath: path + "/treasure"))
    do {
      try await cache.keepProfile(person, changing: Person.allFields, of: ann)
      XCTFail("a profile was taken that would be lost")
    } catch {
      XCTAssertEqual(error, .readOnly)
    }
    let profile = await cache.profile(of: ann)
    XCTAssertNil(profile)
  }

  func testManyAtOnceAtTheFirstUse() async {
    let cache = CacheStore(path: path)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        let account = AccountID(rawValue: "\(number)")
        group.addTask { [now] in
          await cache.keep(
            CachedAnswer(value: [number], readAt: now), as: "n", of: account, now: now)
          let found = await cache.answer("n", of: account, as: [Int].self)
          XCTAssertEqual(found?.value, [number])
        }
      }
    }
  }

  func testAProfileIsReplacedRefusedAndDropped() async throws {
    let cache = CacheStore(path: path)
    try await cache.keepProfile(person, changing: Person.allFields, of: ann)
    let found = await cache.profile(of: ann)
    let first = try XCTUnwrap(found)
    try await cache.keepProfile(
      Person(id: "ann", username: "x", fullname: ""), changing: Person.allFields, of: ann)
    await cache.refuseProfile(first.revision, of: ann, as: .init(status: 403, code: "NO"))
    await cache.discardProfile(first.revision, of: ann)
    let foundLater = await cache.profile(of: ann)
    let second = try XCTUnwrap(foundLater)
    XCTAssertEqual(second.person.username, "x")
    XCTAssertNil(second.refusal)
    await cache.refuseProfile(second.revision, of: ann, as: .init(status: 403, code: "NO"))
    await cache.close()
    let refused = await CacheStore(path: path).profile(of: ann)
    XCTAssertEqual(refused?.refusal, .init(status: 403, code: "NO"))
    await cache.discardProfile(of: ann)
    let gone = await cache.profile(of: ann)
    XCTAssertNil(gone)
  }

  /// Another process has it for itself, which looks like damage to whoever does not ask why.
  func testAFileThatCannotBeOpenedNowIsNotDeleted() async throws {
    let cache = CacheStore(path: path)
    try await cache.keepProfile(person, changing: Person.allFields, of: ann)
    await cache.close()
    let other = try DatabaseQueue(path: path)
    try await other.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
    }
    let shut = CacheStore(path: path)
    let none = await shut.profile(of: ann)
    XCTAssertNil(none)
    await shut.close()
    try other.close()
    let kept = await CacheStore(path: path).profile(of: ann)
    XCTAssertEqual(kept?.person, person)
  }
}
