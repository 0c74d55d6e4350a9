/// One part of what a server holds or of what changed there. A record that is missing in it is never
/// taken as deleted.
public struct ChangePage: Hashable, Sendable {
  public let records: [RemoteRecord]
  /// Where to go on, after this page has been stored.
  public let next: SyncCursor
  /// Whether there is nothing more for now.
  public let isLast: Bool
  /// Whether this is part of a listing of everything, not of what changed.
  public let isListing: Bool
  /// How many records the listing has in all; told with its first page, where the server counts them.
  public let total: Int?
  /// When the server read this, by its own clock; nil if it does not tell.
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
