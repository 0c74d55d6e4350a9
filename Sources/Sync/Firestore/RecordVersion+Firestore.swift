import Core

extension RecordVersion {
  /// The version that an `updateTime` stands for: its text as the server wrote it, ordered by
  /// microseconds. Nil for what is not a time.
  init?(updateTime: String) {
    guard let microseconds = RFC3339.microseconds(updateTime) else { return nil }
    self.init(tag: updateTime, ordinal: microseconds)
  }
}
