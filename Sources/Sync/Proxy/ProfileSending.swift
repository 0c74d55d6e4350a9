/// The outcome of sending a change of the user's own profile.
public enum ProfileSending: Hashable, Sendable {
  /// The server has it, or there was nothing to send.
  case sent
  /// It will be sent later.
  case waiting(SyncError)
  /// The server refused it. It is kept until it is given up or replaced.
  case refused(SyncError)
}
