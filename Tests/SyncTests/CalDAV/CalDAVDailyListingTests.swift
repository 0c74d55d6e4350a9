import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// Neither a token nor a ctag shows that a server was restored from a backup and has counted on since. So each calendar
/// is listed completely once a day.
final class CalDAVDailyListingTests: XCTestCase {
  private static let day = Duration.seconds(24 * 60 * 60)

  /// A server, whether it fails at queries for a whole calendar, and by what a calendar is listed there.
  private typealias Case = (
    change: (inout SimulatedCalDAV.Habits) -> Void, fails: Bool, listing: [String]
  )

  /// A server that takes back the numbers of its changes with a backup. It has a list “L” with twelve to-dos.
  private func countingServer() -> SimulatedCalDAV {
    var habits = SimulatedCalDAV.Habits()
    habits.hasETagsOfTexts = true
    habits.believesTokens = true
    habits.recountsChanges = true
    let server = SimulatedCalDAV(habits)
    server.set("l", name: "L")
    for number in 0..<12 { put("a-\(number)", "Old \(number)", at: server) }
    return server
  }

  private func put(_ uid: String, _ title: String, at server: SimulatedCalDAV) {
    server.put(CalendarLines(uid: uid, ["SUMMARY:" + title]).text(), uid + ".ics", in: "l")
  }

  private func wire(_ server: SimulatedCalDAV, failsAtQueries: Bool = false) -> ScriptedTransport {
    ScriptedTransport { (request) throws(HTTPFailure) in
      if failsAtQueries, request.text.contains("calendar-query") {
        return HTTPResponse(status: 500)
      }
      return try await server.send(request)
    }
  }

  /// What one round asks for, and how many records it receives.
  private func round(_ device: Device, _ wire: ScriptedTransport) async -> ([String], Int) {
    let before = wire.requests.count
    let outcome = await device.sync()
    let asked = wire.requests.dropFirst(before).map { request in
      if request.method == .propfind { return "calendars" }
      if request.text.contains("calendar-data") { return "contents" }
      if request.text.contains("calendar-query") { return "names" }
      return request.text.contains("sync-collection") ? "changes" : request.method.rawValue
    }
    return (asked, outcome.received)
  }

  func testWhatABackupLostAndWhatIsNewSinceIsFoundWithinADay() async throws {
    let server = countingServer()
    let device = try await Device(server)
    for _ in 0..<2 { await device.sync() }
    let backup = server.collections
    for number in 0..<20 { put("lost-\(number)", "Lost \(number)", at: server) }
    await device.sync()
    server.restore(backup)
    for number in 0..<25 { put("new-\(number)", "New \(number)", at: server) }
    await device.sync()
    let soon = try await device.titles()
    XCTAssertTrue(soon.contains("New 24"))
    XCTAssertFalse(soon.contains("New 0"), "its number is one that was read")
    device.clock.advance(by: Self.day)
    let outcome = await device.sync()
    XCTAssertEqual(outcome.held.map(\.records.count), [20])
    let later = try await device.titles()
    XCTAssertEqual(later.count, 57)
    XCTAssertTrue(later.contains("New 0"))
    let list = try XCTUnwrap(outcome.held.first?.list)
    try await device.store.answer(.keep, forMissingIn: list, of: device.account)
    for _ in 0..<2 {
      let next = await device.sync()
      XCTAssertEqual(next.held, [])
    }
    let there = server.resources.map { $0.resource.lines["SUMMARY"] ?? "" }.sorted()
    XCTAssertEqual(there, later)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testAnEqualCTagHidesNothingForMoreThanADay() async throws {
    let server = countingServer()
    let wire = wire(server)
    let device = try await Device(wire)
    for _ in 0..<2 { await device.sync() }
    let backup = server.collections
    put("a-0", "Changed", at: server)
    put("lost", "Lost", at: server)
    await device.sync()
    server.restore(backup)
    put("a-1", "Edited", at: server)
    put("new", "New", at: server)
    let (asked, _) = await round(device, wire)
    XCTAssertEqual(asked, ["calendars"], "nothing shows it")
    device.clock.advance(by: Self.day)
    await device.sync()
    let titles = try await device.titles()
    let old = (2..<12).map { "Old \($0)" }
    XCTAssertEqual(titles, (["Edited", "New", "Old 0"] + old).sorted())
    let trash = try await device.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Lost"])
  }

  func testACalendarIsListedOnceADayByOneRequest() async throws {
    let cases: [Case] = [
      ({ _ in }, false, ["names"]),
      ({ $0.hasSyncReport = false }, false, ["names"]),
      ({ $0.tellsTokens = false }, false, ["changes"]),
      ({ _ in }, true, ["names", "changes"]),
    ]
    for (place, (change, fails, listing)) in cases.enumerated() {
      var habits = SimulatedCalDAV.Habits()
      change(&habits)
      let server = SimulatedCalDAV(habits)
      server.set("l", name: "L")
      for number in 0..<3 { put("a-\(number)", "Old \(number)", at: server) }
      let wire = wire(server, failsAtQueries: fails)
      let device = try await Device(wire)
      for _ in 0..<2 { await device.sync() }
      let writes = server.writes
      let waits: [(Duration, [String])] = [
        (Self.day - .seconds(1), []), (.seconds(1), listing), (.zero, []),
        (.seconds(-3600), listing), (.zero, []),
      ]
      for (step, (wait, expected)) in waits.enumerated() {
        device.clock.advance(by: wait)
        let (asked, received) = await round(device, wire)
        XCTAssertEqual(asked, ["calendars"] + expected, "\(place) \(step)")
        XCTAssertEqual(received, 0, "\(place) \(step)")
      }
      XCTAssertEqual(server.writes, writes)
    }
  }

  func testACalendarIsListedAfterAnInconsistentAnswer() async throws {
    let server = countingServer()
    let wire = wire(server)
    let device = try await Device(wire)
    for _ in 0..<2 { await device.sync() }
    try await device.store.requestComparison(of: [.list, .todo], of: device.account)
    for expected in [["calendars", "names"], ["calendars"]] {
      let (asked, _) = await round(device, wire)
      XCTAssertEqual(asked, expected)
    }
  }

  func testACalendarThatIsRefusedDoesNotListTheOthersWithEachRetry() async throws {
    let server = countingServer()
    server.set("k", name: "K")
    let refuses = RefusesList()
    let wire = ScriptedTransport { (request) throws(HTTPFailure) in
      if refuses.isOn, request.url.hasSuffix("/l/") { return HTTPResponse(status: 403) }
      return try await server.send(request)
    }
    let device = try await Device(wire)
    for _ in 0..<2 { await device.sync() }
    refuses.isOn = true
    var (listed, ends): ([Int], [Bool]) = ([], [])
    for wait in [Self.day, .seconds(600), .seconds(600), .seconds(3000)] {
      device.clock.advance(by: wait)
      let before = wire.requests.count
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      ends.append(outcome.end == .finished)
      let asked = wire.requests.dropFirst(before)
      listed.append(
        asked.count { $0.url.hasSuffix("/k/") && $0.text.contains("calendar-query") })
    }
    XCTAssertEqual(listed, [1, 0, 0, 0])
    XCTAssertEqual(ends, [false, true, true, false])
    refuses.isOn = false
    device.clock.advance(by: .seconds(3600))
    await device.sync()
  }

  private final class RefusesList: Sendable {
    private let value = Mutex(false)
    var isOn: Bool {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  func testACalendarWithoutATimeIsListed() async throws {
    let server = countingServer()
    let wire = wire(server)
    let device = try await Device(wire)
    for _ in 0..<2 { await device.sync() }
    let stored = try await device.store.syncCursor(of: .todo, of: device.account)
    let cursor = try XCTUnwrap(stored)
    let time = /"listedAt":\{[^}]*\},/
    let without = SyncCursor(token: cursor.token.replacing(time, with: ""))
    XCTAssertNotEqual(without, cursor)
    try await device.store.apply(
      ChangePage(records: [], next: without, isLast: true, isListing: false), of: .todo,
      from: device.account, askedSince: cursor)
    let (asked, received) = await round(device, wire)
    XCTAssertEqual(asked, ["calendars", "names"])
    XCTAssertEqual(received, 0)
  }
}
