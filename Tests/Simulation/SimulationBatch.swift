import Foundation

/// Many runs, one after another.
public struct SimulationBatch: Sendable {
  /// What is played with a number.
  public enum Kind: Sendable {
    /// The number is a seed; one of ten is played at a CalDAV server as well.
    case all
    /// The number is a seed, which is played at a CalDAV server only.
    case caldav
    /// The number says which of the seeds is played that once failed, see ``knownCount``.
    case known
  }

  /// How many seeds there are that once failed.
  public static var knownCount: Int { KnownSeed.all.count }

  private static let caldavShare: UInt64 = 10

  private let numbers: StrideTo<UInt64>
  private let kind: Kind
  private let stopsEarly: Bool

  /// - Parameter stopsEarly: whether no run begins after one has failed.
  public init(numbers: StrideTo<UInt64>, kind: Kind, stopsEarly: Bool) {
    self.numbers = numbers
    self.kind = kind
    self.stopsEarly = stopsEarly
  }

  /// Plays them and prints what goes wrong.
  /// - Parameter willPlay: is told of each number before it begins, and may end the batch by returning false.
  public func play(willPlay: (UInt64) -> Bool) async {
    for number in numbers {
      guard willPlay(number) else { return }
      if await !Self.play(number, kind), stopsEarly { return }
    }
  }

  /// Plays one number and prints what went wrong.
  /// - Parameter isTold: whether its story is printed.
  /// - Returns: whether nothing did.
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
    // Told at once, also to a file.
    if !problems.isEmpty { fflush(nil) }
    return problems.isEmpty
  }
}
