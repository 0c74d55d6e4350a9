/// A server's last answer.
public struct CachedAnswer<Value: Codable & Sendable>: Sendable {
  public var value: Value
  /// When the server was read.
  public var readAt: Timestamp
  /// How many elements of it could not be read.
  public var skipped: Int

  public init(value: Value, readAt: Timestamp, skipped: Int = 0) {
    self.value = value
    self.readAt = readAt
    self.skipped = skipped
  }
}

extension CachedAnswer: Equatable where Value: Equatable {}
