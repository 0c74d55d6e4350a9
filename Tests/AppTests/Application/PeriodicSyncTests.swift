import Core
import Foundation
import Glibc
import XCTest

@testable import Service

@MainActor
final class PeriodicSyncTests: XCTestCase {
  @MainActor
  private final class Computer {
    var begun = 0
    var isFree = true
  }

  func testItSyncsWhereThereIsAnAccountAndNobodyPays() async throws {
    let bench = try SceneBench()
    let computer = Computer()
    let sync = PeriodicSync(
      store: bench.store, isFree: { computer.isFree }, begin: { computer.begun += 1 })
    sync.start()
    await sync.waitUntilIdle()
    XCTAssertEqual(computer.begun, 0, "there is no server")
    _ = try await bench.connect(user: "ann")
    sync.refresh()
    await sync.waitUntilIdle()
    XCTAssertEqual(computer.begun, 1)
    computer.isFree = false
    sync.refresh()
    await sync.waitUntilIdle()
    XCTAssertEqual(computer.begun, 1, "a metered network is left alone")
  }

  func testWhenTheNextOneBegins() {
    func after(shown: Int64? = nil, next: Int64? = nil) -> Int64 {
      let begun: Int64 = 1_000_000
      func moment(_ seconds: Int64?) -> Timestamp? {
        seconds.map { Timestamp(milliseconds: (begun + $0) * 1000) }
      }
      return PeriodicSync.time(after: begun, shown: moment(shown), next: moment(next)) - begun
    }
    XCTAssertEqual(after(), 1800)
    XCTAssertEqual(after(shown: 0), 60, "it has just rung: it may be done on another device")
    XCTAssertEqual(after(shown: -599), 60)
    XCTAssertEqual(after(shown: -600), 300)
    XCTAssertEqual(after(shown: -7199), 300)
    XCTAssertEqual(after(shown: -7200), 1800)
    XCTAssertEqual(after(next: 1000), 970, "what is done elsewhere does not ring")
    XCTAssertEqual(after(next: 31), 1)
    XCTAssertEqual(after(next: 30), 1800, "that one was just now")
    XCTAssertEqual(after(next: 100_000), 1800)
    XCTAssertEqual(after(shown: -10, next: 45), 15)
  }

  func testATurnIsToldAlsoWhereNoneMayBegin() async throws {
    let bench = try SceneBench()
    let computer = Computer()
    computer.isFree = false
    let sync = PeriodicSync(
      store: bench.store, isFree: { computer.isFree }, begin: { computer.begun += 1 })
    var turns = 0
    sync.onTurn = { turns += 1 }
    sync.refresh()
    await sync.waitUntilIdle()
    XCTAssertEqual([turns, computer.begun], [1, 0])
  }

  func testRemindersDoNotMoveASyncThatWaitsForTheNetwork() async throws {
    let bench = try SceneBench()
    let sync = PeriodicSync(store: bench.store, isFree: { true }, begin: {})
    sync.start()
    await sync.waitUntilIdle()
    let begun = bench.store.now.milliseconds / 1000
    XCTAssertEqual(sync.next, begun + PeriodicSync.interval)
    sync.delayUntilSettled()
    sync.follow(shown: nil, next: nil)
    XCTAssertEqual(sync.next, begun + PeriodicSync.settlingTime)
    sync.follow(shown: bench.store.now, next: nil)
    XCTAssertEqual(sync.next, begun + PeriodicSync.settlingTime)
    sync.refresh()
    await sync.waitUntilIdle()
    XCTAssertEqual(sync.next, begun + 60, "and afterwards they count again")
  }

  func testAnEndedSyncLeavesNothing() async throws {
    let process = try XCTUnwrap(BackgroundSync.start(.unsent, program: "/bin/true"))
    await eventually("no zombie is left") { kill(process, 0) != 0 && errno == ESRCH }
  }

  /// Such as the lock of flock(1): it would be held for as long as the sync runs.
  func testASyncKeepsNothingOfTheCallerOpen() async throws {
    let folder = NSTemporaryDirectory() + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let null = open("/dev/null", O_RDONLY)
    // Not closed for a program that is started, as a shell leaves it.
    let held = fcntl(null, F_DUPFD, 200)
    defer {
      close(null)
      close(held)
    }
    let (script, list) = (folder + "/program", folder + "/descriptors")
    try "#!/bin/sh\nls /proc/$$/fd >\(list).part\nmv \(list).part \(list)\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    chmod(script, 0o700)
    _ = try XCTUnwrap(BackgroundSync.start(.unsent, program: script))
    await eventually("it ran") { FileManager.default.fileExists(atPath: list) }
    let numbers = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
    XCTAssertFalse(numbers.contains("\(held)"), "\(numbers)")
  }
}
