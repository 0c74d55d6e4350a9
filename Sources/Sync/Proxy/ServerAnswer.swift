public import Core

/// What a server held at some moment.
public struct ServerAnswer<Value: Hashable & Sendable & Codable>: Hashable, Sendable {
  public var value: Value
  /// When the server was read, by its own clock if it says.
  public var readAt: Timestamp
  /// Whether this is everything; a longer answer may come in parts, each including the ones before.
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
