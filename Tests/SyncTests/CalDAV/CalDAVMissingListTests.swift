import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// What is sent into a list that another device has just deleted: that brings the list back, and is no refusal.
final class CalDAVMissingListTests: XCTestCase {
  func testANewToDoIsSentInTheSameRound() async throws {
    try await onEachServer { home in
      for pull in [true, false] {
        let name = pull ? "l" : "m"
        try await home.makeList(name, called: name)
        try await home.put(name + "/1.ics", uid: "uid-" + name, ["SUMMARY:Old"])
        let device = try await Device(home)
        await device.sync()
        let list = try await device.list(name)
        try await device.add("New", to: list)
        try await home.delete(name + "/")
        let outcome = await device.engine.syncOnce(pull: pull, wake: true)
        XCTAssertEqual(outcome.end, .finished)
        XCTAssertEqual(outcome.refusals, [])
        try await assertSent(device)
        let other = try await Device(home, name: "b")
        await other.sync()
        let present = try await other.titles()
        XCTAssertTrue(present.contains("New"))
        XCTAssertFalse(present.contains("Old"))
        try await home.delete(list.rawValue + "/")
      }
    }
  }

  func testAMovedToDoIsSentInTheSameRound() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home)
      try await home.makeList("goal", called: "Goal")
      await device.sync()
      try await device.store.move([TodoID(rawValue: "one")], to: try await device.list("Goal"))
      try await home.delete("goal/")
      let outcome = await device.engine.syncOnce(pull: false, wake: true)
      XCTAssertEqual(outcome.end, .finished)
      XCTAssertEqual(outcome.refusals, [])
      try await assertSent(device)
      let other = try await Device(home, name: "b")
      await other.sync()
      let goal = try await other.list("Goal")
      let list = try await other.store.todo(TodoID(rawValue: "one"))?.listID
      XCTAssertEqual(list, goal)
    }
  }

  /// Servers name the missing calendar by different statuses, and one in the server's trash answers at its path.
  func testEveryAnswerOfAServerWithoutTheList() async throws {
    for (status, hasTrash) in [(403, false), (404, false), (405, false), (409, false), (409, true)]
    {
      var habits = SimulatedCalDAV.Habits()
      habits.missingCalendar = status
      habits.hasTrash = hasTrash
      let server = SimulatedCalDAV(habits)
      for name in ["l", "m"] { server.set(name, name: name) }
      server.put(CalendarLines(uid: "one", ["SUMMARY:Old"]).text(), "1.ics", in: "m")
      let (device, other) = (try await Device(server), try await Device(server, name: "b"))
      for device in [device, other] { await device.sync() }
      try await device.add("New", to: try await device.list("l"))
      try await device.store.move([TodoID(rawValue: "one")], to: try await device.list("l"))
      try await other.store.deleteList(try await other.list("l"))
      await other.sync()
      await device.sync()
      try await assertSent(device)
      await other.sync()
      let titles = try await other.titles()
      XCTAssertEqual(titles, ["New", "Old"], "\(status)")
      XCTAssertEqual(Set(server.resources.map(\.collection)).count, 1, "\(status)")
    }
  }

  /// The calendar is there when it is looked at, and gone when its name is written.
  func testANewNameBringsBackWhatWasDeletedInTheSameMoment() async throws {
    let server = SimulatedCalDAV()
    server.set("l", name: "l")
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    await device.sync()
    try await device.store.renameList(try await device.list("l"), to: "new")
    wire.before { request in if request.method == .proppatch { server.remove("l") } }
    await device.sync()
    XCTAssertEqual(server.collections.values.map(\.name), ["new"])
    try await assertSent(device)
  }

  /// The calendar is gone when it is written to, and there again when it is looked at.
  func testWhatAnotherDeviceMakesAgainMeanwhileIsWrittenTo() async throws {
    for (status, isNew) in [403, 404, 405, 409].flatMap({ [($0, true), ($0, false)] }) {
      var habits = SimulatedCalDAV.Habits()
      habits.missingCalendar = status
      let server = SimulatedCalDAV(habits)
      for name in ["l", "m"] { server.set(name, name: name) }
      server.put(CalendarLines(uid: "one", ["SUMMARY:Old"]).text(), "1.ics", in: "m")
      let wire = CalDAVTestWire(server)
      let device = try await Device(wire)
      await device.sync()
      let list = try await device.list("l")
      if isNew {
        try await device.add("New", to: list)
      } else {
        try await device.store.move([TodoID(rawValue: "one")], to: list)
      }
      wire.before { request in
        if [.put, .move].contains(request.method) {
          if server.collections["l"]?.name == "l" { server.remove("l") }
        } else if server.collections["l"] == nil {
          server.set("l", name: "made again")
        }
      }
      let outcome = await device.engine.syncOnce(pull: false, wake: true)
      XCTAssertEqual(outcome.refusals, [], "\(status)")
      try await assertSent(device)
      XCTAssertEqual(
        server.collections["l"]?.resources.values.map { $0.lines["SUMMARY"] },
        [isNew ? "New" : "Old"], "\(status)")
    }
  }

  /// The calendar is gone when an edit is written into it, and there again when it is looked at: the server was restored.
  func testAnEditIsNotRefusedWhereTheListComesBackMeanwhile() async throws {
    for status in [403, 404, 405, 409] {
      var habits = SimulatedCalDAV.Habits()
      habits.missingCalendar = status
      let server = SimulatedCalDAV(habits)
      let text = CalendarLines(uid: "one", ["SUMMARY:Old"]).text()
      @Sendable func fill() {
        server.set("l", name: "l")
        server.put(text, "1.ics", in: "l")
      }
      fill()
      let wire = CalDAVTestWire(server)
      let device = try await Device(wire)
      await device.sync()
      try await device.store.edit(TodoID(rawValue: "one")) { $0.content = "New" }
      let wasGone = Mutex(false)
      wire.before { request in
        wasGone.withLock { wasGone in
          if request.method == .put, !wasGone {
            wasGone = true
            server.remove("l")
          } else if wasGone, server.collections["l"] == nil {
            fill()
          }
        }
      }
      let outcome = await device.engine.syncOnce(pull: false, wake: true)
      XCTAssertEqual(outcome.refusals, [], "\(status)")
      try await assertSent(device)
      XCTAssertEqual(
        server.collections["l"]?.resources.values.map { $0.lines["SUMMARY"] }, ["New"], "\(status)")
    }
  }

  /// Where a person has to say what becomes of the list, the to-do waits for that and is shown as waiting.
  func testAToDoOfAListThatAPersonIsAskedAboutWaits() async throws {
    let server = SimulatedCalDAV()
    server.set("l", name: "l")
    for number in 0..<12 {
      server.put(CalendarLines(uid: "uid-\(number)", []).text(), "\(number).ics", in: "l")
    }
    server.set("m", name: "m")
    let device = try await Device(server)
    await device.sync()
    let list = try await device.list("l")
    try await device.add("New", to: list)
    try await device.add("Elsewhere", to: try await device.list("m"))
    server.remove("l")
    let outcome = await device.sync()
    XCTAssertEqual(outcome.held.first?.list, list)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 1)
    let isDoubtful = try await device.store.hasUnanswered(of: device.account)
    XCTAssertFalse(isDoubtful, "everything else would be read back")
    XCTAssertEqual(server.resources.map { $0.resource.lines["SUMMARY"] }, ["Elsewhere"])
    try await device.store.answer(.remove, forMissingIn: list, of: device.account)
    await device.sync()
    try await assertSent(device)
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Elsewhere", "New"])
  }

  private func assertSent(
    _ device: Device, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0, file: file, line: line)
  }
}
