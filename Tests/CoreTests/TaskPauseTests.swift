import Basics
import Core
import XCTest

final class TaskPauseTests: XCTestCase {
  func testItLastsAsLongAsItIsTold() async throws {
    let began = ContinuousClock.now
    try await Task.pause(for: .milliseconds(30))
    XCTAssertGreaterThanOrEqual(began.duration(to: .now), .milliseconds(30))
  }

  func testNoneAtAllEndsAtOnce() async throws {
    try await Task.pause(for: .zero)
    try await Task.pause(for: .seconds(-5))
  }

  func testCancellingEndsIt() async {
    let task = Task { try await Task.pause(for: .seconds(3600)) }
    task.cancel()
    await assertCancelled(task)
  }

  func testCancellingEndsItInTheMiddle() async throws {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      beginning.yield()
      try await Task.pause(for: .seconds(3600))
    }
    for await _ in begun { break }
    try await Task.pause(for: .milliseconds(5))
    task.cancel()
    await assertCancelled(task)
  }

  func testLongerThanAnyTimerCanCount() async {
    let task = Task { try await Task.pause(for: .seconds(Int64.max)) }
    task.cancel()
    await assertCancelled(task)
  }

  func testManyAtATimeEndOnceEach() async throws {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { try? await Task.pause(for: .milliseconds(number % 7)) }
      }
      for _ in 0..<100 { await group.next() }
      group.cancelAll()
    }
  }

  private func assertCancelled(
    _ task: Task<Void, any Error>, file: StaticString = #filePath, line: UInt = #line
  ) async {
    do {
      try await task.value
      XCTFail("it came to its end", file: file, line: line)
    } catch {
      XCTAssertTrue(error is CancellationError, "\(error)", file: file, line: line)
    }
  }
}
