import Core
import Foundation
import Sync
import TestSupport
import XCTest

/// What a server is asked the first time, the next time, and when nothing has changed.
final class CalDAVFirstRoundTests: XCTestCase {
  func testAFirstRoundAsksForTheCalendarsAndForEverythingInThem() async throws {
    try await onEachServer { home in
      let (device, proxy) = try await deviceBehindProxy(home, todos: 3)
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Number 0", "Number 1", "Number 2"])
      let kinds = Self.kinds(proxy.requests)
      // Xandikos asks for no password.
      let refused = home.server.kind == .xandikos ? [] : ["calendars"]
      XCTAssertEqual(kinds, refused + ["calendars", "everything"], "\(home.server.kind)")
    }
  }

  func testNothingNewIsOneRequestOnceTheTokenIsKnown() async throws {
    try await onEachServer { home in
      let (device, proxy) = try await deviceBehindProxy(home, todos: 3)
      await device.sync()
      var before = proxy.requests.count
      // The first round has not read when the calendar was changed last.
      await device.sync()
      XCTAssertEqual(
        Self.kinds(proxy.requests.dropFirst(before)), ["calendars", changes(home)],
        "\(home.server.kind)")
      before = proxy.requests.count
      let outcome = await device.sync()
      XCTAssertEqual(outcome.received, 0)
      XCTAssertEqual(
        Self.kinds(proxy.requests.dropFirst(before)), ["calendars"], "\(home.server.kind)")
    }
  }

  func testOneChangeIsAskedForByItself() async throws {
    try await onEachServer { home in
      let (device, proxy) = try await deviceBehindProxy(home, todos: 3)
      await device.sync()
      try await home.put("l/new.ics", uid: "new", ["SUMMARY:New"])
      try await home.delete("l/1.ics")
      let before = proxy.requests.count
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["New", "Number 0", "Number 2"])
      // Without reports of changes what is missing is asked for by name as well.
      let reads = home.server.kind == .sabre ? ["some", "some"] : ["some"]
      XCTAssertEqual(
        Self.kinds(proxy.requests.dropFirst(before)), ["calendars", changes(home)] + reads,
        "\(home.server.kind)")
    }
  }

  func testWhoCannotTellEverythingAtOnceIsAskedForTheNamesFirst() async throws {
    let tooMuch = """
      <?xml version="1.0"?><D:multistatus xmlns:D="DAV:"><D:response><D:href>/ann/l/</D:href>\
      <D:status>HTTP/1.1 507 Insufficient Storage</D:status></D:response></D:multistatus>
      """
    let refusals: [(String, FaultProxy.Fault)] = [
      ("refused", .answer(status: 403, body: "")), ("unknown", .answer(status: 501, body: "")),
      ("cut off", .answer(status: 207, body: tooMuch)), ("no answer", .reset),
    ]
    let home = try await home(.radicale)
    try await home.makeList("l", called: "L")
    for number in 0..<3 {
      try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:Number \(number)"])
    }
    for (name, fault) in refusals {
      let proxy = try FaultProxy(upstream: home.server.port)
      defer { proxy.stop() }
      proxy.always(
        .choose { request in
          Self.kinds([request]) == ["everything"] ? fault : .pass
        })
      let device = try await Device(home, port: proxy.port)
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Number 0", "Number 1", "Number 2"], name)
    }
  }

  func testAServerThatTellsNoTokenIsAskedForTheNamesFirst() async throws {
    for tellsTokens in [true, false] {
      var habits = SimulatedCalDAV.Habits()
      habits.tellsTokens = tellsTokens
      let server = SimulatedCalDAV(habits)
      server.set("l", name: "L")
      let text = CalendarLines(uid: "one", ["SUMMARY:Milk"]).text()
      server.put(text, "one.ics", in: "l")
      let device = try await Device(server)
      await device.sync()
      server.put(text.replacingOccurrences(of: "Milk", with: "Tea"), "one.ics", in: "l")
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Tea"])
      XCTAssertEqual(server.confusions, [])
    }
  }

  // MARK: Parts

  /// What tells the changes.
  private func changes(_ home: CalDAVTestHome) -> String {
    home.server.hasSyncReport ? "changes" : "REPORT"
  }

  private func deviceBehindProxy(_ home: CalDAVTestHome, todos: Int) async throws -> (
    Device, FaultProxy
  ) {
    try await home.makeList("l", called: "L")
    for number in 0..<todos {
      try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:Number \(number)"])
    }
    let proxy = try FaultProxy(upstream: home.server.port)
    addTeardownBlock { proxy.stop() }
    return (try await Device(home, port: proxy.port), proxy)
  }

  /// What each request asks for.
  private static func kinds(_ requests: some Sequence<FaultProxy.Request>) -> [String] {
    requests.map { request in
      if request.method == "PROPFIND" { return "calendars" }
      if request.body.contains("sync-level") {
        let hasToken = request.body.range(of: "sync-token>[^<]", options: .regularExpression) != nil
        return hasToken ? "changes" : "names"
      }
      if request.body.contains("calendar-multiget") { return "some" }
      return request.body.contains("calendar-data") ? "everything" : request.method
    }
  }
}
