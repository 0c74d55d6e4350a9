import Core
import Foundation
import Sync
import Synchronization
import TestSupport
import XCTest

/// Answers that leave something out, contradict each other, or are a failure each time: nothing is deleted for them, and
/// one to-do does not stop the others.
final class CalDAVAnswerTests: XCTestCase {
  private static let one = TodoID(rawValue: "one")

  private func device(
    _ server: SimulatedCalDAV, todos: [String] = ["one", "two"]
  ) async throws -> (Device, CalDAVTestWire) {
    server.set("l", name: "L")
    for uid in todos {
      server.put(CalendarLines(uid: uid, ["SUMMARY:" + uid]).text(), uid + ".ics", in: "l")
    }
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    await device.sync()
    return (device, wire)
  }

  private static func changed(
    _ answer: HTTPResponse, _ change: (String) -> String
  ) -> HTTPResponse {
    HTTPResponse(
      status: answer.status, headers: answer.headers,
      body: Data(change(String(decoding: answer.body, as: UTF8.self)).utf8))
  }

  private func summary(of name: String, _ server: SimulatedCalDAV) -> String? {
    server.collections["l"]?.resources[name]?.lines["SUMMARY"]
  }

  func testAFailureOnOneToDoStopsNoOther() async throws {
    for status in [423, 500] {
      let server = SimulatedCalDAV()
      let (device, wire) = try await device(server)
      wire.refuse(with: status) { $0.method == .put && $0.url.hasSuffix("/one.ics") }
      try await device.retitle(Self.one, "never")
      try await device.retitle(TodoID(rawValue: "two"), "Two")
      server.put(CalendarLines(uid: "new", ["SUMMARY:new"]).text(), "new.ics", in: "l")
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      XCTAssertEqual(summary(of: "two.ics", server), "Two")
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Two", "never", "new"])
      guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome.end)") }
      XCTAssertEqual(retry.problem, .unavailable(status: status))
      XCTAssertEqual(retry.record?.id, "one")
    }
  }

  func testAServerThatFailsOnEverythingIsLeftAlone() async throws {
    let server = SimulatedCalDAV()
    let names = (0..<20).map { "uid-\($0)" }
    let (device, wire) = try await device(server, todos: names)
    wire.refuse(with: 500) { $0.method == .put }
    for name in names { try await device.retitle(TodoID(rawValue: name), "edited") }
    let asked = Mutex<Set<String>>([])
    wire.before { request in
      if request.method == .put { _ = asked.withLock { $0.insert(request.url) } }
    }
    _ = await device.engine.syncOnce(pull: true, wake: true)
    XCTAssertLessThan(asked.withLock { $0.count }, 8)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 20)
  }

  /// Xandikos up to 0.4 fails when a colour is taken away.
  func testAFailureOnAColourStopsNothing() async throws {
    let server = SimulatedCalDAV()
    let (device, wire) = try await device(server)
    wire.refuse(with: 500) { $0.method == .proppatch && $0.text.contains("remove") }
    let list = try await device.store.lists()[0].id
    for colour in ["red", nil] {
      try await device.store.editList(list) { $0.colour = colour }
      try await device.retitle(Self.one, colour ?? "none")
      let outcome = await device.sync()
      XCTAssertEqual(outcome.end, .finished)
    }
    XCTAssertEqual(summary(of: "one.ics", server), "none")
  }

  func testWhatIsListedAndThenSaidToBeGoneIsAskedForByName() async throws {
    let server = SimulatedCalDAV()
    let (device, wire) = try await device(server)
    wire.changeAnswers { request, answer in
      guard request.text.contains("calendar-multiget") else { return answer }
      let contents = /<d:propstat>.*<\/d:propstat>/.dotMatchesNewlines()
      return Self.changed(answer) {
        $0.replacing(contents, with: "<d:status>HTTP/1.1 404 Not Found</d:status>")
      }
    }
    server.put(CalendarLines(uid: "one", ["SUMMARY:Edited"]).text(), "one.ics", in: "l")
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Edited", "two"])
    let trash = try await device.store.trash()
    XCTAssertEqual(trash.map(\.title), [])
  }

  /// Some servers leave out old to-dos that are done when they list a calendar.
  func testWhatACompleteListingLacksIsAskedForByName() async throws {
    var habits = SimulatedCalDAV.Habits()
    habits.hasSyncReport = false
    let server = SimulatedCalDAV(habits)
    let (device, wire) = try await device(server, todos: ["one", "two", "three"])
    server.remove("three.ics", in: "l")
    server.put(CalendarLines(uid: "two", ["SUMMARY:Edited"]).text(), "two.ics", in: "l")
    let done = ["SUMMARY:one", "STATUS:COMPLETED"]
    server.put(CalendarLines(uid: "one", done).text(), "one.ics", in: "l")
    wire.changeAnswers { request, answer in
      guard request.text.contains("calendar-query") else { return answer }
      return Self.changed(answer) { text in
        let parts = text.split(separator: "<d:response>").filter { !$0.contains("one.ics") }
        return parts.joined(separator: "<d:response>")
      }
    }
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Edited", "one"])
    let todo = try await device.store.todo(Self.one)
    XCTAssertEqual(todo?.isDone, true, "what has changed is read")
  }

  func testAListIsNotDeletedForAListingThatIsNotWhole() async throws {
    let empty = "<d:multistatus xmlns:d=\"DAV:\"></d:multistatus>"
    let cutOff =
      "<d:multistatus xmlns:d=\"DAV:\"><d:response><d:href>\(SimulatedCalDAV.home)l/</d:href>"
      + "<d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response></d:multistatus>"
    for listing in [empty, cutOff] {
      let server = SimulatedCalDAV()
      let (device, wire) = try await device(server)
      wire.changeAnswers { request, answer in
        guard request.method == .propfind, request.headers["Depth"] == "1",
          request.url.hasSuffix("/l/")
        else { return answer }
        return HTTPResponse(status: 207, headers: answer.headers, body: Data(listing.utf8))
      }
      server.put(CalendarLines(uid: "new", ["SUMMARY:new"]).text(), "new.ics", in: "l")
      try await device.store.deleteList(await device.store.lists()[0].id)
      _ = await device.engine.syncOnce(pull: false)
      XCTAssertEqual(summary(of: "new.ics", server), "new", listing)
    }
  }

  func testAnUnclearAnswerAboutTheCalendarsDeletesNothing() async throws {
    let part = { (name: String, status: String) in
      "<d:response><d:href>\(SimulatedCalDAV.home)\(name)</d:href>"
        + "<d:status>HTTP/1.1 \(status)</d:status></d:response>"
    }
    for responses in [
      "", part("", "507 Insufficient Storage"),
      part("", "200 OK") + part("l/", "500 Internal Server Error"),
    ] {
      let (device, wire) = try await device(SimulatedCalDAV())
      wire.changeAnswers { request, answer in
        guard request.method == .propfind, request.headers["Depth"] == "1",
          request.url.hasSuffix(SimulatedCalDAV.home)
        else { return answer }
        let body = "<d:multistatus xmlns:d=\"DAV:\">\(responses)</d:multistatus>"
        return HTTPResponse(status: 207, headers: answer.headers, body: Data(body.utf8))
      }
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      guard case .stopped = outcome.end else { return XCTFail("\(outcome.end) \(responses)") }
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["one", "two"], responses)
    }
  }

  // MARK: Writes

  /// A page of the network that stands in the place of the server.
  func testAPageOfTheNetworkRefusesNothing() async throws {
    for status in [401, 403, 405, 451] {
      let server = SimulatedCalDAV()
      let (device, wire) = try await device(server)
      wire.refuse(with: status) { $0.method == .put || $0.method == .propfind }
      try await device.retitle(Self.one, "Edited")
      let outcome = await device.engine.syncOnce(pull: false, wake: true)
      XCTAssertEqual(outcome.refusals, [], "\(status)")
      guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome.end)") }
      XCTAssertEqual(retry.problem, .unreachable, "\(status)")
      wire.refuse { _ in false }
      await device.sync()
      XCTAssertEqual(summary(of: "one.ics", server), "Edited")
    }
  }

  /// A page of the network may also have the status of a success.
  func testAWriteThatDidNotHappenIsMadeAgain() async throws {
    for method in [HTTPRequest.Method.put, .delete] {
      let server = SimulatedCalDAV()
      let (device, wire) = try await device(server)
      wire.refuse(with: 200) { $0.method == method }
      if method == .put {
        try await device.retitle(Self.one, "Edited")
      } else {
        _ = try await device.store.delete(Self.one)
      }
      _ = await device.engine.syncOnce(pull: true, wake: true)
      wire.refuse { _ in false }
      await device.sync()
      XCTAssertEqual(summary(of: "one.ics", server), method == .put ? "Edited" : nil)
    }
  }

  func testAnEventBesideADeletedToDoStays() async throws {
    let server = SimulatedCalDAV()
    let (device, _) = try await device(server, todos: [])
    var lines = CalendarLines(uid: "one", ["SUMMARY:One"])
    lines.lines.insert(
      contentsOf: [
        "BEGIN:VEVENT", "UID:event", "DTSTAMP:20260101T000000Z", "DTSTART:20260101T000000Z",
        "SUMMARY:Event", "END:VEVENT",
      ], at: lines.lines.count - 1)
    server.put(lines.text(), "one.ics", in: "l")
    await device.sync()
    let read = try await device.titles()
    XCTAssertEqual(read, ["One"])
    _ = try await device.store.delete(Self.one)
    await device.sync()
    XCTAssertEqual(summary(of: "one.ics", server), "Event")
    let titles = try await device.titles()
    XCTAssertEqual(titles, [])
  }

  /// What became of an unanswered write is read, and with it a colour that the server does not take.
  func testAColourThatIsNotTakenBesideAnUnansweredWrite() async throws {
    let server = SimulatedCalDAV()
    let (device, wire) = try await device(server)
    let list = try await device.store.lists()[0].id
    try await device.store.editList(list) { $0.colour = "red" }
    await device.sync()
    wire.refuse(with: 500) {
      $0.method == .put || $0.method == .proppatch && $0.text.contains("remove")
    }
    try await device.retitle(Self.one, "Edited")
    _ = await device.engine.syncOnce(pull: true, wake: true)
    try await device.store.editList(list) { $0.colour = nil }
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome.end)") }
    XCTAssertEqual(retry.problem, .unavailable(status: 500))
    XCTAssertEqual(retry.record?.id, "one", "not the list")
    wire.refuse(with: 500) { $0.method == .proppatch && $0.text.contains("remove") }
    await device.sync()
    XCTAssertEqual(summary(of: "one.ics", server), "Edited")
    let colours = try await device.store.lists().map(\.colour)
    XCTAssertEqual(colours, [nil])
  }

  /// A server that shows strangers a part of the home never asks for the password.
  func testAHomeThatStrangersMayReadIsAskedWithThePassword() async throws {
    let server = SimulatedCalDAV()
    server.set("l", name: "L")
    let wire = CalDAVTestWire(server)
    wire.changeAnswers { request, answer in
      guard request.method == .propfind, request.headers["Authorization"] == nil else {
        return answer
      }
      let body = """
        <d:multistatus xmlns:d="DAV:"><d:response><d:href>/home/</d:href><d:propstat><d:prop>\
        <d:resourcetype><d:collection/></d:resourcetype></d:prop>\
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
        """
      return HTTPResponse(status: 207, body: Data(body.utf8))
    }
    let device = try await Device(wire, credentials: DAVCredentials(user: "ann", password: "x"))
    await device.sync()
    let names = try await device.store.lists().map(\.name)
    XCTAssertEqual(names, ["L"])
  }
}
