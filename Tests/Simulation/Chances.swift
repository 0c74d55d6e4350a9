import Synchronization
import TestSupport

/// The one source of chance of a run: whoever asks, in whatever order, gets the same in every replay.
final class Chances: Sendable {
  private let generator: Mutex<SplitMix64>

  init(seed: UInt64) {
    generator = Mutex(SplitMix64(seed: seed))
  }

  func number(_ range: Range<Int>) -> Int {
    generator.withLock { Int.random(in: range, using: &$0) }
  }

  /// True in so many of a hundred cases.
  func happens(_ percent: Int) -> Bool { number(0..<100) < percent }

  func pick<T>(_ items: [T]) -> T? {
    items.isEmpty ? nil : items[number(0..<items.count)]
  }
}
