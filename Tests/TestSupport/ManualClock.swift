public import Core
public import Sync
import Synchronization

/// A clock that moves only when a test says so.
public final class ManualClock: SyncClock {
  private struct Sleeper {
    let until: Timestamp
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var now: Timestamp
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextNumber = 0
    var slept: [Duration] = []
  }

  private let skipsSleep: Bool
  private let state: Mutex<State>

  /// - Parameter skipsSleep: whether a wait ends at once and moves the clock by its length.
  public init(
    now: Timestamp = Timestamp(milliseconds: 1_800_000_000_000), skipsSleep: Bool = false
  ) {
    self.skipsSleep = skipsSleep
    state = Mutex(State(now: now))
  }

  public func now() -> Timestamp { state.withLock { $0.now } }

  /// The lengths of all waits so far, in the order in which they began.
  public var slept: [Duration] { state.withLock { $0.slept } }

  /// The number of waits in progress.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves the clock, and ends the waits whose time has come.
  public func advance(by duration: Duration) {
    let due: [Sleeper] = state.withLock { state in
      state.now = state.now.moved(by: duration)
      let now = state.now
      let over = state.sleepers.filter { $0.value.until <= now }
      for number in over.keys { state.sleepers[number] = nil }
      return Array(over.values)
    }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }

  /// Moves the clock to a moment, which may be an earlier one.
  public func set(_ moment: Timestamp) {
    advance(by: .milliseconds(moment.milliseconds - now().milliseconds))
  }

  public func sleep(for duration: Duration) async throws(CancellationError) {
    let number = state.withLock { state in
      state.slept.append(duration)
      if skipsSleep { state.now = state.now.moved(by: duration) }
      state.nextNumber += 1
      return state.nextNumber
    }
    if skipsSleep {
      await Task.yield()
      if Task.isCancelled { throw CancellationError() }
      return
    }
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return false }
          let until = state.now.moved(by: duration)
          if until <= state.now { return true }
          state.sleepers[number] = Sleeper(until: until, continuation: continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let sleeper: Sleeper? = state.withLock { state in
        if let sleeper = state.sleepers.removeValue(forKey: number) { return sleeper }
        state.cancelled.insert(number)
        return nil
      }
      sleeper?.continuation.resume(returning: false)
    }
    if !isOver { throw CancellationError() }
  }
}
