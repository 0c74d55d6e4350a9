/// A source of chance whose type is not known where it is used.
struct AnyRandom: RandomNumberGenerator {
  private(set) var base: any RandomNumberGenerator & Sendable

  init(_ base: any RandomNumberGenerator & Sendable) {
    self.base = base
  }

  mutating func next() -> UInt64 { base.next() }
}
