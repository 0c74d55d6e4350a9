import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class StoreWatcherTests: XCTestCase {
  /// Nobody calls anything here: writing into the folder is what wakes the watcher.
  @MainActor
  func testACommitOfAnotherIsSeen() async throws {
    let folder = try TemporaryFolder()
    let store = try TodoStore.open(at: folder.file())
    let list = try await store.addList(named: "Home")
    let watcher = try XCTUnwrap(StoreWatcher(store, path: folder.file()))
    let titles = Titles()
    let reading = Task {
      for await item in store.todos(in: .list(list.id)) {
        if case .snapshot(let sections) = item { titles.texts.append(sections.open.map(\.content)) }
      }
    }
    await eventually("the first look") { titles.texts == [[]] }

    let other = try TodoStore.open(at: folder.file())
    try await other.add(
      TodoDraft(id: TodoID(rawValue: "a"), listID: list.id, content: "from elsewhere"))
    await eventually("the row") { titles.texts.last == ["from elsewhere"] }
    try other.close()

    // What the store writes itself gives no reason to read again.
    let count = titles.texts.count
    for index in 0..<20 {
      try await store.add(
        TodoDraft(id: TodoID(rawValue: "own-\(index)"), listID: list.id, content: "own"))
    }
    let next = try TodoStore.open(at: folder.file())
    try await next.add(
      TodoDraft(id: TodoID(rawValue: "b"), listID: list.id, content: "from elsewhere again"))
    await eventually("the next row") { titles.texts.last?.contains("from elsewhere again") == true }
    XCTAssertEqual(titles.texts.count, count + 1)
    try next.close()
    reading.cancel()
    withExtendedLifetime(watcher) {}
    try store.close()
  }

  @MainActor
  private final class Titles {
    var texts: [[String]] = []
  }
}
