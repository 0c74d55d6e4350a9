public import Core

/// What a server tells unasked. It is a reason to read, not the thing to be stored.
public enum LiveSignal: Hashable, Sendable {
  /// The connection stands: what changes from now on is told.
  case connected
  /// The server does not tell this account anything any more; the connection goes on for others.
  case refused
  /// These records changed; a version is nil where it was not told.
  case changed([RecordKey: RecordVersion?])
}
