import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// A server that takes no further new lists for a while: Nextcloud takes ten in an hour (429).
final class CalDAVListLimitTests: XCTestCase {
  func testOnlyNewListsWait() async throws {
    for (pause, seconds) in [("120", Int64(120)), (nil, 600)] {
      let server = SimulatedCalDAV()
      server.set("l", name: "l")
      let wire = CalDAVTestWire(server)
      let asked = Mutex(0)
      wire.before { request in if request.method == .makeCalendar { asked.withLock { $0 += 1 } } }
      let device = try await Device(wire)
      await device.sync()
      let old = try await device.list("l")
      server.refuseNewCalendars(retryAfter: pause)
      for name in ["first", "second"] {
        try await device.store.addList(named: name, to: .account(device.account))
        try await device.add("in " + name, to: try await device.list(name))
      }
      try await device.add("Milk", to: old)
      server.put(CalendarLines(uid: "theirs", ["SUMMARY:Theirs"]).text(), "1.ics", in: "l")
      await device.sync()
      let titles = try await device.titles()
      XCTAssertTrue(titles.contains("Theirs"))
      XCTAssertEqual(sent(server), ["Milk", "Theirs"])
      // The server is not asked again before the time is over.
      XCTAssertEqual(asked.withLock { $0 }, 1)
      device.clock.advance(by: .seconds(seconds - 1))
      try await device.add("Bread", to: old)
      await device.sync()
      XCTAssertEqual(sent(server), ["Bread", "Milk", "Theirs"])
      XCTAssertEqual(asked.withLock { $0 }, 1)
      var waiting = try await device.waiting()
      XCTAssertEqual(waiting, 4)
      server.takeNewCalendars()
      device.clock.advance(by: .seconds(1))
      await device.sync()
      XCTAssertEqual(
        sent(server), ["Bread", "Milk", "Theirs", "in first", "in second"])
      waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testAClockThatIsSetBackEndsThePause() async throws {
    let server = SimulatedCalDAV()
    let device = try await Device(server)
    server.refuseNewCalendars(retryAfter: "3600")
    try await device.store.addList(named: "new", to: .account(device.account))
    await device.sync()
    XCTAssertEqual(server.collections.count, 0)
    server.takeNewCalendars()
    device.clock.advance(by: .seconds(-10))
    await device.sync()
    XCTAssertEqual(server.collections.values.map(\.name), ["new"])
  }

  private func sent(_ server: SimulatedCalDAV) -> [String] {
    server.resources.compactMap { $0.resource.lines["SUMMARY"] }.sorted()
  }
}
