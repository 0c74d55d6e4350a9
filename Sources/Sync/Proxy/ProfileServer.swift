public import Core

/// The server's side of the user's own profile.
public protocol ProfileServer: Sendable {
  /// Writes fields of the user's profile; all of them if the server has no profile.
  /// - Parameters:
  ///   - person: the user of the account.
  ///   - fields: what is written of an existing profile.
  ///   - isMissing: whether the server must not have a profile of the user; it refuses otherwise.
  /// - Returns: when it was written, by the server's clock.
  func write(
    _ person: Person, _ fields: Set<Person.Field>, of account: AccountID, isMissing: Bool
  ) async throws(SyncError) -> Timestamp
}

/// The outcome of sending a change of the user's own profile.
public enum ProfileSending: Hashable, Sendable {
  /// The server has it, or there was nothing to send.
  case sent
  /// It will be sent later.
  case waiting(SyncError)
  /// The server refused it. It is kept until it is given up or replaced.
  case refused(SyncError)
}
