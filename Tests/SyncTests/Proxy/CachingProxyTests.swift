import Core
import Sync
import TestSupport
import XCTest

final class CachingProxyTests: XCTestCase {
  private typealias Answer = ServerAnswer<[String]>

  private let ann = AccountID(rawValue: "firestore:/h/p/d/ann")
  private let bob = AccountID(rawValue: "firestore:/h/p/d/bob")
  private let clock = ManualClock()
  private let cache = CacheStore(path: nil)
  private let source = ScriptedSource<[String]>()
  private lazy var proxy = CachingProxy(source, resource: "names", cache: cache, clock: clock)

  /// An answer read so many seconds after the clock's beginning.
  private func answer(_ names: [String], at second: Int64, isComplete: Bool = true) -> Answer {
    Answer(
      value: names, readAt: Timestamp(milliseconds: 1_800_000_000_000 + second * 1000),
      isComplete: isComplete, skipped: 1)
  }

  private func fill(_ names: [String], at second: Int64 = 0, of account: AccountID? = nil) async {
    let answer = answer(names, at: second)
    await cache.keep(
      CachedAnswer(value: names, readAt: answer.readAt, skipped: 1), as: "names",
      of: account ?? ann, now: clock.now())
  }

  private func cached(_ account: AccountID? = nil) async -> [String]? {
    await cache.answer("names", of: account ?? ann, as: [String].self)?.value
  }

  private func read(_ account: AccountID? = nil) -> AnswerLog<[String]> {
    AnswerLog(proxy.read(account ?? ann))
  }

  private func assert(
    _ condition: @autoclosure () async -> Bool, file: StaticString = #filePath, line: UInt = #line
  ) async {
    let holds = await condition()
    XCTAssertTrue(holds, file: file, line: line)
  }

  // MARK: One reader

  func testWithoutACacheTheServerIsWaitedForAndKept() async {
    let log = read()
    await assert(await source.request(0))
    XCTAssertEqual(log.answers, [])
    source.answer(0, answer(["a"], at: 1))
    source.end(0)
    await assert(await log.ends())
    XCTAssertEqual(log.answers, [answer(["a"], at: 1)])
    let kept = await cached()
    XCTAssertEqual(kept, ["a"])
  }

  func testTheCacheAnswersBeforeTheServer() async {
    await fill(["old"])
    let log = read()
    await assert(await log.has(1))
    XCTAssertEqual(log.answers, [answer(["old"], at: 0)])
    await assert(await source.request(0))
    source.answer(0, answer(["new"], at: 5))
    source.end(0)
    await assert(await log.ends())
    XCTAssertEqual(log.answers, [answer(["old"], at: 0), answer(["new"], at: 5)])
    let kept = await cached()
    XCTAssertEqual(kept, ["new"])
  }

  func testAnEqualAnswerStillComes() async {
    await fill(["same"])
    let log = read()
    await assert(await source.request(0))
    source.answer(0, answer(["same"], at: 5))
    source.end(0)
    await assert(await log.ends())
    XCTAssertEqual(log.answers, [answer(["same"], at: 0), answer(["same"], at: 5)])
  }

  func testAFailureComesBehindTheCachedAnswerAndKeepsIt() async {
    await fill(["old"])
    let log = read()
    await assert(await source.request(0))
    let error = SyncError.transient(cause: .unreachable, retryAfter: nil)
    source.end(0, throwing: error)
    await assert(await log.ends())
    XCTAssertEqual(log.values, [["old"]])
    XCTAssertEqual(log.error, error)
    let kept = await cached()
    XCTAssertEqual(kept, ["old"])
  }

  func testAfterAFailureTheNextReadingAsksAgain() async {
    let first = read()
    await assert(await source.request(0))
    source.end(0, throwing: .authentication)
    await assert(await first.ends())
    XCTAssertEqual(first.error, .authentication)
    let second = read()
    await assert(await source.request(1))
    source.answer(1, answer(["a"], at: 1))
    source.end(1)
    await assert(await second.ends())
    XCTAssertEqual(second.values, [["a"]])
  }

  // MARK: Old answers

  func testAnOlderAnswerIsDroppedAndTheCachedOneIsTheLast() async {
    await fill(["newer"], at: 10)
    let log = read()
    await assert(await source.request(0))
    source.answer(0, answer(["older"], at: 9))
    source.end(0)
    await assert(await log.ends())
    XCTAssertNil(log.error)
    XCTAssertEqual(log.values, [["newer"]])
    let kept = await cached()
    XCTAssertEqual(kept, ["newer"])
  }

  func testWhatWasKeptMeanwhileIsAnsweredInPlaceOfAnOlderAnswer() async {
    await fill(["first"], at: 0)
    let log = read()
    await assert(await log.has(1))
    await assert(await source.request(0))
    await fill(["meanwhile"], at: 10)
    source.answer(0, answer(["older"], at: 9))
    source.end(0)
    await assert(await log.ends())
    XCTAssertEqual(log.values, [["first"], ["meanwhile"]])
  }

  func testATimeFromTheFarFutureDoesNotLockTheCache() async {
    await fill(["lie"], at: 10 * 24 * 60 * 60)
    let log = read()
    await assert(await source.request(0))
    source.answer(0, answer(["truth"], at: 1))
    source.end(0)
    await assert(await log.ends())
    XCTAssertEqual(log.values, [["lie"], ["truth"]])
    let kept = await cached()
    XCTAssertEqual(kept, ["truth"])
  }

  // MARK: Parts

  func testPartsArePassedOnWhileNothingIsCachedAndAreNotKept() async {
    let log = read()
    await assert(await source.request(0))
    source.answer(0, answer(["a"], at: 1, isComplete: false))
    await assert(await log.has(1))
    let keptPart = await cached()
    XCTAssertNil(keptPart)
    source.answer(0, answer(["a", "b"], at: 1, isComplete: false))
    await assert(await log.has(2))
    source.end(0, throwing: .authentication)
    await assert(await log.ends())
    XCTAssertEqual(log.values, [["a"], ["a", "b"]])
    let kept = await cached()
    XCTAssertNil(kept)
  }

  func testPartsAreNotPassedOnOverACachedAnswer() async {
    await fill(["a", "b", "c"])
    let log = read()
    await assert(await source.request(0))
    source.answer(0, answer(["a"], at: 1, isComplete: false))
    source.answer(0, answer(["a", "b"], at: 1))
    source.end(0)
    await assert(await log.ends())
    XCTAssertEqual(log.values, [["a", "b", "c"], ["a", "b"]])
  }

  // MARK: Several readers

  func testReadersAtOnceShareARequestAndTheSecondGetsWhatWasAnswered() async {
    await fill(["old"])
    let first = read()
    await assert(await first.has(1))
    await assert(await source.request(0))
    let second = read()
    await assert(await second.has(1))
    XCTAssertEqual(second.values, [["old"]])
    source.answer(0, answer(["new"], at: 1))
    source.end(0)
    await assert(await first.ends())
    await assert(await second.ends())
    XCTAssertEqual(first.values, [["old"], ["new"]])
    XCTAssertEqual(second.values, [["old"], ["new"]])
    XCTAssertEqual(source.count, 1)
  }

  func testALateReaderGetsOnlyTheLastPart() async {
    let first = read()
    await assert(await source.request(0))
    source.answer(0, answer(["a"], at: 1, isComplete: false))
    source.answer(0, answer(["a", "b"], at: 1, isComplete: false))
    await assert(await first.has(2))
    let second = read()
    await assert(await second.has(1))
    XCTAssertEqual(second.values, [["a", "b"]])
    source.end(0)
    await assert(await second.ends())
  }

  func testAccountsAreReadApart() async {
    let first = read(ann)
    let second = read(bob)
    await assert(await source.request(1))
    XCTAssertEqual(source.count, 2)
    source.end(0)
    source.end(1)
    await assert(await first.ends())
    await assert(await second.ends())
  }

  func testAShareIsReadAsTheAccountThatHasIt() async throws {
    await fill(["old"])
    let log = read(AccountID(rawValue: ann.rawValue + "/shared/bob/list"))
    await assert(await log.has(1))
    XCTAssertEqual(log.values, [["old"]])
  }

  // MARK: Leaving

  func testTheRequestIsCancelledWhenTheLastReaderHasGone() async {
    let first = read()
    let second = read()
    await assert(await source.request(0))
    first.cancel()
    await assert(await first.ends())
    source.answer(0, answer(["a"], at: 1, isComplete: false))
    await assert(await second.has(1))
    XCTAssertFalse(source.isEnded(0))
    second.cancel()
    await assert(await eventually { source.isEnded(0) })
    // The next reader has a request of its own.
    let third = read()
    await assert(await source.request(1))
    source.answer(1, answer(["b"], at: 2))
    source.end(1)
    await assert(await third.ends())
    XCTAssertEqual(third.values, [["b"]])
  }

  func testReadersWhoComeAndGoLeaveNothingBehind() async {
    for number in 0..<50 {
      let before = source.count
      let log = read()
      if number % 2 == 0 { await assert(await source.request(before)) }
      log.cancel()
      await assert(await log.ends())
    }
    await assert(await eventually { (0..<source.count).allSatisfy(source.isEnded) })
    let before = source.count
    let log = read()
    await assert(await source.request(before))
    source.answer(source.count - 1, answer(["a"], at: 1))
    source.end(source.count - 1)
    await assert(await log.ends())
    XCTAssertEqual(log.values, [["a"]])
  }

  // MARK: Forgetting

  func testForgettingIsAboutOneAccount() async {
    await fill(["a"], of: ann)
    await fill(["b"], of: bob)
    await proxy.forget(ann)
    let first = await cached(ann)
    let second = await cached(bob)
    XCTAssertNil(first)
    XCTAssertEqual(second, ["b"])
  }

  func testAnAnswerUnderWayIsNotKeptAfterForgetting() async {
    let log = read()
    await assert(await source.request(0))
    await proxy.forget(ann)
    await assert(await log.ends())
    XCTAssertEqual(log.error, .authentication)
    source.answer(0, answer(["late"], at: 1))
    source.end(0)
    await assert(await eventually { source.isEnded(0) })
    let kept = await cached()
    XCTAssertNil(kept)
  }

  func testForgettingWhileAnswersAreKept() async {
    // The moment between the answer and its being kept is met now and then.
    for number in 0..<100 {
      let log = read()
      await assert(await source.request(number))
      source.answer(number, answer(["a\(number)"], at: Int64(number)))
      source.end(number)
      if number % 3 == 0 { await assert(await log.has(1)) }
      await proxy.forget(ann)
      await assert(await log.ends())
      let kept = await cached()
      XCTAssertNil(kept, "round \(number)")
    }
  }

  func testReadingAgainAfterForgettingStartsWithoutTheOldAnswers() async {
    await fill(["old"])
    let (proxy, ann) = (proxy, ann)
    async let forgetting: Void = proxy.forget(ann)
    let log = AnswerLog(proxy.read(ann))
    await forgetting
    // Whichever came first, the other account's user is not shown the old names at the end.
    await assert(await eventually { source.count > 0 || log.isEnded })
    if !log.isEnded {
      source.answer(source.count - 1, answer(["new"], at: 1))
      source.end(source.count - 1)
      await assert(await log.ends())
      XCTAssertEqual(log.values.last, ["new"])
    }
  }
}
