import Foundation

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
    return await withTaskGroup(of: [UInt64].self) { group in
      for lane in 0..<lanes {
        group.addTask { await play(lane: lane, hasFailed) }
      }
      var failed: [UInt64] = []
      for await lane in group { failed += lane }
      return failed
    }
  }

  private func play(lane: Int, _ hasFailed: Flag) async -> [UInt64] {
    var failed: [UInt64] = []
    for seed in seeds where Int(seed) % lanes == lane {
      if stopsEarly, hasFailed.isSet { break }
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
