import FoundationEssentials

/// What the store needs from outside: time and identifiers. Passed in so that tests control it.
public struct StoreEnvironment: Sendable {
  /// The current time.
  public let now: @Sendable () -> Timestamp
  /// A new identifier, unique on every device.
  public let makeID: @Sendable () -> String
  public let naming: ListNaming

  public init(
    now: @escaping @Sendable () -> Timestamp, makeID: @escaping @Sendable () -> String,
    naming: ListNaming = .english
  ) {
    self.now = now
    self.makeID = makeID
    self.naming = naming
  }

  /// The system's clock and random UUIDs, with English names.
  public static let live = StoreEnvironment.live(naming: .english)

  /// The system's clock and random UUIDs.
  public static func live(naming: ListNaming) -> StoreEnvironment {
    StoreEnvironment(
      now: { Timestamp(Date()) }, makeID: { UUID().uuidString.lowercased() }, naming: naming)
  }
}
