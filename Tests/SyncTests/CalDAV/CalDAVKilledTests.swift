import Core
import Sync
import TestSupport
import XCTest

/// The program is killed between a request that makes something and its answer. What was sent is known from the database
/// alone then.
final class CalDAVKilledTests: XCTestCase {
  private let server = SimulatedCalDAV()

  /// A computer whose program was killed after the server had taken a request, and before that was answered.
  /// - Parameter after: what others do then.
  private func killed(
    _ device: Device, _ wire: CalDAVTestWire, after: @escaping @Sendable (HTTPRequest) -> Void
  ) async throws -> Device {
    wire.after(after)
    wire.loseAnswers { _ in true }
    guard case .stopped = await device.engine.syncOnce(pull: false, wake: true).end else {
      throw StoreError.inputOutput(detail: "an answer came")
    }
    wire.after { _ in }
    wire.loseAnswers { _ in false }
    return try device.killed(wire) { "k1" }
  }

  func testAToDoThatWasMovedMeanwhileIsThereOnce() async throws {
    let server = server
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    for list in ["l", "m"] { server.set(list, name: list) }
    await device.sync()
    let todo = try await device.add("Milk", to: try await device.list("l"))
    let name = todo.id.rawValue + ".ics"
    let again = try await killed(device, wire) { _ in
      guard let resource = server.collections["l"]?.resources[name] else { return }
      server.remove(name, in: "l")
      server.put(resource.text, name, in: "m")
    }
    for _ in 0..<2 { await again.sync() }
    XCTAssertEqual(server.resources.map(\.resource.uid), [todo.id.rawValue])
    let titles = try await again.titles()
    XCTAssertEqual(titles, ["Milk"])
    let waiting = try await again.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testACalendarIsThereOnce() async throws {
    for hasTrash in [false, true] {
      var habits = SimulatedCalDAV.Habits()
      habits.hasTrash = hasTrash
      let server = SimulatedCalDAV(habits)
      let wire = CalDAVTestWire(server)
      // A list has a UUID, by which its calendar is found.
      let device = try await Device(wire, name: "a0000000-0000-4000-8000-00000000000")
      try await device.store.addList(named: "L", to: .account(device.account))
      if hasTrash {
        // The path is taken by a calendar in the trash.
        await device.sync()
        let other = try await Device(server, name: "b")
        await other.sync()
        try await other.store.deleteList(try await other.list("L"))
        await other.sync()
        try await device.add("Milk", to: try await device.list("L"))
      }
      let again = try await killed(device, wire) { _ in }
      for _ in 0..<2 { await again.sync() }
      XCTAssertEqual(server.collections.count, 1)
      let lists = try await again.store.lists().map(\.name)
      XCTAssertEqual(lists, ["L"])
      let waiting = try await again.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }
}
