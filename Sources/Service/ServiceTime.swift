import Basics
import Core

/// How long a process stays that the bus started: while it answers somebody, and a little longer.
@MainActor
package final class ServiceTime {
  private let grace: Duration
  private let onEnd: @MainActor () -> Void
  private var served = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var timer: Task<Void, Never>?

  /// - Parameters:
  ///   - grace: how long nobody has to ask anything.
  ///   - onEnd: runs then; ``start()`` begins anew.
  package init(grace: Duration, onEnd: @escaping @MainActor () -> Void) {
    self.grace = grace
    self.onEnd = onEnd
  }

  isolated deinit {
    timer?.cancel()
  }

  /// Begins to wait, anew if it does already.
  package func start() {
    timer?.cancel()
    let grace = grace
    timer = Task { [weak self] in
      guard (try? await Task.pause(for: grace)) != nil, let self, served == 0 else { return }
      timer = nil
      onEnd()
    }
  }

  /// Waits for nothing any more; there is another reason to stay.
  package func stop() {
    timer?.cancel()
    timer = nil
  }

  /// Does work for somebody, before which the process does not end.
  package func serve<Value: Sendable>(_ work: @MainActor () async -> Value) async -> Value {
    served += 1
    defer { didServe() }
    return await work()
  }

  /// Waits until nobody is served.
  package func drain() async {
    guard served > 0 else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func didServe() {
    served -= 1
    guard served == 0 else { return }
    for continuation in waiting { continuation.resume() }
    waiting = []
    if timer != nil { start() }
  }
}
