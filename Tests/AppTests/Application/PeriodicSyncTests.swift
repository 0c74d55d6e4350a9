import Core
import XCTest

@testable import Service

@MainActor
final class PeriodicSyncTests: XCTestCase {
  @MainActor
  private final class Computer {
    var begun = 0
    var isFree = true
  }

  func testItSyncsWhereThereIsAnAccountAndNobodyPays() async throws {
    let bench = try SceneBench()
    let computer = Computer()
    let sync = PeriodicSync(
      store: bench.store, isFree: { computer.isFree }, begin: { computer.begun += 1 })
    sync.start()
    await sync.settle()
    XCTAssertEqual(computer.begun, 0, "there is no server")
    _ = try await bench.connect(user: "ann")
    sync.refresh()
    await sync.settle()
    XCTAssertEqual(computer.begun, 1)
    computer.isFree = false
    sync.refresh()
    await sync.settle()
    XCTAssertEqual(computer.begun, 1, "a metered network is left alone")
  }
}
