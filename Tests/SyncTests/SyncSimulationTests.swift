import Simulation
import Synchronization
import XCTest

/// Several computers, a server that fails at random, and random edits; all from one seed. The seeds are played by
/// `make sim`, those that once failed too.
final class SyncSimulationTests: XCTestCase {
  func testASeedAlwaysTellsTheSameStoryAtACalDAVServer() async throws {
    let (first, second) = (Lines(), Lines())
    _ = try await CalDAVRun(seed: 1) { first.add($0) }.play()
    _ = try await CalDAVRun(seed: 1) { second.add($0) }.play()
    XCTAssertGreaterThan(first.all.count, 20)
    XCTAssertEqual(first.all, second.all)
  }

  func testASeedAlwaysTellsTheSameStoryInMemoryAndOnFiles() async throws {
    for seed: UInt64 in 1...3 {
      let first = try await story(seed, isOnFiles: false)
      let second = try await story(seed, isOnFiles: true)
      XCTAssertGreaterThan(first.count, 20)
      XCTAssertEqual(first, second, "seed \(seed)")
    }
  }

  private func story(_ seed: UInt64, isOnFiles: Bool) async throws -> [String] {
    let lines = Lines()
    _ = try await SimulationRun(seed: seed, isOnFiles: isOnFiles) { lines.add($0) }.play()
    return lines.all
  }

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}
