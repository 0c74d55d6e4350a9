/// What a round is asked to do.
struct SyncRequest: Hashable, Sendable {
  var pull: Bool
  var wake: Bool

  /// One round that does what both ask.
  func joined(with other: SyncRequest?) -> SyncRequest {
    guard let other else { return self }
    return SyncRequest(pull: pull || other.pull, wake: wake || other.wake)
  }
}
