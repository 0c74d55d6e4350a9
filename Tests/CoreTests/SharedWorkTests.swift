import Basics
import Synchronization
import TestSupport
import XCTest

final class SharedWorkTests: XCTestCase {
  /// Work that goes on until it is let go or cancelled, and is counted.
  private final class Work: Sendable {
    let begun = Mutex(0)
    let cancellations = Mutex(0)
    let gate = AsyncStream<Void>.makeStream()

    func run() async -> Int {
      let number = begun.withLock { count in
        count += 1
        return count
      }
      for await _ in gate.stream { break }
      if Task.isCancelled { cancellations.withLock { $0 += 1 } }
      return number
    }

    var begins: Int { begun.withLock { $0 } }
    var cancelled: Int { cancellations.withLock { $0 } }
  }

  private final class Entries<Element: Sendable>: Sendable {
    private let entries = Mutex<[Element]>([])

    var all: [Element] { entries.withLock { $0 } }

    func add(_ element: Element) { entries.withLock { $0.append(element) } }
  }

  private func expect(
    _ what: String, line: UInt = #line, _ condition: () -> Bool
  ) async {
    let holds = await eventually { condition() }
    XCTAssertTrue(holds, what, line: line)
  }

  private func callers(_ count: Int, _ shared: SharedWork<String, Int>, _ work: Work) async
    -> [Task<(value: Int, isOwn: Bool)?, Never>]
  {
    let tasks = (0..<count).map { _ in Task { await shared.value("a") { await work.run() } } }
    await expect("all wait") { shared.waiterCount("a") == count }
    return tasks
  }

  func testAllGetTheResultOfOne() async {
    let (shared, work) = (SharedWork<String, Int>(), Work())
    let tasks = await callers(3, shared, work)
    work.gate.continuation.finish()
    var results: [(value: Int, isOwn: Bool)?] = []
    for task in tasks { results.append(await task.value) }
    XCTAssertEqual(results.map { $0?.value }, [1, 1, 1])
    XCTAssertEqual(results.filter { $0?.isOwn == true }.count, 1)
    let next = await shared.value("a") { await work.run() }
    XCTAssertEqual(next?.value, 2, "what has ended is not given out again")
  }

  func testWhoIsCancelledLeavesAndTheOthersWait() async {
    let (shared, work) = (SharedWork<String, Int>(endsUnawaited: true), Work())
    let tasks = await callers(2, shared, work)
    tasks[0].cancel()
    let left = await tasks[0].value
    XCTAssertNil(left)
    work.gate.continuation.finish()
    let stayed = await tasks[1].value
    XCTAssertEqual(stayed?.value, 1)
  }

  func testWhatNobodyWaitsForEndsIfItIsMeantTo() async {
    for endsUnawaited in [true, false] {
      let (shared, work) = (SharedWork<String, Int>(endsUnawaited: endsUnawaited), Work())
      let tasks = await callers(1, shared, work)
      await expect("it has begun") { work.begins == 1 }
      tasks[0].cancel()
      _ = await tasks[0].value
      if endsUnawaited { await expect("cancelled") { work.cancelled == 1 } }
      work.gate.continuation.finish()
      let next = await shared.value("a") { await work.run() }
      // Work that goes on may have ended just now.
      if endsUnawaited { XCTAssertEqual(next?.value, 2) }
      XCTAssertEqual(work.cancelled, endsUnawaited ? 1 : 0)
    }
  }

  func testWhoWaitsForWhatIsCancelledGetsNothing() async {
    let (shared, work) = (SharedWork<String, Int>(), Work())
    let tasks = await callers(2, shared, work)
    await expect("it has begun") { work.begins == 1 }
    await shared.cancel("a")?.value
    XCTAssertEqual(work.cancelled, 1)
    for task in tasks {
      let result = await task.value
      XCTAssertNil(result)
    }
    XCTAssertNil(shared.cancel("a"))
  }

  /// Of five who want different things two are served at a time; one of them gives up, and so does one who waits.
  func testOnlySoMuchRunsAtATime() async {
    let shared = SharedWork<Int, Int>(endsUnawaited: true, mostRunning: 2)
    let (begun, told) = (Entries<Int>(), Entries<Int?>())
    let gates = (0..<5).map { _ in AsyncStream<Void>.makeStream() }
    let leave = gates.indices.map { key in
      shared.join(key) {
        begun.add(key)
        for await _ in gates[key].stream { break }
        return key
      } onEnd: {
        told.add($0)
      }
    }
    await expect("two have begun") { begun.all.count == 2 }
    XCTAssertEqual(Set(begun.all), [0, 1])
    leave[2]()
    leave[0]()
    XCTAssertEqual(told.all, [nil, nil], "who leaves is told so")
    await expect("the next has begun") { begun.all.count == 3 }
    XCTAssertEqual(begun.all.last, 3, "who gave up has left the queue")
    gates[1].continuation.finish()
    await expect("the last has begun") { begun.all.count == 4 }
    XCTAssertEqual(begun.all.last, 4)
    for gate in gates { gate.continuation.finish() }
    await expect("all are told") { told.all.count == 5 }
    XCTAssertEqual(Set(told.all.compactMap(\.self)), [1, 3, 4])
    leave[1]()
    XCTAssertEqual(told.all.count, 5, "once is enough")
  }
}
