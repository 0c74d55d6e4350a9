public import Core

/// What a server holds, as it was at some moment.
public struct ServerAnswer<Value: Hashable & Sendable & Codable>: Hashable, Sendable {
  public var value: Value
  /// When the server was read, by the server's clock where it tells.
  public var readAt: Timestamp
  /// Whether this is all of it; an answer may come in parts, each with what the ones before had.
  public var isComplete: Bool
  /// How many elements could not be read and were left out.
  public var skipped: Int

  public init(value: Value, readAt: Timestamp, isComplete: Bool = true, skipped: Int = 0) {
    self.value = value
    self.readAt = readAt
    self.isComplete = isComplete
    self.skipped = skipped
  }
}
