import Core
import Synchronization

/// Limits how many sync rounds run at a time, however many accounts there are. The others queue, and rounds
/// that send edits go first.
///
/// Each server has its own limiter, so a slow one delays nobody else.
public final class SyncConcurrencyLimiter: Sendable {
  /// One round that wants to enter.
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

  /// - Parameter width: how many rounds may run at once, at least two. The last place is reserved for rounds
  ///   that send edits.
  public init(width: Int = 4) {
    self.width = max(2, width)
  }

  /// How many rounds are waiting.
  var waitingCount: Int { state.withLock { $0.urgent.count + $0.ordinary.count } }

  func makeTicket() -> Ticket {
    state.withLock { state in
      state.lastNumber += 1
      return Ticket(number: state.lastNumber)
    }
  }

  /// Waits for a place. A round that is let in must call ``leave()``.
  /// - Parameter isUrgent: whether edits are to be sent, evaluated when the round joins the queue. Edits that
  ///   come later need ``promote(_:)``.
  /// - Returns: false if the task was cancelled or the limiter closed; it is not inside then.
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

  /// Moves a waiting round to those that send edits.
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

  /// Lets no round in from now on.
  public func close() {
    let all = state.withLock { state in
      state.isClosed = true
      defer { (state.urgent, state.ordinary) = ([], []) }
      return state.urgent + state.ordinary
    }
    for waiting in all { waiting.continuation.resume(returning: false) }
  }

  /// Runs work that sends edits, when its turn comes.
  /// - Returns: nil if the task was cancelled or the limiter closed before.
  public func runUrgent<T: Sendable>(_ work: @Sendable () async -> T) async -> T? {
    guard await enter(makeTicket(), isUrgent: { true }) else { return nil }
    defer { leave() }
    return await work()
  }

  /// Runs work that only reads, when its turn comes.
  /// - Returns: nil if the task was cancelled or the limiter closed before.
  public func runOrdinary<T: Sendable>(_ work: @Sendable () async -> T) async -> T? {
    guard await enter(makeTicket(), isUrgent: { false }) else { return nil }
    defer { leave() }
    return await work()
  }

  // MARK: Parts

  private func hasRoom(_ state: State, isUrgent: Bool) -> Bool {
    state.running < (isUrgent ? width : width - 1)
  }

  /// The next round to enter, if there is room for it.
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
