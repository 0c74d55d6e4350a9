import Synchronization
import XCTest

@testable import Core

/// Readers come and go while commits are made; nobody waits for anybody for ever.
final class FeedCancelTests: XCTestCase {
  private final class Flag: Sendable {
    let isUp = Atomic(true)
  }

  func testReadersLeaveWhileCommitsArrive() async throws {
    let folder = try TestFolder()
    let bench = try Bench(path: folder.file())
    let list = try await bench.store.addList(named: "Home")
    let store = bench.store
    let flag = Flag()
    let writing = Task {
      for index in 0..<400 {
        try await store.add(
          TodoDraft(id: TodoID(rawValue: "t\(index)"), listID: list.id, content: "t\(index)"))
      }
      flag.isUp.store(false, ordering: .relaxed)
    }
    let reading = Task {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            while flag.isUp.load(ordering: .relaxed) {
              let (started, signal) = AsyncStream<Void>.makeStream()
              let reader = Task {
                for await _ in store.todos(in: .list(list.id)) { signal.yield() }
              }
              var starts = started.makeAsyncIterator()
              await starts.next()
              reader.cancel()
              await reader.value
            }
          }
        }
      }
    }
    let finished = expectation(description: "all readers and writers have finished")
    Task {
      try await writing.value
      await reading.value
      finished.fulfill()
    }
    await fulfillment(of: [finished], timeout: 60)
    withExtendedLifetime(folder) {}
  }
}
