import Basics
import Core
import Foundation
import TestSupport
import XCTest

@testable import Sync

final class PictureCacheTests: XCTestCase {
  private let clock = ManualClock()
  private let source = ScriptedPictures()
  private var folder = ""
  private let url = "https://example.org/a.png"
  private let version = PictureValidator(etag: "\"1\"", lastModified: nil)

  override func setUp() async throws {
    folder = NSTemporaryDirectory() + "/pictures-\(UUID().uuidString)"
  }

  override func tearDown() async throws {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func cache(maxBytes: Int = 1_000_000, maxFiles: Int = 100) -> PictureCache {
    PictureCache(
      source, folder: folder, clock: clock, maxBytes: maxBytes, maxFiles: maxFiles)
  }

  private func url(_ number: Int) -> String { "https://example.org/\(number).png" }

  private func answer(_ text: String) -> ScriptedPictures.Answer {
    .success(.picture(Data(text.utf8), version))
  }

  private func files() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func assert(
    _ condition: @autoclosure () async -> Bool, file: StaticString = #filePath, line: UInt = #line
  ) async {
    let holds = await condition()
    XCTAssertTrue(holds, file: file, line: line)
  }

  private func assertPicture(
    _ cache: PictureCache, _ text: String, at url: String? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let data = try await cache.picture(at: url ?? self.url)
    // Files are written behind the answer.
    await cache.waitUntilIdle()
    XCTAssertEqual(String(decoding: data, as: UTF8.self), text, file: file, line: line)
  }

  // MARK: Fresh and old

  func testAPictureIsFetchedOnceADay() async throws {
    source.always(answer("one"))
    try await assertPicture(cache(), "one")
    clock.advance(by: .seconds(24 * 60 * 60 - 1))
    source.always(answer("two"))
    try await assertPicture(cache(), "one")
    XCTAssertEqual(source.count, 1)
    clock.advance(by: .seconds(1))
    try await assertPicture(cache(), "two")
    XCTAssertEqual(source.count, 2)
    XCTAssertNil(source.known(0))
    XCTAssertEqual(source.known(1), version)
  }

  func testAnUnchangedPictureIsFreshForAnotherDay() async throws {
    source.always(answer("one"))
    try await assertPicture(cache(), "one")
    clock.advance(by: .seconds(25 * 60 * 60))
    source.always(.success(.unchanged))
    try await assertPicture(cache(), "one")
    clock.advance(by: .seconds(23 * 60 * 60))
    try await assertPicture(cache(), "one")
    XCTAssertEqual(source.count, 2)
    clock.advance(by: .seconds(2 * 60 * 60))
    try await assertPicture(cache(), "one")
    XCTAssertEqual(source.count, 3)
    XCTAssertEqual(source.known(2), version)
  }

  func testAnOldPictureIsAsGoodIfTheServerFails() async throws {
    source.always(answer("one"))
    let cache = cache()
    try await assertPicture(cache, "one")
    clock.advance(by: .seconds(25 * 60 * 60))
    source.always(.failure(.unavailable))
    try await assertPicture(cache, "one")
    try await assertPicture(cache, "one")
    XCTAssertEqual(source.count, 2)
    clock.advance(by: .seconds(11 * 60))
    source.always(answer("two"))
    try await assertPicture(cache, "two")
  }

  func testAPictureOfTheFutureIsOld() async throws {
    source.always(answer("one"))
    try await assertPicture(cache(), "one")
    let past = ManualClock(now: Timestamp(milliseconds: 1_700_000_000_000))
    source.always(answer("two"))
    try await assertPicture(PictureCache(source, folder: folder, clock: past), "two")
  }

  func testAFailureIsRememberedForTenMinutes() async throws {
    let cache = cache()
    source.always(.failure(.refused(status: 404)))
    let url = url
    for _ in 0..<5 {
      await assertThrows(PictureError.refused(status: 404)) { try await cache.picture(at: url) }
    }
    XCTAssertEqual(source.count, 1)
    clock.advance(by: .seconds(10 * 60))
    await assertThrows(PictureError.refused(status: 404)) { try await cache.picture(at: url) }
    XCTAssertEqual(source.count, 2)
    await cache.forgetFailures()
    source.always(answer("one"))
    try await assertPicture(cache, "one")
  }

  func testAnAddressThatMayNotBeAskedIsNotAskedFor() async throws {
    let cache = cache()
    await assertThrows(PictureError.addressNotAllowed) {
      try await cache.picture(at: "http://example.org/a.png")
    }
    XCTAssertEqual(source.count, 0)
    XCTAssertEqual(files(), [])
  }

  // MARK: Several at once

  func testEqualAddressesShareARequest() async throws {
    let cache = cache()
    let url = url
    let tasks = (0..<10).map { _ in Task { try await cache.picture(at: url) } }
    await assert(await source.request(0))
    source.answer(0, answer("one"))
    for task in tasks {
      let data = try await task.value
      XCTAssertEqual(data, Data("one".utf8))
    }
    XCTAssertEqual(source.count, 1)
  }

  func testARequestIsCancelledWhenNobodyWaits() async throws {
    let cache = cache()
    let url = url
    let first = Task { try await cache.picture(at: url) }
    await assert(await source.request(0))
    let second = Task { try await cache.picture(at: url) }
    await assert(await eventually { await cache.waiterCount(at: url) == 2 })
    first.cancel()
    await assertThrows(PictureError.cancelled) { try await first.value }
    XCTAssertFalse(source.isCancelled(0))
    second.cancel()
    await assertThrows(PictureError.cancelled) { try await second.value }
    await assert(await eventually { self.source.isCancelled(0) })
    // That is no failure to be remembered.
    source.always(answer("one"))
    try await assertPicture(cache, "one")
    XCTAssertEqual(source.count, 2)
  }

  func testFourAtOnceAndTheNewestFirst() async throws {
    let cache = cache()
    var tasks: [Task<Data, any Error>] = []
    for number in 0..<8 {
      let url = url(number)
      tasks.append(Task { try await cache.picture(at: url) })
      if number < 4 {
        await assert(await source.request(number))
      } else {
        await assert(await eventually { await cache.waitingCount == number - 3 })
      }
    }
    XCTAssertEqual(source.count, 4)
    // Somebody looks at the oldest that waits again; the newest was scrolled away.
    let again = url(4)
    tasks.append(Task { try await cache.picture(at: again) })
    await assert(await eventually { await cache.waiterCount(at: again) == 2 })
    tasks[7].cancel()
    await assert(await eventually { await cache.waitingCount == 3 })
    for number in 0..<7 {
      await assert(await source.request(number))
      source.answer(number, answer("x"))
      // One at a time: two that are let go on at once ask in any order.
      if number + 4 < 7 { await assert(await source.request(number + 4)) }
    }
    for (number, task) in tasks.enumerated() where number != 7 { _ = try await task.value }
    XCTAssertEqual(source.urls.dropFirst(4), [url(4), url(6), url(5)])
  }

  // MARK: Files

  func testFilesDoNotTellTheAddress() async throws {
    source.always(answer("one"))
    try await assertPicture(cache(), "one")
    let name = try XCTUnwrap(files().first)
    XCTAssertEqual(name.count, 64)
    let file = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    XCTAssertNil(file.range(of: Data("example.org".utf8)))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
  }

  func testADamagedFileIsThrownAway() async throws {
    source.always(answer("one"))
    try await assertPicture(cache(), "one")
    let path = URL(fileURLWithPath: folder + "/" + (files().first ?? ""))
    let whole = try Data(contentsOf: path)
    var changed = whole
    changed[changed.count - 1] ^= 1
    for damaged in [Data(), whole.prefix(10), whole.dropLast(), changed, Data(count: 5000)] {
      try damaged.write(to: path)
      let before = source.count
      source.always(answer("again"))
      try await assertPicture(cache(), "again")
      XCTAssertEqual(source.count, before + 1)
      try await assertPicture(cache(), "again")
      XCTAssertEqual(source.count, before + 1)
    }
  }

  func testUnfinishedFilesAreRemovedAndOthersAreLeft() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/new-abc"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/README"))
    source.always(answer("one"))
    let cache = cache()
    try await assertPicture(cache, "one")
    await cache.forgetAll()
    XCTAssertEqual(files(), ["README"])
  }

  func testWhatWasNotUsedForLongestGoesFirst() async throws {
    source.always(answer("x"))
    let cache = cache(maxFiles: 10)
    for number in 0..<10 {
      clock.advance(by: .seconds(1))
      try await assertPicture(cache, "x", at: url(number))
    }
    clock.advance(by: .seconds(1))
    try await assertPicture(cache, "x", at: url(0))
    XCTAssertEqual(source.count, 10)
    clock.advance(by: .seconds(1))
    // One too many, so that two go: the folder is emptied to nine.
    try await assertPicture(cache, "x", at: url(10))
    XCTAssertEqual(files().count, 9)
    let later = self.cache(maxFiles: 10)
    for number in [0, 3, 10] { try await assertPicture(later, "x", at: url(number)) }
    XCTAssertEqual(source.count, 11)
    for number in [1, 2] { try await assertPicture(later, "x", at: url(number)) }
    XCTAssertEqual(source.count, 13)
  }

  func testTheSizeOfAllTogetherIsLimited() async throws {
    source.always(answer(String(repeating: "x", count: 1000)))
    let cache = cache(maxBytes: 10_000)
    for number in 0..<50 { _ = try await cache.picture(at: url(number)) }
    await cache.waitUntilIdle()
    let sizes = try files().map { name in
      try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)).count
    }
    XCTAssertLessThanOrEqual(sizes.reduce(0, +), 10_000)
    XCTAssertGreaterThan(sizes.count, 5)
  }

  func testAFolderThatCannotBeWrittenIsNotInTheWay() async throws {
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder))
    source.always(answer("one"))
    let cache = cache()
    try await assertPicture(cache, "one")
    try await assertPicture(cache, "one")
    XCTAssertEqual(source.count, 2)
  }

  // MARK: Forgetting

  func testForgettingRemovesEverythingAndWhatIsUnderWay() async throws {
    let cache = cache()
    source.always(answer("one"))
    try await assertPicture(cache, "one", at: url(1))
    source.always(nil)
    let url = url
    let waiting = Task { try await cache.picture(at: url) }
    await assert(await source.request(1))
    await cache.forgetAll()
    await assertThrows(PictureError.cancelled) { try await waiting.value }
    source.answer(1, answer("late"))
    await cache.waitUntilIdle()
    XCTAssertEqual(files(), [])
    source.always(answer("new"))
    try await assertPicture(cache, "new", at: self.url(1))
  }

  // MARK: With a real server

  func testWithAServer() async throws {
    let server = try FaultProxy()
    defer { server.stop() }
    server.always(
      .raw(
        PictureFixture.answer(
          200, ["Content-Type: image/png", "ETag: \"v1\""], PictureFixture.png)))
    let http = HTTPPictureSource(transport: SoupTransport())
    let cache = PictureCache(http, folder: folder, clock: clock)
    let url = "http://\(server.host)/a.png"
    let first = try await cache.picture(at: url)
    XCTAssertEqual(first, PictureFixture.png)
    let second = try await cache.picture(at: url)
    XCTAssertEqual(second, PictureFixture.png)
    XCTAssertEqual(server.requests.count, 1)
    clock.advance(by: .seconds(25 * 60 * 60))
    server.always(.raw(PictureFixture.answer(304)))
    let third = try await cache.picture(at: url)
    XCTAssertEqual(third, PictureFixture.png)
    XCTAssertEqual(server.requests.last?.header("If-None-Match"), "\"v1\"")
    server.stop()
    clock.advance(by: .seconds(25 * 60 * 60))
    let fourth = try await cache.picture(at: url)
    XCTAssertEqual(fourth, PictureFixture.png)
  }
}

extension PictureCache {
  /// How many pictures wait for their turn.
  var waitingCount: Int { limiter.waitingCount }

  /// How many wait for a picture.
  func waiterCount(at url: String) -> Int { requests.waiterCount(url) }

  /// Waits until all that was to be written is.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      folder.read("", now: clock.now()) { _ in continuation.resume() }
    }
  }
}
