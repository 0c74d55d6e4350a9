import Core
import Sync
import TestSupport
import XCTest

/// What servers do that RFC 4791 and RFC 6578 do not say, or forbid; see docs/caldav-servers.md.
final class CalDAVHabitTests: XCTestCase {
  private func server(_ change: (inout SimulatedCalDAV.Habits) -> Void) -> SimulatedCalDAV {
    var habits = SimulatedCalDAV.Habits()
    change(&habits)
    let server = SimulatedCalDAV(habits)
    server.set("l", name: "L")
    for number in 0..<6 { put(number, "\(number)", server) }
    return server
  }

  private func put(_ number: Int, _ title: String, _ server: SimulatedCalDAV) {
    server.put(
      CalendarLines(uid: "uid-\(number)", ["SUMMARY:" + title]).text(), "\(number).ics", in: "l")
  }

  private func todo(_ number: Int) -> TodoID { TodoID(rawValue: "uid-\(number)") }

  /// Not the one of what was sent, and not that of a single resource.
  func testWhatIsReadWithoutAnETagIsNewAllTheSame() async throws {
    let server = server {
      $0.tellsETagsOfWrites = false
      $0.tellsETagsOfReads = false
      $0.rewrites = true
    }
    // One by one is how resources are read where the server fails to give several at once.
    let wire = ScriptedTransport { (request) throws(HTTPFailure) in
      let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
      return body.contains("calendar-multiget")
        ? HTTPResponse(status: 501) : try await server.send(request)
    }
    let device = try await Device(wire)
    await device.sync()
    try await device.store.edit(todo(0)) { $0.notes = "here" }
    try await device.store.edit(todo(1)) { $0.notes = "here" }
    await device.sync()
    put(0, "edited there", server)
    server.rename("l", to: "n")
    for _ in 0..<2 { await device.sync() }
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["1", "2", "3", "4", "5", "edited there"])
    let lists = try await device.store.lists().map(\.id)
    let there = try await device.store.allTodos(isWithDone: true).map(\.listID)
    XCTAssertEqual(Set(there).count, 1)
    XCTAssertEqual(Set(there), Set(lists))
    XCTAssertEqual(server.collections.map(\.key), ["n"])
  }

  func testARequestForACalendarThatArrivesTwiceIsNoRefusal() async throws {
    for hasMakeCalendar in [true, false] {
      let server = server { $0.hasMakeCalendar = hasMakeCalendar }
      let wire = ScriptedTransport { (request) throws(HTTPFailure) in
        let answer = try await server.send(request)
        let isMaking = [.makeCalendar, .makeCollection].contains(request.method)
        return isMaking && answer.status == 201 ? try await server.send(request) : answer
      }
      // The name of a calendar says which list it is.
      let device = try await Device(wire, name: "6a40b0a4-6a1b-4c2e-9a55-0b1e0b3f5c1")
      try await device.store.addList(named: "New")
      for _ in 0..<2 { await device.sync() }
      XCTAssertEqual(server.collections.map(\.value.name).sorted(), ["L", "New"])
      let names = try await device.store.lists().map(\.name).sorted()
      XCTAssertEqual(names, ["L", "New"])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  /// DAViCal says in the body of 412 which header it was. That was taken for a refusal, about which a person was asked.
  func testAPreconditionThatIsNamedInTheBodyIsAConflict() async throws {
    let server = server { $0.namesPreconditions = true }
    server.set("m", name: "M")
    let device = try await Device(server)
    await device.sync()
    put(0, "edited there", server)
    try await device.store.edit(todo(0)) { $0.priority = .highest }
    server.remove("1.ics", in: "l")
    try await device.retitle(todo(1), "edited here")
    put(2, "edited there", server)
    _ = try await device.store.delete(todo(2))
    put(3, "edited there", server)
    let goal = try await device.store.lists().first { $0.name == "M" }
    try await device.store.move([todo(3)], to: try XCTUnwrap(goal).id)
    for _ in 0..<3 { await device.sync() }
    let titles = try await device.titles()
    XCTAssertEqual(
      titles, ["4", "5", "edited here", "edited there", "edited there", "edited there"])
    XCTAssertEqual(
      server.resources.map { $0.resource.lines["SUMMARY"] ?? "" }.sorted(), titles)
    XCTAssertEqual(server.resources.count { $0.collection == "m" }, 1)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    let trash = try await device.store.trash()
    XCTAssertEqual(trash.map(\.title), [])
    XCTAssertEqual(server.confusions, [])
  }

  /// DAViCal stores a name with its special characters escaped. “Work & Co” came back as “Work &amp; Co”, and grew with each edit.
  func testANameThatIsEscapedTwice() async throws {
    let server = server { $0.escapesNamesTwice = true }
    let (first, second) = (try await Device(server), try await Device(server, name: "b"))
    let names = ["Work & Co", "a < b > c", "&amp; &lt;", "&", "&quot; \"x\" 'y' &amp;amp;"]
    for name in names { try await first.store.addList(named: name, to: .account(first.account)) }
    for device in [first, second, first] { await device.sync() }
    for device in [first, second] {
      let found = try await device.store.lists().map(\.name).sorted()
      XCTAssertEqual(found, (names + ["L"]).sorted())
    }
    XCTAssertEqual(server.collections.values.map(\.name).sorted(), (names + ["L"]).sorted())
    let writes = server.writes
    for device in [first, second] {
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
    }
    XCTAssertEqual(server.writes, writes)
  }

  /// DAViCal forgets a token after seven days, and answers with everything that there is, without what is deleted.
  func testAForgottenTokenThatIsNotRefused() async throws {
    for isEdited in [true, false] {
      let server = server { $0.tokenRefusal = 0 }
      let device = try await Device(server)
      for _ in 0..<2 { await device.sync() }
      server.remove("0.ics", in: "l")
      if isEdited { put(1, "edited", server) }
      server.expireTokens()
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(
        titles, isEdited ? ["2", "3", "4", "5", "edited"] : ["1", "2", "3", "4", "5"])
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
    }
  }

  /// What was removed after the first part is told in a later one, and what was removed before it never.
  func testAForgottenTokenOfAServerThatTellsAPartAtATime() async throws {
    let server = server { habits in
      habits.tokenRefusal = 0
      habits.reportLimit = 2
    }
    let device = try await Device(server)
    for _ in 0..<2 { await device.sync() }
    server.remove("0.ics", in: "l")
    for number in 2..<6 { put(number, "edited", server) }
    server.remove("1.ics", in: "l")
    server.expireTokens()
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["edited", "edited", "edited", "edited"])
  }

  /// Then the answer is empty for a calendar that has become empty, as if nothing had changed. Without a ctag only the new
  /// token tells.
  func testAForgottenTokenOfACalendarThatHasBecomeEmpty() async throws {
    let server = server { habits in
      habits.tokenRefusal = 0
      habits.hasCTag = false
    }
    let device = try await Device(server)
    for _ in 0..<2 { await device.sync() }
    for number in 0..<6 { server.remove("\(number).ics", in: "l") }
    server.expireTokens()
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, [])
  }

  /// And so it does for a calendar that somebody has deleted and made again.
  func testACalendarThatWasMadeAgain() async throws {
    for title in ["new", nil] {
      let server = server { $0.tokenRefusal = 0 }
      let device = try await Device(server)
      for _ in 0..<2 { await device.sync() }
      server.remove("l")
      server.set("l", name: "L")
      if let title { put(7, title, server) }
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, title.map { [$0] } ?? [])
    }
  }

  /// Synology takes no alarm that counts from the time a to-do is due.
  func testARefusedAlarmIsNamedAndHoldsNothingElseUp() async throws {
    let server = server { _ in }
    let wire = CalDAVTestWire(server)
    wire.refuse { $0.method == .put && $0.text.contains("TRIGGER;RELATED=END:PT0S") }
    let device = try await Device(wire)
    await device.sync()
    try await device.store.edit(todo(0)) {
      $0.due = CalendarTime(iso8601: "2027-01-15T17:00")
      $0.reminders = [.atDueTime]
    }
    try await device.store.edit(todo(1)) { $0.notes = "arrives" }
    _ = await device.engine.syncOnce(pull: true, wake: true)
    let quarantined = try await device.store.syncSummary(of: device.account).quarantined
    XCTAssertEqual(quarantined.map(\.key.id), ["uid-0"])
    XCTAssertEqual(quarantined.map(\.title), ["0"])
    let kept = try await device.store.todo(todo(0))
    XCTAssertEqual(kept?.reminders, [.atDueTime], "the reminder rings here all the same")
    let sent = server.collections["l"]?.resources
    XCTAssertEqual(sent?["1.ics"]?.lines["DESCRIPTION"], "arrives")
    XCTAssertNil(sent?["0.ics"]?.lines["DUE"])
    try await device.store.edit(todo(0)) { $0.reminders = [] }
    await device.sync()
    XCTAssertEqual(
      server.collections["l"]?.resources["0.ics"]?.lines["DUE"], "20270115T170000")
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testTheNextOccurrenceIsNoneThatWasLeftOut() async throws {
    let server = server { _ in }
    let lines = [
      "SUMMARY:Notes", "DUE;VALUE=DATE:20270116", "RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20270117",
    ]
    server.put(CalendarLines(uid: "uid-9", lines).text(), "9.ics", in: "l")
    let (first, second) = (try await Device(server), try await Device(server, name: "b"))
    await first.sync()
    try await first.store.setDone(todo(9), true)
    await first.sync()
    await second.sync()
    for device in [first, second] {
      let stored = try await device.store.todo(todo(9))
      XCTAssertEqual(stored?.due?.iso8601, "2027-01-18")
    }
  }

  /// SOGo before 5.5 says 201 beside the properties.
  func testAStatusBesideThePropertiesHidesNothing() async throws {
    for status in ["200 OK", "201 Created"] {
      let server = server { $0.tellsTokens = false }
      let wire = CalDAVTestWire(server)
      wire.changeAnswers { request, answer in
        guard request.text.contains("sync-collection") else { return answer }
        let body = String(decoding: answer.body, as: UTF8.self).replacingOccurrences(
          of: "</d:href><d:propstat>",
          with: "</d:href><d:status>HTTP/1.1 \(status)</d:status><d:propstat>")
        return HTTPResponse(status: answer.status, headers: answer.headers, body: Data(body.utf8))
      }
      let device = try await Device(wire)
      await device.sync()
      put(7, "new", server)
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["0", "1", "2", "3", "4", "5", "new"], status)
    }
  }
}
