/// Where a listing goes on. Made by a backend and handed back to it within one pull.
public struct PageToken: Hashable, Sendable {
  /// The identifier of the last record seen.
  public let after: String
  /// How many records to ask for.
  public let limit: Int

  public init(after: String, limit: Int) {
    self.after = after
    self.limit = limit
  }
}
