import Core
import Sync
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// One account that takes part in very many lists of others.
final class SyncServiceSharesTests: XCTestCase {
  @MainActor
  private struct Fixture {
    let bench: SceneBench
    let service: SyncService
    let ann: Account
    let traffic = Traffic()
    let lists: [TodoList]

    init(shares count: Int) async throws {
      let bench = try SceneBench()
      let ann = try await bench.connect(user: "ann")
      var lists: [TodoList] = []
      for number in 0..<count {
        lists.append(
          try await bench.join("l\(number)", named: "List \(number)", of: "bob", as: .writer, ann))
      }
      let traffic = traffic
      service = SyncService(
        store: bench.store, clock: bench.time,
        makeBackend: { account in
          TrafficBackend(
            base: SimulatedBackend(SimulatedServer()), account: account, traffic: traffic)
        }, onStoreError: { XCTFail("\($0)") })
      (self.bench, self.ann, self.lists) = (bench, ann, lists)
    }

    func waitUntilAllAreRead() async throws {
      var read = 0
      // Hundreds of rounds, which take long on a busy machine.
      let areRead = try await eventually(within: .seconds(180)) {
        guard traffic.reads.count > lists.count else { return false }
        read = try await bench.store.syncSummaries().count { $0.summary.lastSyncAt != nil }
        return read > lists.count
      }
      XCTAssertTrue(areRead)
      XCTAssertEqual(read, lists.count + 1)
    }
  }

  @MainActor
  func testTheyAreReadAFewAtATimeAndListenedToOnce() async throws {
    let it = try await Fixture(shares: 200)
    _ = await it.service.start(savesUnsentChanges: false)
    try await it.waitUntilAllAreRead()
    XCTAssertEqual(it.traffic.reads.count, 201)
    XCTAssertLessThanOrEqual(it.traffic.most, 4)
    await eventually("the connection") { it.traffic.watched.last?.count == 32 }
    XCTAssertEqual(Set(it.traffic.watched.last ?? []).count, 32)
    // Another list changes nothing about those that are listened to.
    let connections = it.traffic.watched.count
    try await it.bench.join("a", named: "Another", of: "bob", as: .writer, it.ann)
    await eventually("the other list is read") { it.traffic.reads.count == 202 }
    XCTAssertEqual(it.traffic.watched.count, connections)
    await it.service.stop(within: .zero)
  }

  @MainActor
  func testOnesOwnEditsWaitBehindNothing() async throws {
    let it = try await Fixture(shares: 60)
    it.traffic.hold(true)
    _ = await it.service.start(savesUnsentChanges: false)
    await eventually("the server is busy") { it.traffic.inFlight == 3 }
    let last = try XCTUnwrap(it.lists.last)
    try await it.bench.add("Mine", to: last.id)
    await eventually("the edit is sent") { !it.traffic.pushes.isEmpty }
    XCTAssertEqual(it.traffic.pushes, [last.account])
    XCTAssertLessThan(it.traffic.reads.count, 6, "the others still wait")
    it.traffic.hold(false)
    try await it.waitUntilAllAreRead()
    await it.service.stop(within: .zero)
  }

  @MainActor
  func testTheEndDoesNotGoThroughTheLine() async throws {
    let it = try await Fixture(shares: 60)
    it.traffic.hold(true)
    _ = await it.service.start(savesUnsentChanges: false)
    await eventually("the server is busy") { it.traffic.inFlight == 3 }
    await it.service.stop(within: .seconds(60))
    XCTAssertEqual(it.traffic.inFlight, 0)
    XCTAssertLessThan(it.traffic.reads.count, 6, "nobody else began")
  }

  @MainActor
  func testSigningOutEndsThoseThatWait() async throws {
    let it = try await Fixture(shares: 60)
    it.traffic.hold(true)
    _ = await it.service.start(savesUnsentChanges: false)
    await eventually("the server is busy") { it.traffic.inFlight == 3 }
    try await it.bench.store.disconnect(it.ann.id)
    await eventually("nothing runs") { it.service.accountSyncs.isEmpty && it.traffic.inFlight == 0 }
    await it.service.stop(within: .zero)
  }

  /// The account itself asks whether the server is back, and all others follow.
  @MainActor
  func testWhileTheServerIsAwayOneAsksForAll() async throws {
    let it = try await Fixture(shares: 20)
    it.traffic.setAway(true)
    _ = await it.service.start(savesUnsentChanges: false)
    await eventually("each has tried") { it.traffic.reads.count == 21 }
    await eventually("and waits for its next try") { it.bench.time.sleeperCount == 21 }
    for _ in 0..<5 {
      let before = it.traffic.reads[it.ann.id] ?? 0
      it.bench.time.advance(by: .seconds(40))
      await eventually("the account tries") { (it.traffic.reads[it.ann.id] ?? 0) > before }
      await eventually("and waits again") { it.bench.time.sleeperCount == 21 }
    }
    // One that failed before the account's own first round did knows nothing of it yet, and tries once more.
    let others = it.traffic.reads.filter { $0.key != it.ann.id }
    XCTAssertLessThanOrEqual(others.values.max() ?? 0, 2)
    it.traffic.setAway(false)
    it.bench.time.advance(by: .seconds(40))
    try await it.waitUntilAllAreRead()
    await it.service.stop(within: .zero)
  }
}
