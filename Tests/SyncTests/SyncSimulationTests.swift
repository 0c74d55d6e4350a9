import Simulation
import Synchronization
import XCTest

/// Several computers, a server that fails at random, and random edits; all from one seed. Many more seeds
/// are played by `make sim`.
final class SyncSimulationTests: XCTestCase {
  /// Seeds that once failed stay here.
  private let regressionSeeds: [UInt64] = [
    13, 26, 51, 66, 104, 266, 486, 619, 684, 377, 2677, 2821, 5631, 8481, 7_000_895, 7_000_987,
    7_001_335, 7_002_321, 7_003_119, 9_100_011_995, 77_100_003_752, 77_100_004_017,
    910_001_329, 910_001_775, 1_200_000_867, 1_200_006_345, 1_200_007_055, 1_300_001_579,
    1_400_000_013, 1_500_000_651, 1_600_000_479, 1_700_000_631,
    1_800_000_285, 3_670_425_015, 5_020_002_735, 5_020_004_591, 5_030_000_519,
  ]
  private let sharingSeeds: [UInt64] = [
    6, 200, 244, 312, 418, 586, 3498, 6240, 7_003_952, 7_005_986, 7_007_460, 7_007_468, 7_007_852,
    40_000_164, 50_000_302, 60_000_212, 1_174_697_640, 1_400_000_564,
    1_415_161_862, 1_415_162_082, 1_415_162_314, 1_600_000_554, 1_600_000_670,
    1_800_000_392, 1_800_000_512, 1_800_001_172, 1_800_001_452, 1_800_001_516, 1_800_002_074,
    3_670_425_042, 5_020_001_982,
  ]

  private let caldavSeeds: [UInt64] = [
    1, 29, 41, 48, 126, 1_300_000_831, 1_300_002_570, 1_300_000_675, 1_300_000_959,
    1_400_000_660, 1_400_001_019, 1_400_001_065, 1_400_001_477, 1_700_000_135,
    1_300_003_520, 1_800_000_007, 1_800_000_077,
    5_040_000_598, 5_040_000_801, 5_040_000_832, 5_040_001_904, 5_040_002_251,
    5_040_002_668, 5_040_002_987, 5_050_001_462,
  ]

  func testDevicesAgreeInTheEndAndNothingIsLostOrDoubled() async throws {
    for seed in regressionSeeds {
      let problems = try await SimulationRun(seed: seed, isSharing: false).play()
      XCTAssertEqual(problems, [], "seed \(seed)")
    }
  }

  func testPeopleWhoShareListsAgreeInTheEndAndNobodySeesMore() async throws {
    for seed in sharingSeeds {
      let problems = try await SimulationRun(seed: seed, isSharing: true).play()
      XCTAssertEqual(problems, [], "seed \(seed)")
    }
  }

  func testComputersAtACalDAVServerAgreeInTheEnd() async throws {
    for seed in caldavSeeds {
      let problems = try await CalDAVRun(seed: seed).play()
      XCTAssertEqual(problems, [], "seed \(seed)")
    }
  }

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
