import Foundation

/// Many runs, one after another.
public struct SimulationBatch: Sendable {
  /// One seed of so many is played at a CalDAV server as well.
  private static let caldavShare: UInt64 = 10

  let seeds: StrideTo<UInt64>
  let stopsEarly: Bool

  private let isCalDAVOnly: Bool

  /// - Parameters:
  ///   - stopsEarly: whether no run begins after one has failed.
  ///   - isCalDAVOnly: whether each seed is played at a CalDAV server, and nowhere else.
  public init(seeds: StrideTo<UInt64>, stopsEarly: Bool, isCalDAVOnly: Bool = false) {
    self.seeds = seeds
    self.stopsEarly = stopsEarly
    self.isCalDAVOnly = isCalDAVOnly
  }

  /// Plays them and prints what goes wrong.
  /// - Parameter willPlay: is told of each seed before it begins, and may end the batch by returning false.
  public func play(willPlay: (UInt64) -> Bool) async {
    for seed in seeds {
      guard willPlay(seed) else { return }
      if await !Self.play(seed, isTold: false, isCalDAVOnly: isCalDAVOnly), stopsEarly { return }
    }
  }

  /// Plays one seed and prints what went wrong.
  /// - Parameter isCalDAVOnly: whether it is played at a CalDAV server, and nowhere else.
  /// - Returns: whether nothing did.
  public static func play(_ seed: UInt64, isTold: Bool, isCalDAVOnly: Bool = false) async -> Bool {
    var problems: [String] = []
    let story: @Sendable (String) -> Void = { print($0) }
    let tell = isTold ? story : nil
    do {
      if !isCalDAVOnly { problems = try await SimulationRun(seed: seed, tell: tell).play() }
      if isCalDAVOnly || seed.isMultiple(of: caldavShare) {
        problems += try await CalDAVRun(seed: seed, tell: tell).play().map { "CalDAV: " + $0 }
      }
    } catch {
      problems.append("ended with \(error)")
    }
    for problem in problems { print("seed \(seed): \(problem)") }
    // Told at once, also to a file.
    if !problems.isEmpty { fflush(nil) }
    return problems.isEmpty
  }
}
