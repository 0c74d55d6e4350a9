import Core

extension RecordVersion {
  /// The version for an `updateTime`: its text as the server wrote it, ordered by microseconds. Nil if it is
  /// not a time.
  init?(updateTime: String) {
    guard let microseconds = RFC3339.microseconds(updateTime) else { return nil }
    self.init(tag: updateTime, ordinal: microseconds)
  }
}
