/// What a round should do.
struct SyncRequest: Hashable, Sendable {
  var pull: Bool
  var wake: Bool

  /// Whether it is for sending edits. A round that also reads sends them first.
  var isUrgent: Bool { !pull && wake }

  /// One round that does both.
  func joined(with other: SyncRequest?) -> SyncRequest {
    guard let other else { return self }
    return SyncRequest(pull: pull || other.pull, wake: wake || other.wake)
  }
}
