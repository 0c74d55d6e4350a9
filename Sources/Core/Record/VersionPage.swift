/// The names and versions of one page of a kind's records on a server, without contents.
public struct VersionPage: Hashable, Sendable {
  /// Tombstones included.
  public let versions: [RecordKey: RecordVersion]
  /// Where to continue; nil after the last page.
  public let next: SyncCursor?

  public init(versions: [RecordKey: RecordVersion], next: SyncCursor?) {
    self.versions = versions
    self.next = next
  }
}
