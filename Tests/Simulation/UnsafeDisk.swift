import Core
import Synchronization

/// The disk of one simulated computer: it can be full, and the power can fail before or after any commit.
final class UnsafeDisk: Sendable {
  enum Accident {
    case full
    case powerCutBefore
    case powerCutAfter
  }

  private struct State {
    var accident: (@Sendable () -> Accident?)?
    var isDead = false
    var diesAfterCommit = false
  }

  private let state = Mutex(State())

  /// Whether the power has failed, after which nothing is written and nothing reaches the network.
  var isDead: Bool { state.withLock { $0.isDead } }

  /// Chooses the accident for each following commit.
  func choose(_ accident: (@Sendable () -> Accident?)?) {
    state.withLock { $0.accident = accident }
  }

  func cutPower() {
    state.withLock { $0.isDead = true }
  }

  // MARK: Commits

  func attach(to store: TodoStore) {
    store.aroundCommits { [weak self] () throws(StoreError) in
      try self?.willCommit()
    } after: { [weak self] in
      self?.didCommit()
    }
  }

  private func willCommit() throws(StoreError) {
    let (isDead, choose) = state.withLock { ($0.isDead, $0.accident) }
    if isDead { throw .inputOutput(detail: "no power") }
    switch choose?() {
    case .full: throw .diskFull
    case .powerCutBefore:
      cutPower()
      throw .inputOutput(detail: "no power")
    case .powerCutAfter: state.withLock { $0.diesAfterCommit = true }
    case nil: break
    }
  }

  private func didCommit() {
    state.withLock { state in
      if state.diesAfterCommit { state.isDead = true }
      state.diesAfterCommit = false
    }
  }
}
