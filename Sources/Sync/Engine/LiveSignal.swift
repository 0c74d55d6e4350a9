public import Core

/// What a server tells unasked. It is a reason to read, not the thing to be stored.
public enum LiveSignal: Hashable, Sendable {
  /// The connection stands: what changes from now on is told.
  case connected
  /// These records changed; a version is nil where it was not told.
  case changed([RecordKey: RecordVersion?])
}
