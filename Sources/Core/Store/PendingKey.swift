/// A record waiting to be sent, and its place in the order in which a server can take changes.
public struct PendingKey: Hashable, Sendable {
  /// A place in that order: answers to other people, lists, to-dos, then deletions (to-dos before lists); the
  /// oldest edit first.
  public struct Place: Hashable, Sendable, Comparable {
    let rank: Int
    let sequence: Int64

    /// Before everything.
    public static let start = Place(rank: 0, sequence: 0)

    /// Whether a server can take both in one batch.
    public func isSameRank(as other: Place) -> Bool { rank == other.rank }

    public static func < (a: Place, b: Place) -> Bool {
      (a.rank, a.sequence) < (b.rank, b.sequence)
    }
  }

  public let key: RecordKey
  public let place: Place
}
