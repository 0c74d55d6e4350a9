import Foundation

/// Plays many runs, one after another.
public struct SimulationBatch: Sendable {
  /// The meaning of the numbers.
  public enum Kind: Sendable {
    /// A seed; one in ten is also played on a CalDAV server.
    case all
    /// A seed, played only on a CalDAV server.
    case caldav
    /// The index of a seed that once failed, see ``knownCount``.
    case known
  }

  /// The number of seeds that once failed.
  public static var knownCount: Int { KnownSeed.all.count }

  private static let caldavShare: UInt64 = 10

  private let numbers: StrideTo<UInt64>
  private let kind: Kind
  private let stopsEarly: Bool

  /// - Parameter stopsEarly: whether the batch ends after the first failed run.
  public init(numbers: StrideTo<UInt64>, kind: Kind, stopsEarly: Bool) {
    self.numbers = numbers
    self.kind = kind
    self.stopsEarly = stopsEarly
  }

  /// Plays all numbers and prints the problems.
  /// - Parameter willPlay: called with each number before its run; false ends the batch.
  public func play(willPlay: (UInt64) -> Bool) async {
    for number in numbers {
      guard willPlay(number) else { return }
      if await !Self.play(number, kind), stopsEarly { return }
    }
  }

  /// Plays one number and prints its problems.
  /// - Parameter isTold: whether the story is printed.
  /// - Returns: whether there were no problems.
  public static func play(_ number: UInt64, _ kind: Kind, isTold: Bool = false) async -> Bool {
    let story: @Sendable (String) -> Void = { print($0) }
    let tell = isTold ? story : nil
    let known = kind == .known ? KnownSeed.all[Int(number)] : nil
    let seed = known?.seed ?? number
    var problems: [String] = []
    do {
      if known.map({ $0.kind != .caldav }) ?? (kind == .all) {
        let isSharing = known.map { $0.kind == .sharing }
        problems = try await SimulationRun(seed: seed, isSharing: isSharing, tell: tell).play()
      }
      let isOneOfTen = kind == .all && seed.isMultiple(of: caldavShare)
      if kind == .caldav || known?.kind == .caldav || isOneOfTen {
        problems += try await CalDAVRun(seed: seed, tell: tell).play().map { "CalDAV: " + $0 }
      }
    } catch {
      problems.append("ended with \(error)")
    }
    for problem in problems { print("seed \(seed): \(problem)") }
    // Printed at once, even if the output is a file.
    if !problems.isEmpty { fflush(nil) }
    return problems.isEmpty
  }
}
