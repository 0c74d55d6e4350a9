import XCTest

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

/// A scene that is gone reads no more: otherwise every page that was ever open would cost each commit.
final class ReaderTests: XCTestCase {
  /// Opens a scene, waits until it reads, closes it, and waits until it has stopped.
  @MainActor
  private static func check(
    readers: Int, file: StaticString = #filePath, line: UInt = #line,
    _ open: @MainActor (SceneBench) async throws -> AnyObject
  ) async throws {
    let bench = try SceneBench()
    var scene: AnyObject? = try await open(bench)
    let hub = bench.store.hub
    await eventually("\(readers) readers", file: file, line: line) {
      hub.receiverCount == readers
    }
    XCTAssertNotNil(scene)
    scene = nil
    await eventually("no reader", file: file, line: line) { hub.receiverCount == 0 }
  }

  @MainActor
  func testPageOfAListStopsReading() async throws {
    try await Self.check(readers: 2) { bench in
      let list = try await bench.store.addList(named: "Home")
      return TodoListFixture(bench, .list(list.id))
    }
  }

  @MainActor
  func testMainListStopsReading() async throws {
    try await Self.check(readers: 2) { MainListFixture($0) }
  }

  @MainActor
  func testContentsStopReading() async throws {
    try await Self.check(readers: 3) { ContentsFixture($0) }
  }

  @MainActor
  func testPeopleOfAListStopReading() async throws {
    try await Self.check(readers: 3) { bench in
      let ann = try await bench.connect()
      return SharingFixture(bench, try await bench.addSentList("Home", ann))
    }
  }

  @MainActor
  func testShareRevocationsStopReading() async throws {
    try await Self.check(readers: 1) { bench in
      let presenter = ShareRevocationPresenter(store: bench.store)
      presenter.start()
      return presenter
    }
  }

  @MainActor
  func testStateOfSynchronizationStopsReading() async throws {
    try await Self.check(readers: 1) { bench in
      let presenter = SyncStatusPresenter(store: bench.store, sync: bench.sync)
      presenter.didLoad()
      return presenter
    }
  }

  @MainActor
  func testLeftDaysAreNotReadOn() async throws {
    try await Self.check(readers: 3) { bench in
      let page = await TodoListFixture.loaded(bench, .today, rows: 0)
      for _ in 0..<5 { page.presenter.didChooseNextDay() }
      return page
    }
  }
}
