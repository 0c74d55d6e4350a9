/// One page of what a server holds or of what changed there. A record that is not in it is never taken for
/// deleted.
public struct ChangePage: Hashable, Sendable {
  public let records: [RemoteRecord]
  /// Where to continue after this page has been stored.
  public let next: SyncCursor
  /// Whether there are no more pages for now.
  public let isLast: Bool
  /// Whether this is part of a full listing instead of a list of changes.
  public let isListing: Bool
  /// How many records the listing has in total; sent with its first page if the server counts them.
  public let total: Int?
  /// When the server read this, by its own clock; nil if it does not say.
  public let serverTime: Timestamp?

  public init(
    records: [RemoteRecord], next: SyncCursor, isLast: Bool, isListing: Bool, total: Int? = nil,
    serverTime: Timestamp? = nil
  ) {
    self.records = records
    self.next = next
    self.isLast = isLast
    self.isListing = isListing
    self.total = total
    self.serverTime = serverTime
  }
}
