public import Core

/// Where the own profile is kept.
public protocol ProfileServer: Sendable {
  /// Writes what the user is called and where the picture is.
  /// - Parameter person: the user of the account.
  /// - Returns: when it was written, by the server's clock.
  func write(_ person: Person, of account: AccountID) async throws(SyncError) -> Timestamp
}
