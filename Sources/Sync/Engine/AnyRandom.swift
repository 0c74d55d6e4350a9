/// A type-erased random number generator.
struct AnyRandom: RandomNumberGenerator {
  private(set) var base: any RandomNumberGenerator & Sendable

  init(_ base: any RandomNumberGenerator & Sendable) {
    self.base = base
  }

  mutating func next() -> UInt64 { base.next() }
}
