/// What is known about whether a server still holds what it took.
public struct ServerComparison: Hashable, Sendable {
  /// How many records of the kind the server must have, tombstones included.
  public let expectedCount: Int
  /// When names and versions were last compared; nil if they never were.
  public let comparedAt: Timestamp?
  /// Whether something happened since then that requires a comparison.
  public let isDue: Bool
}
