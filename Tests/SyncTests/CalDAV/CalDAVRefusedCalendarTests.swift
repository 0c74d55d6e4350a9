import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// A server that refuses to show one calendar of a home.
final class CalDAVRefusedCalendarTests: XCTestCase {
  private let server = SimulatedCalDAV()
  private let refusing = Switch()

  private final class Switch: Sendable {
    private let value = Mutex(true)
    var isOn: Bool {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  override func setUp() {
    for name in ["k", "l", "m"] { server.set(name, name: name) }
  }

  private func put(_ title: String, _ name: String, in collection: String) {
    server.put(CalendarLines(uid: title, ["SUMMARY:" + title]).text(), name, in: collection)
  }

  /// A computer that is refused everything below the calendar `l`.
  private func device() async throws -> Device {
    try await Device(
      ScriptedTransport { [server, refusing] (request) throws(HTTPFailure) in
        if refusing.isOn, request.url.contains("/l/") {
          return HTTPResponse(status: 403)
        }
        return try await server.send(request)
      })
  }

  private func syncRefused(_ device: Device, line: UInt = #line) async {
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    guard case .stopped(let retry) = outcome.end else {
      return XCTFail("\(outcome.end)", line: line)
    }
    XCTAssertEqual(retry.problem, .refused(status: 403, code: ""), line: line)
  }

  func testTheOthersAreRead() async throws {
    let device = try await device()
    var expected: [String] = []
    for number in 0..<3 {
      for name in ["k", "m"] {
        let title = "\(name) \(number)"
        put(title, "\(number).ics", in: name)
        expected.append(title)
      }
      await syncRefused(device)
      let titles = try await device.titles()
      XCTAssertEqual(titles, expected.sorted(), "round \(number)")
    }
    server.remove("0.ics", in: "k")
    await syncRefused(device)
    let left = try await device.titles()
    XCTAssertEqual(left, expected.filter { $0 != "k 0" }.sorted())
  }

  /// It may have been moved into the calendar that is refused.
  func testWhatIsMissingIsNotTakenForDeleted() async throws {
    refusing.isOn = false
    let device = try await device()
    put("Milk", "1.ics", in: "k")
    put("Bread", "2.ics", in: "k")
    await device.sync()
    refusing.isOn = true
    server.remove("1.ics", in: "k")
    put("Milk", "1.ics", in: "l")
    server.remove("2.ics", in: "k")
    put("Eggs", "3.ics", in: "k")
    for _ in 0..<2 {
      await syncRefused(device)
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Bread", "Eggs", "Milk"])
    }
    refusing.isOn = false
    await device.sync()
    let todos = try await device.store.allTodos()
    XCTAssertEqual(Set(todos.map(\.content)), ["Eggs", "Milk"])
    let lists = try await device.store.lists()
    let list = lists.first { $0.name == "l" }
    XCTAssertEqual(todos.first { $0.content == "Milk" }?.listID, list?.id)
    let trash = try await device.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Bread"])
  }

  /// The question about deletions in another calendar is asked, and its answer is followed.
  func testDeletionsAreAskedAbout() async throws {
    for number in 0..<12 { put("\(number)", "\(number).ics", in: "k") }
    let device = try await device()
    await syncRefused(device)
    for number in 0..<8 { server.remove("\(number).ics", in: "k") }
    await syncRefused(device)
    let asked = try await device.store.syncSummary(of: device.account).missing
    XCTAssertEqual(asked.map(\.count), [8])
    let list = try XCTUnwrap(asked.first?.list)
    try await device.store.answer(.remove, forMissingIn: list, of: device.account)
    await syncRefused(device)
    let left = try await device.store.syncSummary(of: device.account).missing
    XCTAssertEqual(left.count, 0)
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["10", "11", "8", "9"])
  }
}
