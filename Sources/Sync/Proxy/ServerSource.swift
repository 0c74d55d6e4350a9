public import Core

/// Something on a server that is read as a whole: its people, its lists.
///
/// The server and the proxy in front of it implement the same protocol, so readers do not know which of them
/// answers.
public protocol ServerSource<Value>: Sendable {
  associatedtype Value: Hashable & Sendable & Codable

  /// Reads from an account's server.
  ///
  /// Each answer contains everything known at that moment and replaces the one before. The stream ends after
  /// the last answer, or throws a ``SyncError``; earlier answers stay valid.
  func read(_ account: AccountID) -> AsyncThrowingStream<ServerAnswer<Value>, any Error>
}

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
