import FoundationEssentials

/// What the store needs from outside: time, zone and identifiers. Passed in so that tests control it.
public struct StoreEnvironment: Sendable {
  /// The current time.
  public let now: @Sendable () -> Timestamp
  /// A new identifier, unique on every device.
  public let makeID: @Sendable () -> String
  public let naming: ListNaming
  /// The local time zone, for days and floating times.
  public let zone: @Sendable () -> ZoneRules

  public init(
    now: @escaping @Sendable () -> Timestamp, makeID: @escaping @Sendable () -> String,
    naming: ListNaming = .english, zone: @escaping @Sendable () -> ZoneRules = { .utc }
  ) {
    self.now = now
    self.makeID = makeID
    self.naming = naming
    self.zone = zone
  }

  /// The system's clock and random UUIDs, with English names.
  public static let live = StoreEnvironment.live(naming: .english)

  /// The system's clock and random UUIDs.
  public static func live(naming: ListNaming) -> StoreEnvironment {
    StoreEnvironment(
      now: { Timestamp(Date()) }, makeID: { UUID().uuidString.lowercased() }, naming: naming,
      zone: { .local })
  }
}
