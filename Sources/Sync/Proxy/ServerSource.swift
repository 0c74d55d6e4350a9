public import Core

/// Something that a server holds and that is read as a whole: its people, its lists.
///
/// The server itself and the proxy before it look the same, so whoever reads does not know which of
/// them answers.
public protocol ServerSource<Value>: Sendable {
  associatedtype Value: Hashable & Sendable & Codable

  /// Reads what the server of an account holds.
  ///
  /// Every answer is the whole as it is known at that moment and takes the place of the one before.
  /// The stream ends with the last one, or throws a ``SyncError`` when there was a failure; what was
  /// answered until then stays true.
  func read(_ account: AccountID) -> AsyncThrowingStream<ServerAnswer<Value>, any Error>
}
