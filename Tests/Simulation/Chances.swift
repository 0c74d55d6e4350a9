import Synchronization
import TestSupport

/// The only source of randomness in a run. Since all its users call it in the same order, every replay is the same.
final class Chances: Sendable {
  private let generator: Mutex<SplitMix64>

  init(seed: UInt64) {
    generator = Mutex(SplitMix64(seed: seed))
  }

  func number(_ range: Range<Int>) -> Int {
    generator.withLock { Int.random(in: range, using: &$0) }
  }

  /// True in the given percentage of calls.
  func happens(_ percent: Int) -> Bool { number(0..<100) < percent }

  func pick<T>(_ items: [T]) -> T? {
    items.isEmpty ? nil : items[number(0..<items.count)]
  }
}
