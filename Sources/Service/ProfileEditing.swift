import Core
import Sync

/// Changes the user's own profile on an account's server.
///
/// Like a change of a to-do, it is stored on this computer first and sent from there.
@MainActor
package protocol ProfileEditing: AnyObject {
  /// The user's profile with unsent changes; nil if the server is not known to have one.
  func profile(of account: AccountID) async -> Person?
  /// Stores a change on this computer. Does not wait for the server.
  /// - Parameter fields: what the user changed; only that is written over the server's profile.
  func save(_ person: Person, changing fields: Set<Person.Field>, of account: AccountID)
    async throws(ProfileProblem)
  /// Sends the stored change.
  func sendPending(of account: AccountID) async -> ProfileOutcome
  /// Gives up the stored change; the server's profile is shown again.
  func discardPending(of account: AccountID) async
}

/// The outcome of a change of the user's profile.
package enum ProfileOutcome: Hashable, Sendable {
  /// The server has it, or there was nothing to send.
  case sent
  /// The server cannot be reached at the moment; the change is sent later.
  case waiting
  /// The server refused it. It is kept until it is sent again or given up.
  case refused(SyncProblem)
}
