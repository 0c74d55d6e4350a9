public import Core

/// A live update from the server. It is a reason to read; its contents are not stored.
public enum LiveSignal: Hashable, Sendable {
  /// The connection is established: changes from now on are reported.
  case connected
  /// The server stopped reporting to this account; the connection continues for others.
  case refused
  /// These records changed; a version is nil if it was not sent.
  case changed([RecordKey: RecordVersion?])
}
