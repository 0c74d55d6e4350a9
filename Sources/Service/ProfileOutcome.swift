import Core

/// What became of a change of the user's profile.
package enum ProfileOutcome: Hashable, Sendable {
  /// The server has it, or there was nothing to send.
  case sent
  /// The server cannot be reached at present; it is sent later.
  case waiting
  /// The server does not take it. It is kept until it is sent again or given up.
  case refused(SyncProblem)
}
