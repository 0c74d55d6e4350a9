/// What became of a change of the user's own profile.
public enum ProfileSending: Hashable, Sendable {
  /// The server has it, or there was nothing to send.
  case sent
  /// It is sent later.
  case waiting(SyncError)
  /// The server does not take it. It is kept until it is given up or another one takes its place.
  case refused(SyncError)
}
