import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// To-dos that go from one of a person's accounts to another one, of which one is at a CalDAV server, while the way to that
/// server breaks at each request in turn (docs/decisions/0048).
final class CalDAVMoveBetweenAccountsTests: XCTestCase {
  func testToACalendarBrokenAtEachRequest() async throws {
    try await moveBrokenAtEachRequest(toCalendar: true)
  }

  func testFromACalendarBrokenAtEachRequest() async throws {
    try await moveBrokenAtEachRequest(toCalendar: false)
  }

  private func moveBrokenAtEachRequest(toCalendar: Bool) async throws {
    var request = 0
    var wasReached = true
    while wasReached {
      for arrives in [true, false] {
        let bench = try await Bench(toCalendar: toCalendar)
        wasReached = try await bench.move(brokenAt: request, arrives: arrives)
      }
      request += 1
    }
    XCTAssertGreaterThan(request, 4)
  }
}

/// A person with an account at a CalDAV server and one at Firestore, and a to-do with a subtask in one of them.
private final class Bench {
  private let calendar = SimulatedCalDAV(SimulatedCalDAV.Habits())
  private let documents = SimulatedServer()
  private let wire: BreakingWire
  private let device: Device
  private let second: SyncEngine
  private let target: ListID
  private let toCalendar: Bool
  private let milk: Todo
  private static let titles = ["Bottle", "Milk"]

  init(toCalendar: Bool) async throws {
    self.toCalendar = toCalendar
    calendar.set("l", name: "L")
    wire = BreakingWire(calendar)
    device = try await Device(wire)
    await device.sync()
    let account = Account(firestore: try FirestoreSettings(project: "p", user: "office"))
    try await device.store.connect(account, isAdopting: false)
    second = SyncEngine(
      account: account.id, store: device.store,
      backend: SimulatedBackend(documents, account: account), clock: device.clock,
      random: SplitMix64(seed: 1), requests: RequestsInOrder())
    let ours = try await device.store.lists()[0].id
    let theirs = try await device.store.addList(named: "Work", to: .account(account.id)).id
    target = toCalendar ? ours : theirs
    milk = try await device.store.add(
      TodoDraft(
        id: TodoID(rawValue: "milk"), listID: toCalendar ? theirs : ours, content: "Milk",
        notes: "fresh"))
    _ = try await device.store.add(
      TodoDraft(
        id: TodoID(rawValue: "bottle"), listID: milk.listID, content: "Bottle", parent: milk.id))
    await syncBoth(times: 2)
  }

  /// Moves the to-do, and lets the way to the CalDAV server break at a request, and everything after it for a while.
  /// - Parameter arrives: whether the server gets that one request.
  /// - Returns: whether there were so many requests.
  func move(brokenAt request: Int, arrives: Bool) async throws -> Bool {
    XCTAssertEqual(calendarTitles, toCalendar ? [] : Self.titles)
    try await device.store.move([milk.id], to: target)
    wire.breaks(at: request, arrives: arrives)
    for _ in 0..<3 { await syncBoth() }
    let wasReached = wire.mend()
    await syncBoth(times: 4)
    let place = "request \(request), \(arrives)"
    XCTAssertEqual(calendarTitles, toCalendar ? Self.titles : [], place)
    XCTAssertEqual(documentTitles, toCalendar ? [] : Self.titles, place)
    let titles = try await device.titles()
    XCTAssertEqual(titles, Self.titles, place)
    let here = try await device.store.todo(milk.id)
    XCTAssertEqual(here?.listID, target, place)
    XCTAssertEqual(here?.notes, "fresh", place)
    let bottle = try await device.store.todo(TodoID(rawValue: "bottle"))
    XCTAssertEqual(bottle?.parent, milk.id, place)
    let waiting = try await device.store.syncSummaries().reduce(0) { $0 + $1.summary.waiting }
    XCTAssertEqual(waiting, 0, place)
    return wasReached
  }

  /// Each server in its turn. At no time may a to-do be at neither.
  private func syncBoth(times: Int = 1) async {
    for _ in 0..<times {
      for engine in [device.engine, second] {
        let before = Set(calendarTitles + documentTitles)
        _ = await engine.syncOnce(pull: true, wake: true)
        XCTAssertTrue(before.isSubset(of: calendarTitles + documentTitles), "gone meanwhile")
      }
    }
  }

  private var calendarTitles: [String] {
    calendar.resources.compactMap { $0.resource.lines["SUMMARY"] }.sorted()
  }

  private var documentTitles: [String] {
    documents.records(of: "office").compactMap { key, fields in
      guard key.kind == .todo, case .string(let title)? = fields["content"] else { return nil }
      return title
    }.sorted()
  }
}

/// A way to a simulated server that breaks once, and stays broken until it is mended.
private final class BreakingWire: HTTPTransport {
  private struct Fault {
    var left: Int
    let arrives: Bool
  }

  private let server: SimulatedCalDAV
  private let fault = Mutex<Fault?>(nil)

  init(_ server: SimulatedCalDAV) {
    self.server = server
  }

  /// - Parameter request: how many come through before it.
  func breaks(at request: Int, arrives: Bool) {
    fault.withLock { $0 = Fault(left: request, arrives: arrives) }
  }

  /// - Returns: whether it was broken.
  func mend() -> Bool {
    fault.withLock { fault in
      defer { fault = nil }
      return fault.map { $0.left < 0 } ?? false
    }
  }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let (passes, arrives) = fault.withLock { fault in
      guard let present = fault else { return (true, true) }
      fault?.left -= 1
      return (present.left > 0, present.left == 0 && present.arrives)
    }
    if passes { return server.answer(request) }
    if arrives {
      _ = server.answer(request)
      throw .interrupted(reason: "simulated")
    }
    throw .unreachable(reason: "simulated")
  }
}
