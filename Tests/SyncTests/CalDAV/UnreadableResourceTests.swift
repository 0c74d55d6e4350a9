import Core
import Foundation
import Sync
import TestSupport
import XCTest

/// What other programs write that is no calendar: it is told of and left alone, and stops nothing else.
final class UnreadableResourceTests: XCTestCase {
  private static let texts = [
    "<html><body>Hello</body></html>", "",
    "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:x\r\nSUMMARY:cut o",
    "BEGIN:VCALENDAR\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
  ]

  /// A server with a list of one to-do; it may tell ETags only where it lists.
  private func server(tellsETags: Bool) -> SimulatedCalDAV {
    var habits = SimulatedCalDAV.Habits()
    habits.tellsETagsOfReads = tellsETags
    let server = SimulatedCalDAV(habits)
    server.set("l", name: "List")
    server.put(CalendarLines(uid: "one", ["SUMMARY:Milk"]).text(), "one.ics", in: "l")
    return server
  }

  private func unreadable(_ device: Device) async throws -> Int {
    try await device.store.unreadableRecords(of: device.account).count
  }

  func testItStopsNoOther() async throws {
    for (text, tellsETags) in Self.texts.flatMap({ [($0, true), ($0, false)] }) {
      let server = server(tellsETags: tellsETags)
      server.put(text, "odd.ics", in: "l")
      let device = try await Device(server)
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Milk"], text)
      let count = try await unreadable(device)
      XCTAssertEqual(count, 1, text)
      try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
      await device.sync()
      XCTAssertEqual(server.collections["l"]?.resources["odd.ics"]?.text, text)
      XCTAssertEqual(
        server.collections["l"]?.resources["one.ics"]?.lines["SUMMARY"], "Oat milk", text)
    }
  }

  /// Nothing of it is here that could be sent again, so nobody is asked about it twice; if it comes back, it is told of.
  func testItIsLostWithItsCalendarAndComesBack() async throws {
    var habits = SimulatedCalDAV.Habits()
    habits.hasETagsOfTexts = true
    let server = SimulatedCalDAV(habits)
    server.set("l", name: "List")
    for number in 0..<12 {
      server.put(CalendarLines(uid: "\(number)", []).text(), "\(number).ics", in: "l")
    }
    server.put(Self.texts[0], "odd.ics", in: "l")
    let device = try await Device(server)
    await device.sync()
    server.remove("l")
    let question = await device.sync()
    let list = try XCTUnwrap(question.held.first?.list)
    try await device.store.answer(.keep, forMissingIn: list, of: device.account)
    for _ in 0..<2 {
      let outcome = await device.sync()
      XCTAssertEqual(outcome.held, [])
    }
    let lost = try await unreadable(device)
    XCTAssertEqual(lost, 0)
    server.set("l", name: "List")
    server.put(Self.texts[0], "odd.ics", in: "l")
    await device.sync()
    let back = try await unreadable(device)
    XCTAssertEqual(back, 1)
  }

  /// An edit of what was written over waits, and is sent when the text can be read.
  func testAnEditOfItWaits() async throws {
    for (text, tellsETags) in Self.texts.flatMap({ [($0, true), ($0, false)] }) {
      let server = server(tellsETags: tellsETags)
      server.put(CalendarLines(uid: "two", ["SUMMARY:Bread"]).text(), "two.ics", in: "l")
      let device = try await Device(server)
      await device.sync()
      server.put(text, "one.ics", in: "l")
      try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
      try await device.retitle(TodoID(rawValue: "two"), "Rye bread")
      for _ in 0..<2 { _ = await device.engine.syncOnce(pull: true, wake: true) }
      XCTAssertEqual(server.collections["l"]?.resources["one.ics"]?.text, text)
      XCTAssertEqual(
        server.collections["l"]?.resources["two.ics"]?.lines["SUMMARY"], "Rye bread", text)
      let count = try await unreadable(device)
      XCTAssertEqual(count, 1, text)
      server.put(CalendarLines(uid: "one", ["SUMMARY:Milk"]).text(), "one.ics", in: "l")
      for _ in 0..<2 { _ = await device.engine.syncOnce(pull: true, wake: true) }
      XCTAssertEqual(
        server.collections["l"]?.resources["one.ics"]?.lines["SUMMARY"], "Oat milk", text)
      let left = try await unreadable(device)
      XCTAssertEqual(left, 0, text)
    }
  }

  /// Where the same text has the same ETag, one that was put back is a version that is known already.
  func testATextThatIsPutBackCanBeRead() async throws {
    var habits = SimulatedCalDAV.Habits()
    habits.hasETagsOfTexts = true
    let server = SimulatedCalDAV(habits)
    server.set("l", name: "List")
    let milk = CalendarLines(uid: "one", ["SUMMARY:Milk"]).text()
    let device = try await Device(server)
    for isEdited in [false, true] {
      server.put(milk, "one.ics", in: "l")
      await device.sync()
      server.put(Self.texts[0], "one.ics", in: "l")
      await device.sync()
      let count = try await unreadable(device)
      XCTAssertEqual(count, 1)
      if isEdited {
        try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
        _ = await device.engine.syncOnce(pull: true, wake: true)
        let summary = try await device.store.syncSummary(of: device.account)
        XCTAssertEqual(summary.quarantined.count, 1)
      }
      server.put(milk, "one.ics", in: "l")
      for _ in 0..<2 { await device.sync() }
      let left = try await unreadable(device)
      XCTAssertEqual(left, 0)
      XCTAssertEqual(
        server.collections["l"]?.resources["one.ics"]?.lines["SUMMARY"],
        isEdited ? "Oat milk" : "Milk")
    }
  }

  /// Perhaps a later version of this program can read it.
  func testItIsReadAgainWithEverythingElse() async throws {
    let server = server(tellsETags: true)
    let wire = CalDAVTestWire(server)
    wire.changeAnswers { _, answer in
      let text = String(decoding: answer.body, as: UTF8.self)
      return HTTPResponse(
        status: answer.status, headers: answer.headers,
        body: Data(text.replacingOccurrences(of: "SUMMARY:Milk", with: "END:VALARM").utf8))
    }
    let device = try await Device(wire)
    await device.sync()
    let count = try await unreadable(device)
    XCTAssertEqual(count, 1)
    wire.changeAnswers { $1 }
    let quiet = await device.sync()
    XCTAssertEqual(quiet.received, 0)
    try await device.store.forgetCursors(of: device.account)
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Milk"])
    let left = try await unreadable(device)
    XCTAssertEqual(left, 0)
  }

  func testItIsReadAgainOnceADay() async throws {
    var habits = SimulatedCalDAV.Habits()
    (habits.hasCTag, habits.hasSyncReport) = (false, false)
    let server = SimulatedCalDAV(habits)
    server.set("l", name: "List")
    server.put(Self.texts[0], "odd.ics", in: "l")
    let device = try await Device(server)
    await device.sync()
    let waits: [(Duration, Int)] = [(.zero, 0), (.seconds(24 * 60 * 60), 1), (.zero, 0)]
    for (wait, expected) in waits {
      device.clock.advance(by: wait)
      let outcome = await device.sync()
      XCTAssertEqual(outcome.received, expected)
    }
  }
}
