import Foundation

/// Many runs, one after another.
public struct SimulationBatch: Sendable {
  let seeds: StrideTo<UInt64>
  let stopsEarly: Bool

  /// - Parameter stopsEarly: whether no run begins after one has failed.
  public init(seeds: StrideTo<UInt64>, stopsEarly: Bool) {
    self.seeds = seeds
    self.stopsEarly = stopsEarly
  }

  /// Plays them and prints what goes wrong.
  /// - Parameter willPlay: is told of each seed before it begins, and may end the batch by returning false.
  public func play(willPlay: (UInt64) -> Bool) async {
    for seed in seeds {
      guard willPlay(seed) else { return }
      if await !Self.play(seed, isTold: false), stopsEarly { return }
    }
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
