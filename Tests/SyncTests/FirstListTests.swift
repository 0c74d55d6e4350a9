import Core
import TestSupport
import XCTest

/// Two new devices of one person add to-dos before they have met.
final class FirstListTests: XCTestCase {
  private let server = SimulatedServer()

  private func meet(_ devices: [Device]) async throws {
    for _ in 0..<3 {
      for device in devices {
        let outcome = await device.engine.syncOnce(pull: true)
        XCTAssertEqual(outcome.end, .finished)
      }
    }
  }

  private func lists(_ device: Device) async throws -> [String] {
    try await device.store.lists().map(\.name)
  }

  func testThereIsOneList() async throws {
    let a = try await Device(server, name: "a")
    let b = try await Device(server, name: "b", seed: 2)
    let milk = try await a.add("Milk")
    let eggs = try await b.add("Eggs")
    try await meet([a, b])
    for device in [a, b] {
      let names = try await lists(device)
      XCTAssertEqual(names, ["To-Do"])
      let found = try await device.store.sections(of: .list(milk.listID)).open
      XCTAssertEqual(Set(found.map(\.id)), [milk.id, eggs.id])
    }
    for device in [a, b] {
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
      let conflicts = try await device.store.recentConflicts()
      XCTAssertEqual(conflicts, [])
    }
  }

  func testAListThatWasNamedBeforeIsNotMergedAway() async throws {
    let a = try await Device(server, name: "a")
    let b = try await Device(server, name: "b", seed: 2)
    let milk = try await a.add("Milk")
    try await a.store.renameList(milk.listID, to: "Groceries")
    let eggs = try await b.add("Eggs")
    try await b.store.renameList(eggs.listID, to: "Breakfast")
    try await meet([a, b])
    for device in [a, b] {
      let names = try await lists(device)
      XCTAssertEqual(Set(names), ["Groceries", "Breakfast"])
    }
  }

  /// Its document is gone, its to-dos are not.
  func testANewDeviceDoesNotRenameTheListThatOthersKnow() async throws {
    let a = try await Device(server, name: "a")
    let list = try await a.store.addList(named: "Groceries")
    try await a.add("Milk", to: list.id)
    try await meet([a])
    server.erase(RecordKey(list))
    let new = try await Device(server, name: "n", seed: 3)
    try await meet([new])
    let guessed = try await lists(new)
    XCTAssertEqual(guessed, ["To-Do"])
    try await meet([a, new])
    for device in [a, new] {
      let names = try await lists(device)
      XCTAssertEqual(names, ["Groceries"])
    }
    XCTAssertEqual(server.records[RecordKey(list)]?["name"], .string("Groceries"))
  }
}
