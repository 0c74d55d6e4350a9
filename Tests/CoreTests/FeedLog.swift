import Basics
import Synchronization

@testable import Core

/// Reads a feed in the background and lets a test wait for what it says.
final class FeedLog<Element: Sendable>: Sendable {
  struct State: Sendable {
    var items: [Element] = []
    var hasEnded = false
  }

  private struct Waiter {
    let condition: @Sendable (State) -> Bool
    let promise: Promise<Bool>
  }

  private struct Inner {
    var state = State()
    var waiters: [Waiter] = []
  }

  private let inner: Mutex<Inner>
  private let reading: Mutex<Task<Void, Never>?>

  init(_ stream: AsyncStream<Element>) {
    inner = Mutex(Inner())
    reading = Mutex(nil)
    let task = Task { [weak self] in
      for await item in stream {
        guard let self else { return }
        self.change { $0.items.append(item) }
      }
      self?.change { $0.hasEnded = true }
    }
    reading.withLock { $0 = task }
  }

  deinit {
    stop()
  }

  var state: State { inner.withLock { $0.state } }

  /// Ends the reading, as a scene does that is closed.
  func stop() {
    reading.withLock { $0?.cancel() }
  }

  /// Waits until the condition holds; false if it does not within the limit.
  func wait(seconds: Double = 30, until condition: @escaping @Sendable (State) -> Bool) async
    -> Bool
  {
    let promise = Promise<Bool>()
    return await promise.wait(within: .seconds(seconds), late: false) {
      let holdsNow = inner.withLock { inner in
        if condition(inner.state) { return true }
        inner.waiters.append(Waiter(condition: condition, promise: promise))
        return false
      }
      if holdsNow { promise.resolve(true) }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let ready = inner.withLock { inner in
      body(&inner.state)
      let state = inner.state
      let ready = inner.waiters.filter { $0.condition(state) }
      inner.waiters.removeAll { $0.condition(state) }
      return ready
    }
    for waiter in ready { waiter.promise.resolve(true) }
  }
}

/// The rows of a page as a screen builds them from its feed.
struct PageModel: Equatable {
  let scope: TodoScope
  private(set) var open: [TodoID: TodoRow] = [:]
  private(set) var done: [TodoID: TodoRow] = [:]
  /// Changes that do not fit what was there before: a gap or an overlap.
  private(set) var misfits = 0
  private(set) var hasSnapshot = false
  private var order = TodoRow.Order.position

  init(_ scope: TodoScope, _ items: [StoreFeed<TodoSections>] = []) {
    self.scope = scope
    for item in items { take(item) }
  }

  mutating func take(_ item: StoreFeed<TodoSections>) {
    switch item {
    case .opening: break
    case .snapshot(let sections):
      hasSnapshot = true
      order = sections.order
      open = Dictionary(uniqueKeysWithValues: sections.open.map { ($0.id, $0) })
      done = Dictionary(uniqueKeysWithValues: sections.done.map { ($0.id, $0) })
    case .change(let change):
      for step in change.todos { take(step) }
    case .failed: misfits += 1
    }
  }

  private mutating func take(_ step: StoreChange.Todo) {
    let before = step.before.flatMap { scope.contains($0) ? $0 : nil }
    let after = step.after.flatMap { scope.contains($0) ? $0 : nil }
    guard let id = (before ?? after)?.id else { return }
    if (open[id] ?? done[id]) != before { misfits += 1 }
    open[id] = nil
    done[id] = nil
    guard let after else { return }
    if after.isDone { done[id] = after } else { open[id] = after }
  }

  var sections: TodoSections {
    TodoSections(
      open: open.values.sorted { $0.precedes($1, by: order) },
      done: done.values.sorted { $0.precedes($1, by: order) }, order: order)
  }
}

/// What the main list shows, as a screen builds it from its feed.
func overview(from items: [StoreFeed<ListOverview>]) -> ListOverview? {
  var result: ListOverview?
  for item in items {
    switch item {
    case .opening, .failed: break
    case .snapshot(let overview): result = overview
    case .change(let change): result?.apply(change)
    }
  }
  return result
}
