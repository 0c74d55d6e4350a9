public import Core

/// One part of a listing. A record that is missing in a listing is never taken as deleted.
public struct RemotePage: Hashable, Sendable {
  public let records: [RemoteRecord]
  /// Asks for the following page; nil at the end.
  public let next: PageToken?

  public init(records: [RemoteRecord], next: PageToken?) {
    self.records = records
    self.next = next
  }
}
