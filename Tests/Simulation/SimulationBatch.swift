import Foundation
import Synchronization

/// Many runs side by side, as many at a time as there are processors.
public struct SimulationBatch: Sendable {
  let seeds: Range<UInt64>
  let lanes: Int
  let stopsEarly: Bool

  /// - Parameters:
  ///   - lanes: how many runs at a time, at least one.
  ///   - stopsEarly: whether no run begins after one has failed.
  public init(seeds: Range<UInt64>, lanes: Int, stopsEarly: Bool) {
    self.seeds = seeds
    self.lanes = max(1, lanes)
    self.stopsEarly = stopsEarly
  }

  /// Plays them and prints what goes wrong.
  /// - Returns: the seeds that failed.
  public func play() async -> [UInt64] {
    let hasFailed = Flag()
    let next = SeedSource(seeds)
    return await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<lanes {
        group.addTask { await play(from: next, hasFailed) }
      }
      var failed: [UInt64] = []
      for await lane in group { failed += lane }
      return failed
    }
  }

  private func play(from next: SeedSource, _ hasFailed: Flag) async -> [UInt64] {
    var failed: [UInt64] = []
    while !(stopsEarly && hasFailed.isSet), let seed = next.take() {
      if await Self.play(seed, isTold: false) { continue }
      failed.append(seed)
      hasFailed.isSet = true
    }
    return failed
  }

  /// Plays one seed and prints what went wrong.
  /// - Returns: whether nothing did.
  public static func play(_ seed: UInt64, isTold: Bool) async -> Bool {
    var problems: [String]
    do {
      let run = isTold ? SimulationRun(seed: seed) { print($0) } : SimulationRun(seed: seed)
      problems = try await run.play()
    } catch {
      problems = ["ended with \(error)"]
    }
    for problem in problems { print("seed \(seed): \(problem)") }
    // Told at once, also to a file.
    if !problems.isEmpty { fflush(nil) }
    return problems.isEmpty
  }
}

/// Gives out each seed once.
private final class SeedSource: Sendable {
  private let remaining: Mutex<Range<UInt64>>

  init(_ seeds: Range<UInt64>) {
    remaining = Mutex(seeds)
  }

  func take() -> UInt64? {
    remaining.withLock { $0.popFirst() }
  }
}
