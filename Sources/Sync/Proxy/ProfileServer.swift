public import Core

/// The server's side of the user's own profile.
public protocol ProfileServer: Sendable {
  /// Writes the user's names and picture URL.
  /// - Parameter person: the user of the account.
  /// - Returns: when it was written, by the server's clock.
  func write(_ person: Person, of account: AccountID) async throws(SyncError) -> Timestamp
}
