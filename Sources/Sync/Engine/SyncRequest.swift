/// What a round is asked to do.
struct SyncRequest: Hashable, Sendable {
  var pull: Bool
  var wake: Bool

  /// Whether it was asked for to send edits. A round that reads as well sends them first.
  var isUrgent: Bool { !pull && wake }

  /// One round that does what both ask.
  func joined(with other: SyncRequest?) -> SyncRequest {
    guard let other else { return self }
    return SyncRequest(pull: pull || other.pull, wake: wake || other.wake)
  }
}
