import Basics
import Core
import Sync
import TestSupport
import XCTest

/// A network that answers in the server's place: the sign-in page of a hotel, a company's proxy.
final class CaptivePortalTests: XCTestCase {
  private let away = SyncError.transient(cause: .unreachable, retryAfter: nil)

  private let page = "<!DOCTYPE html><html><body>Please accept our terms.</body></html>"

  /// What portals and proxies have been seen to answer.
  private var answers: [(name: String, fault: FaultProxy.Fault)] {
    let redirections = [301, 302, 303, 307, 308].map { status in
      (
        "\(status)",
        FaultProxy.Fault.answer(
          status: status, headers: ["Location: http://127.0.0.1:1/login"], body: page)
      )
    }
    let refusals = [400, 401, 403, 404, 405, 410, 413, 451, 511].map { status in
      (
        "\(status)",
        FaultProxy.Fault.answer(status: status, headers: ["Content-Type: text/html"], body: page)
      )
    }
    return redirections + refusals + [
      ("page", .answer(status: 200, headers: ["Content-Type: text/html"], body: page)),
      (
        "page that says JSON",
        .answer(status: 200, headers: ["Content-Type: application/json"], body: page)
      ),
      ("text", .answer(status: 200, body: "Success\n")),
      ("nothing", .answer(status: 200, body: "")),
      ("204", .answer(status: 204, body: "")),
      (
        "401 with a wish",
        .answer(status: 401, headers: ["WWW-Authenticate: Basic realm=guest"], body: "")
      ),
      ("403 in JSON", .answer(status: 403, body: #"{"error":"blocked","policy":7}"#)),
    ]
  }

  func testWhateverIsAskedCountsAsNotReached() async throws {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    let settings = try FirestoreSettings(project: "demo", host: proxy.host, user: "ann")
    let transport = SoupTransport()
    let backend = FirestoreBackend(settings: settings, transport: transport)
    let account = FirestoreAccount(settings: settings, tokens: nil, transport: transport)
    let id = AccountID(rawValue: "a")
    let change = PendingChange(
      key: RecordKey(kind: .todo, id: "1"), account: id,
      operation: .update(["content": .string("x")]), precondition: .version("2026-01-01T00:00:00Z"),
      fields: nil, lastSequence: 1, title: "x")
    for (name, fault) in answers {
      proxy.always(fault)
      await assertThrows(away, name) { try await backend.push([change]) }
      await assertThrows(away, name) { try await backend.fetch([change.key]) }
      for kind in backend.kinds {
        await assertThrows(away, name) { try await backend.changes(of: kind, since: nil) }
      }
      let end = await FirestoreSignals(backend).ended()
      XCTAssertEqual(end, name == "nothing" || name == "204" ? end : away, name)
      await assertThrows(away, name) {
        for try await _ in FirestorePeople(access: { _ in account }).read(id) {}
      }
      await assertThrows(away, name) {
        for try await _ in FirestoreCatalogue(access: { _ in account }).read(id) {}
      }
      await assertThrows(away, name) {
        try await FirestoreProfile(access: { _ in account })
          .write(
            Person(id: "ann", username: "ann", fullname: "Ann", pictureURL: nil), Person.allFields,
            of: id)
      }
    }
  }

  /// Nothing is quarantined, and all of it gets across once the network is open.
  func testNothingIsParkedBehindAPortal() async throws {
    let emulator = try await emulator()
    let proxy = try FaultProxy(upstream: emulator.port)
    addTeardownBlock { proxy.stop() }
    let device = try await Device(
      backend: FirestoreBackend(
        settings: try FirestoreSettings(project: emulator.project, host: proxy.host, user: "ann"),
        transport: SoupTransport()))
    for (name, fault) in answers {
      proxy.always(fault)
      try await device.add(name)
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      guard case .stopped(let retry) = outcome.end else {
        return XCTFail("\(name): \(outcome.end)")
      }
      XCTAssertEqual(retry.problem, .unreachable, name)
      XCTAssertEqual(outcome.refusals, [], name)
    }
    let summary = try await device.store.syncSummary(of: device.account)
    XCTAssertEqual(summary.quarantined.count, 0)
    proxy.always(.pass)
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    XCTAssertEqual(outcome.end, .finished)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }
}
