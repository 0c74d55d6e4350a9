import Core
import Synchronization

/// Lets a few rounds run at a time, however many accounts there are; the others wait in line, and those
/// that send a person's edits go first.
///
/// One gate stands before each server, so that a slow one keeps nobody else waiting.
public final class SyncGate: Sendable {
  /// One round that wants in.
  public struct Ticket: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Waiting {
    let ticket: Ticket
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var lastNumber = 0
    var running = 0
    var urgent: [Waiting] = []
    var ordinary: [Waiting] = []
    var isClosed = false
  }

  private let width: Int
  private let state = Mutex(State())

  /// - Parameter width: how many rounds may run at once, at least two. The last place is kept for those
  ///   that send edits.
  public init(width: Int = 4) {
    self.width = max(2, width)
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.urgent.count + $0.ordinary.count } }

  func makeTicket() -> Ticket {
    state.withLock { state in
      state.lastNumber += 1
      return Ticket(number: state.lastNumber)
    }
  }

  /// Waits for a place. Whoever is let in has to ``leave()``.
  /// - Parameter isUrgent: whether edits are to be sent, asked when the place in the line is taken. A
  ///   wish that comes later needs ``promote(_:)``.
  /// - Returns: false if the task was cancelled or the gate closed; it is not inside then.
  func enter(_ ticket: Ticket, isUrgent: @Sendable () -> Bool) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isIn: Bool? = state.withLock { state in
          if state.isClosed || Task.isCancelled { return false }
          let isUrgent = isUrgent()
          if hasRoom(state, isUrgent: isUrgent) {
            state.running += 1
            return true
          }
          let waiting = Waiting(ticket: ticket, continuation: continuation)
          if isUrgent { state.urgent.append(waiting) } else { state.ordinary.append(waiting) }
          return nil
        }
        if let isIn { continuation.resume(returning: isIn) }
      }
    } onCancel: {
      remove(ticket)?.resume(returning: false)
    }
  }

  func leave() {
    let next = state.withLock { state in
      state.running -= 1
      return admit(&state)
    }
    next?.resume(returning: true)
  }

  /// Puts a round that waits among those that send edits.
  func promote(_ ticket: Ticket) {
    let next = state.withLock { state in
      guard let place = state.ordinary.firstIndex(where: { $0.ticket == ticket }) else {
        return nil as CheckedContinuation<Bool, Never>?
      }
      state.urgent.append(state.ordinary.remove(at: place))
      return admit(&state)
    }
    next?.resume(returning: true)
  }

  /// Lets nobody in any more.
  public func close() {
    let all = state.withLock { state in
      state.isClosed = true
      defer { (state.urgent, state.ordinary) = ([], []) }
      return state.urgent + state.ordinary
    }
    for waiting in all { waiting.continuation.resume(returning: false) }
  }

  /// Does something that sends edits, in its turn.
  /// - Returns: nil if the task was cancelled or the gate closed before.
  public func urgently<T: Sendable>(_ work: @Sendable () async -> T) async -> T? {
    guard await enter(makeTicket(), isUrgent: { true }) else { return nil }
    defer { leave() }
    return await work()
  }

  /// Does something that only reads, in its turn.
  /// - Returns: nil if the task was cancelled or the gate closed before.
  public func inLine<T: Sendable>(_ work: @Sendable () async -> T) async -> T? {
    guard await enter(makeTicket(), isUrgent: { false }) else { return nil }
    defer { leave() }
    return await work()
  }

  // MARK: Parts

  private func hasRoom(_ state: State, isUrgent: Bool) -> Bool {
    state.running < (isUrgent ? width : width - 1)
  }

  /// The next one in, if there is room for it.
  private func admit(_ state: inout State) -> CheckedContinuation<Bool, Never>? {
    let next: Waiting
    if !state.urgent.isEmpty, hasRoom(state, isUrgent: true) {
      next = state.urgent.removeFirst()
    } else if !state.ordinary.isEmpty, hasRoom(state, isUrgent: false) {
      next = state.ordinary.removeFirst()
    } else {
      return nil
    }
    state.running += 1
    return next.continuation
  }

  private func remove(_ ticket: Ticket) -> CheckedContinuation<Bool, Never>? {
    state.withLock { state in
      if let place = state.urgent.firstIndex(where: { $0.ticket == ticket }) {
        return state.urgent.remove(at: place).continuation
      }
      if let place = state.ordinary.firstIndex(where: { $0.ticket == ticket }) {
        return state.ordinary.remove(at: place).continuation
      }
      return nil
    }
  }
}
