import TestSupport
import XCTest

@testable import Core

final class FeedLifetimeTests: XCTestCase {
  /// Held by what a feed asks for each commit, so that it lives exactly as long as the feed's source.
  private final class Probe: Sendable {
    func isRelevant(_ change: StoreChange) -> Bool { true }
  }

  private struct Weak: @unchecked Sendable {
    weak var probe: Probe?
  }

  private func makeFeed(_ store: TodoStore) -> (FeedLog<StoreFeed<Int>>, Weak) {
    let (stream, weak) = makeStream(store)
    return (FeedLog(stream), weak)
  }

  private func makeStream(_ store: TodoStore) -> (AsyncStream<StoreFeed<Int>>, Weak) {
    let probe = Probe()
    let stream = store.feed(
      everything: { try $0.number("SELECT COUNT(*) FROM todo") },
      isRelevant: { probe.isRelevant($0) })
    return (stream, Weak(probe: probe))
  }

  /// Ends when all that the writer had to do is done.
  private func waitForWriter(of store: TodoStore) async throws {
    try await store.writer.writeWithoutTransaction { _ in }
    try await store.writer.read { _ in }
  }

  private func isReleased(_ weak: Weak, _ store: TodoStore) async throws -> Bool {
    try await eventually {
      try await waitForWriter(of: store)
      return weak.probe == nil
    }
  }

  private func stores() throws -> [(TodoStore, TestFolder?)] {
    let folder = try TestFolder()
    return [(try Bench().store, nil), (try Bench(path: folder.file()).store, folder)]
  }

  func testEndsWithItsReader() async throws {
    for (store, folder) in try stores() {
      let (feed, weak) = makeFeed(store)
      let hasStarted = await feed.wait { $0.items.count == 1 }
      XCTAssertTrue(hasStarted)
      XCTAssertNotNil(weak.probe)
      feed.stop()
      let released = try await isReleased(weak, store)
      XCTAssertTrue(released)
      withExtendedLifetime(folder) {}
    }
  }

  func testEndsWhenNobodyEverRead() async throws {
    for (store, folder) in try stores() {
      var (stream, weak): (AsyncStream<StoreFeed<Int>>?, Weak) = makeStream(store)
      XCTAssertNotNil(stream)
      stream = nil
      let released = try await isReleased(weak, store)
      XCTAssertTrue(released)
      withExtendedLifetime(folder) {}
    }
  }

  func testEndsWhenItWasDroppedBeforeItBegan() async throws {
    for (store, folder) in try stores() {
      let gate = DispatchSemaphore(value: 0)
      store.writer.asyncWriteWithoutTransaction { _ in gate.wait() }
      var (stream, weak): (AsyncStream<StoreFeed<Int>>?, Weak) = makeStream(store)
      XCTAssertNotNil(stream)
      stream = nil
      gate.signal()
      let released = try await isReleased(weak, store)
      XCTAssertTrue(released)
      withExtendedLifetime(folder) {}
    }
  }

  func testEndsWhenReadingFails() async throws {
    let store = try Bench().store
    let probe = Probe()
    let weak = Weak(probe: probe)
    let feed = FeedLog(makeFailing(store, probe))
    let hasEnded = await feed.wait { $0.hasEnded }
    XCTAssertTrue(hasEnded)
    guard case .failed(.blank)? = feed.state.items.last else { return XCTFail("not told") }
    XCTAssertNotNil(weak.probe)
  }

  private func makeFailing(_ store: TodoStore, _ probe: Probe) -> AsyncStream<StoreFeed<Int>> {
    store.feed(
      everything: { _ in throw StoreError.blank }, isRelevant: { probe.isRelevant($0) })
  }

  func testTheStoreIsNotKeptAliveByItsFeeds() async throws {
    weak var weakStore: TodoStore?
    let feed: FeedLog<StoreFeed<ListOverview>>
    do {
      let store = try Bench().store
      weakStore = store
      feed = FeedLog(store.overview())
      let hasStarted = await feed.wait { $0.items.count == 2 }
      XCTAssertTrue(hasStarted)
    }
    XCTAssertNil(weakStore)
    withExtendedLifetime(feed) {}
  }

  func testSyncSignalsEndWithTheirReader() async throws {
    let bench = try Bench()
    let hub = bench.store.hub
    for _ in 0..<3 {
      let signals = FeedLog(bench.store.syncChanges())
      let isSignalled = await signals.wait { !$0.items.isEmpty }
      XCTAssertTrue(isSignalled)
      signals.stop()
    }
    let areGone = await eventually { hub.receiverCount == 0 }
    XCTAssertTrue(areGone)
  }
}
