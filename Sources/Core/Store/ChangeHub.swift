import Synchronization

/// Hands each commit to all readers, in commit order.
///
/// All calls of `publish` come from the writer's queue, one after another.
final class ChangeHub: Sendable {
  typealias Receiver = @Sendable (StoreChange) -> Void

  private struct State {
    var next = 0
    var receivers: [Int: Receiver] = [:]
  }

  private let state = Mutex(State())

  /// How many readers are told of each commit.
  var receiverCount: Int { state.withLock { $0.receivers.count } }

  /// A number for ``add(_:as:)``, so that a reader can be removed even before it was added.
  func makeNumber() -> Int {
    state.withLock { state in
      state.next += 1
      return state.next
    }
  }

  func add(_ receiver: @escaping Receiver, as number: Int) {
    state.withLock { $0.receivers[number] = receiver }
  }

  func remove(_ number: Int) {
    state.withLock { _ = $0.receivers.removeValue(forKey: number) }
  }

  func publish(_ change: StoreChange) {
    let receivers = state.withLock { $0.receivers.values.map { $0 } }
    for receiver in receivers { receiver(change) }
  }
}
