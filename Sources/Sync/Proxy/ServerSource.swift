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
