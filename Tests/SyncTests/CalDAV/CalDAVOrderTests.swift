import Core
import Sync
import TestSupport
import XCTest

/// The order of lists (`calendar-order`), and of to-dos that say nothing about theirs, is the same on every device.
final class CalDAVOrderTests: XCTestCase {
  private func names(on device: Device) async throws -> [String] {
    try await device.store.lists().map(\.name)
  }

  private func setOrder(_ order: Int, of list: String, _ home: CalDAVTestHome) async throws {
    let body = """
      <?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>
      <calendar-order xmlns="http://apple.com/ns/ical/">\(order)</calendar-order></D:prop></D:set></D:propertyupdate>
      """
    try await home.send(.proppatch, list, ["Content-Type": "application/xml"], body: body)
  }

  func testTheOrderOfOthersIsRead() async throws {
    try await onEachServer { home in
      for name in ["a", "b", "c"] { try await home.makeList(name, called: name) }
      try await setOrder(3, of: "a/", home)
      try await setOrder(1, of: "b/", home)
      try await setOrder(2, of: "c/", home)
      let device = try await Device(home)
      await device.sync()
      let first = try await names(on: device)
      XCTAssertEqual(first, ["b", "c", "a"])
      try await setOrder(0, of: "a/", home)
      await device.sync()
      let second = try await names(on: device)
      XCTAssertEqual(second, ["a", "b", "c"])
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
    }
  }

  func testAMoveHereArrivesThere() async throws {
    try await onEachServer { home in
      let device = try await Device(home)
      for name in ["a", "b", "c"] {
        try await device.store.addList(named: name)
        device.clock.advance(by: .seconds(90))
      }
      await device.sync()
      let lists = try await device.store.lists()
      let there = try await home.allProperties("\(lists[0].id.rawValue)/")
      // 2027-01-15 08:00 UTC in seconds from 2001.
      XCTAssertTrue(there.contains(">821692800<"), there)
      try await device.store.editList(lists[2].id, at: .before(lists[1].id))
      await device.sync()
      let other = try await Device(home, name: "b")
      await other.sync()
      let arrived = try await names(on: other)
      XCTAssertEqual(arrived, ["a", "c", "b"])
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
      let here = try await names(on: device)
      XCTAssertEqual(here, ["a", "c", "b"])
    }
  }

  func testListsWithoutAnOrderStandTheSameEverywhere() async throws {
    let home = try await home(.radicale)
    for name in ["zoo", "work", "home"] { try await home.makeList(name, called: name) }
    let device = try await Device(home)
    await device.sync()
    let positions = try await device.store.lists().map(\.position)
    let here = try await names(on: device)
    XCTAssertEqual(here, ["home", "work", "zoo"])
    let other = try await Device(home, name: "b")
    other.clock.advance(by: .seconds(86_400))
    await other.sync()
    let there = try await other.store.lists().map(\.position)
    XCTAssertEqual(there, positions)
  }

  /// The name arrives, although the server takes all properties of a request or none, and nothing is asked for again.
  func testAServerThatRefusesThePlace() async throws {
    for status in [403, 409] {
      let home = try await home(.radicale)
      for name in ["a", "b", "c"] { try await home.makeList(name, called: name) }
      let proxy = try FaultProxy(upstream: home.server.port)
      addTeardownBlock { proxy.stop() }
      let device = try await Device(home, port: proxy.port)
      await device.sync()
      let lists = try await device.store.lists()
      try await device.store.editList(lists[2].id, named: "New", at: .before(lists[0].id))
      let refusal = """
        <?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/"><D:response>
        <D:href>\(home.path)c/</D:href><D:propstat><D:prop><A:calendar-order/></D:prop>
        <D:status>HTTP/1.1 \(status) No</D:status></D:propstat><D:propstat><D:prop><D:displayname/></D:prop>
        <D:status>HTTP/1.1 424 Failed Dependency</D:status></D:propstat></D:response></D:multistatus>
        """
      let alone = refusal.replacingOccurrences(of: "<D:displayname/>", with: "")
      let before = proxy.requests.count
      // The look at the calendar, both properties, the name, the place.
      proxy.plan([
        .pass, .answer(status: 207, body: refusal), .pass, .answer(status: 207, body: alone),
      ])
      await device.sync()
      let written = proxy.requests.dropFirst(before).filter { $0.head.hasPrefix("PROPPATCH") }
      XCTAssertEqual(written.count, 3)
      let there = try await home.properties("")
      XCTAssertTrue(there.contains(">New<"), there)
      let after = proxy.requests.count
      for _ in 0..<2 { await device.sync() }
      let again = proxy.requests.dropFirst(after).filter { $0.head.hasPrefix("PROPPATCH") }
      XCTAssertEqual(again.count, 0)
      let here = try await names(on: device)
      XCTAssertEqual(here, ["New", "a", "b"])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  /// Without CREATED and X-APPLE-SORT-ORDER only the UID is left that every device knows; DTSTAMP changes with each edit.
  func testToDosWithoutAnOrderStandTheSameEverywhere() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      for number in 0..<5 {
        try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)"])
      }
      let device = try await Device(home)
      await device.sync()
      try await home.change("l/3.ics") {
        $0.replacingOccurrences(of: "DTSTAMP:20260101", with: "DTSTAMP:20260909")
      }
      await device.sync()
      let other = try await Device(home, name: "b")
      other.clock.advance(by: .seconds(86_400))
      await other.sync()
      let here = try await device.store.allTodos().map { [$0.id.rawValue: $0.position] }
      let there = try await other.store.allTodos().map { [$0.id.rawValue: $0.position] }
      XCTAssertEqual(here, there)
      XCTAssertEqual(Set(here.flatMap(\.values)).count, 5)
    }
  }
}
