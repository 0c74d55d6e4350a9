/// The names and versions of a part of what a server holds of one kind, without the contents.
public struct VersionPage: Hashable, Sendable {
  /// Tombstones included.
  public let versions: [RecordKey: RecordVersion]
  /// Where to go on; nil behind the last part.
  public let next: SyncCursor?

  public init(versions: [RecordKey: RecordVersion], next: SyncCursor?) {
    self.versions = versions
    self.next = next
  }
}
