import Core
import Sync

/// Changes what a server knows about the user of an account.
///
/// A change is kept on this computer first and sent from there, like one of a to-do.
@MainActor
package protocol ProfileEditing: AnyObject {
  /// The user as they are shown, with a change that is still to be sent; nil if the server is not known
  /// to have them.
  func profile(of account: AccountID) async -> Person?
  /// Keeps a change on this computer. Does not wait for the server.
  func save(_ person: Person, of account: AccountID) async throws(ProfileProblem)
  /// Sends what is kept.
  func sendPending(of account: AccountID) async -> ProfileOutcome
  /// Gives up what is kept; the server's state counts again.
  func discardPending(of account: AccountID) async
}
