import Basics
import Foundation
import GRDB
import XCTest

@testable import Core

final class CacheStoreTests: XCTestCase {
  private let ann = AccountID(rawValue: "firestore:/h/p/d/ann")
  private let bob = AccountID(rawValue: "firestore:/h/p/d/bob")
  private let now = Timestamp(milliseconds: 1_800_000_000_000)
  private var folder = ""
  private var path: String { folder + "/deep/cache.sqlite" }

  override func setUp() async throws {
    folder = NSTemporaryDirectory() + "/cache-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDown() async throws {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func people(_ count: Int) -> [Person] {
    (0..<count).map { number in
      Person(
        id: "user-\(number)", username: "name\(number)", fullname: "Somebody Number \(number)",
        pictureURL: "https://pictures.example.org/people/\(number).png")
    }
  }

  private func keep(_ people: [Person], in cache: CacheStore, at second: Int64 = 0) async -> Bool {
    await cache.keep(
      CachedAnswer(value: people, readAt: moment(second), skipped: 2), as: "people", of: ann,
      now: now)
  }

  private func moment(_ second: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + second * 1000)
  }

  private func read(_ cache: CacheStore, of account: AccountID? = nil) async
    -> CachedAnswer<[Person]>?
  {
    await cache.answer("people", of: account ?? ann)
  }

  // MARK: Answers

  func testAnAnswerOutlivesTheProcess() async {
    let cache = CacheStore(path: path)
    let empty = await read(cache)
    XCTAssertNil(empty)
    let isKept = await keep(people(3), in: cache)
    XCTAssertTrue(isKept)
    await cache.close()
    let found = await read(CacheStore(path: path))
    XCTAssertEqual(found, CachedAnswer(value: people(3), readAt: now, skipped: 2))
    let other = await read(CacheStore(path: path), of: bob)
    XCTAssertNil(other)
  }

  func testOthersOfThisComputerCannotReadIt() async throws {
    let cache = CacheStore(path: path)
    _ = await keep(people(1), in: cache)
    let file = try FileManager.default.attributesOfItem(atPath: path)
    XCTAssertEqual(file[.posixPermissions] as? Int, 0o600)
    let parent = try FileManager.default.attributesOfItem(atPath: folder + "/deep")
    XCTAssertEqual(parent[.posixPermissions] as? Int, 0o700)
  }

  func testAnOlderAnswerIsNotKept() async {
    let cache = CacheStore(path: nil)
    _ = await keep(people(1), in: cache, at: 10)
    let isOlderKept = await keep(people(2), in: cache, at: 9)
    XCTAssertFalse(isOlderKept)
    let isEquallyOldKept = await keep(people(3), in: cache, at: 10)
    XCTAssertTrue(isEquallyOldKept)
    let found = await read(cache)
    XCTAssertEqual(found?.value.count, 3)
  }

  func testAChangeOfTheUserIsNotUndoneByAnAnswerFromBefore() async {
    let cache = CacheStore(path: nil)
    _ = await keep(people(2), in: cache, at: 0)
    await cache.change("people", of: ann, as: [Person].self, at: moment(10)) { people in
      people[0].fullname = "Changed"
    }
    let changed = await read(cache)
    XCTAssertEqual(changed?.value[0].fullname, "Changed")
    XCTAssertEqual(changed?.readAt, now)
    let isKept = await keep(people(2), in: cache, at: 9)
    XCTAssertFalse(isKept)
    let isLaterKept = await keep(people(2), in: cache, at: 11)
    XCTAssertTrue(isLaterKept)
  }

  func testAnAnswerOfAnotherFormIsDropped() async {
    let cache = CacheStore(path: nil)
    await cache.keep(
      CachedAnswer(value: ["text"], readAt: now), as: "people", of: ann, now: now)
    let found = await read(cache)
    XCTAssertNil(found)
  }

  func testForgettingLeavesOtherAccountsAndNothingInTheFile() async throws {
    let cache = CacheStore(path: path)
    _ = await keep(people(1000), in: cache)
    await cache.keep(
      CachedAnswer(value: people(2), readAt: now), as: "people", of: bob, now: now)
    try await cache.keepProfile(people(1)[0], changing: Person.allFields, of: ann)
    let carl = AccountID(rawValue: "carl")
    try await cache.keepProfile(people(1)[0], changing: Person.allFields, of: carl)
    var accounts = await cache.accounts()
    XCTAssertEqual(Set(accounts), [ann, bob, carl])
    await cache.forget(carl)
    await cache.forget(ann)
    accounts = await cache.accounts()
    XCTAssertEqual(accounts, [bob])
    let gone = await read(cache)
    XCTAssertNil(gone)
    let profile = await cache.profile(of: ann)
    XCTAssertNil(profile)
    let other = await read(cache, of: bob)
    XCTAssertEqual(other?.value.count, 2)
    await cache.close()
    let text = try Data(contentsOf: URL(fileURLWithPath: path))
    XCTAssertNil(text.range(of: Data("Somebody Number 999".utf8)))
    XCTAssertNotNil(text.range(of: Data("Somebody Number 1".utf8)))
  }

  // MARK: Cost

  func testARefreshThatChangesLittleWritesLittle() async throws {
    let cache = CacheStore(path: path)
    var many = people(10_000)
    _ = await keep(many, in: cache, at: 0)
    let first = await numbers(of: cache)
    XCTAssertGreaterThan(first.count, 100)
    _ = await keep(many, in: cache, at: 1)
    let second = await numbers(of: cache)
    XCTAssertEqual(first, second)
    many.insert(
      Person(id: "new", username: "new", fullname: "Somebody New Altogether"), at: 5000)
    many[9000].fullname = "Renamed"
    many.remove(at: 100)
    _ = await keep(many, in: cache, at: 2)
    let third = await numbers(of: cache)
    XCTAssertLessThanOrEqual(third.subtracting(first).count, 9)
    let found = await read(cache)
    XCTAssertEqual(found?.value, many)
  }

  private func numbers(of cache: CacheStore) async -> Set<Int64> {
    await cache.run { db in try Set(Int64.fetchAll(db, sql: "SELECT id FROM chunk")) } ?? []
  }

  func testReadingTenThousandPeople() async {
    let cache = CacheStore(path: path)
    _ = await keep(people(10_000), in: cache)
    var best = Duration.seconds(100)
    for _ in 0..<5 {
      let start = ContinuousClock.now
      let found = await read(cache)
      best = min(best, ContinuousClock.now - start)
      XCTAssertEqual(found?.value.count, 10_000)
    }
    print("10 000 people read in \(best)")
    #if DEBUG
      XCTAssertLessThan(best, .seconds(3))
    #else
      XCTAssertLessThan(best, .milliseconds(100))
    #endif
  }

  func testAnotherProcessOnlyReads() async throws {
    func inFile() async -> [Person]? {
      await CacheStore.answer("people", of: ann, inFile: path)
    }
    var found = await inFile()
    XCTAssertNil(found)
    XCTAssertFalse(FileManager.default.fileExists(atPath: path), "nothing is made")
    let cache = CacheStore(path: path)
    _ = await keep(people(3), in: cache)
    found = await inFile()
    XCTAssertEqual(found, people(3), "while it is open elsewhere")
    await cache.close()
    found = await inFile()
    XCTAssertEqual(found, people(3))
    try Data("no database".utf8).write(to: URL(fileURLWithPath: path))
    found = await inFile()
    XCTAssertNil(found)
    XCTAssertEqual(FileManager.default.contents(atPath: path), Data("no database".utf8))
  }

  func testPiecesMakeTheWhole() {
    for length in [0, 1, 1023, 1024, 40_000, 300_000] {
      var state: UInt32 = 7
      let data = Data(
        (0..<length).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return UInt8(state >> 24)
        })
      let pieces = ContentChunks.split(data)
      XCTAssertEqual(Data(pieces.joined()), data)
      XCTAssertTrue(pieces.allSatisfy { $0.count <= ContentChunks.longest })
      XCTAssertTrue(pieces.dropLast().allSatisfy { $0.count >= ContentChunks.shortest })
    }
    XCTAssertEqual(ContentChunks.split(Data(count: 100_000)).map(\.count).max(), 32 * 1024)
  }
}
