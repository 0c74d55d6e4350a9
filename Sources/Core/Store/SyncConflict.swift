/// Values of another device that lost to this computer's, because both had changed the same fields.
public struct SyncConflict: Hashable, Sendable, Identifiable {
  public let id: Int64
  public let key: RecordKey
  /// What the user calls the record.
  public let title: String
  /// The values that lost.
  public let lost: RecordFields
  /// The same fields as they were kept.
  public let kept: RecordFields
  public let at: Timestamp

  public init(
    id: Int64, key: RecordKey, title: String, lost: RecordFields, kept: RecordFields, at: Timestamp
  ) {
    self.id = id
    self.key = key
    self.title = title
    self.lost = lost
    self.kept = kept
    self.at = at
  }
}
