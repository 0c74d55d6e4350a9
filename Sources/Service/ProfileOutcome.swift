import Core

/// The outcome of a change of the user's profile.
package enum ProfileOutcome: Hashable, Sendable {
  /// The server has it, or there was nothing to send.
  case sent
  /// The server cannot be reached at the moment; the change is sent later.
  case waiting
  /// The server refused it. It is kept until it is sent again or given up.
  case refused(SyncProblem)
}
