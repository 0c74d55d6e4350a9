import Core
import Dispatch
import Sync
import TestSupport
import XCTest

/// Deleting a list deletes its calendar, unless there is something in it that nobody here has deleted.
final class CalDAVListDeletionTests: XCTestCase {
  func testAListDeletedHere() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 2)
      let list = try await device.store.lists()[0]
      try await device.store.deleteList(list.id)
      await device.sync()
      let there = try await home.properties("")
      XCTAssertFalse(there.contains("/l/"), there)
    }
  }

  func testAListWithSomethingNewInItIsNotDeleted() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home)
      try await home.put("l/new.ics", uid: "new", ["SUMMARY:New"])
      let list = try await device.store.lists()[0]
      try await device.store.deleteList(list.id)
      _ = await device.engine.syncOnce(pull: true)
      let text = try await home.text("l/new.ics")
      XCTAssertNotNil(text)
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["New"])
    }
  }

  func testWhatIsNewThereKeepsTheCalendar() async throws {
    // It is there before the calendar is looked into, or comes right before the deletion.
    for isLate in [false, true] {
      var habits = SimulatedCalDAV.Habits()
      habits.hasETagsOfCalendars = isLate
      let server = SimulatedCalDAV(habits)
      server.set("l", name: "L")
      server.put(CalendarLines(uid: "one", ["SUMMARY:One"]).text(), "one.ics", in: "l")
      let wire = CalDAVTestWire(server)
      let device = try await Device(wire)
      await device.sync()
      let new = CalendarLines(uid: "new", ["SUMMARY:New"]).text()
      if !isLate { server.put(new, "new.ics", in: "l") }
      wire.before { request in
        guard isLate, request.method == .delete, request.url.hasSuffix("/l/"),
          server.collections["l"]?.resources["new.ics"] == nil
        else { return }
        server.put(new, "new.ics", in: "l")
      }
      try await device.store.deleteList(await device.store.lists()[0].id)
      for _ in 0..<2 { _ = await device.engine.syncOnce(pull: true, wake: true) }
      XCTAssertNotNil(server.collections["l"]?.resources["new.ics"], "\(isLate)")
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["New"], "\(isLate)")
    }
  }

  func testAListIsDeletedByOneRequest() async throws {
    try await onEachServer { home in
      let proxy = try FaultProxy(upstream: home.server.port)
      addTeardownBlock { proxy.stop() }
      try await home.makeList("l", called: "L")
      for number in 0..<12 {
        try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)"])
      }
      let device = try await Device(home, port: proxy.port)
      await device.sync()
      let before = proxy.requests.count
      // One that was deleted by itself goes with the list as well.
      _ = try await device.store.delete(TodoID(rawValue: "uid-3"))
      try await device.store.deleteList(await device.store.lists()[0].id)
      let outcome = await device.sync()
      XCTAssertEqual(outcome.held, [])
      let deletions = proxy.requests.dropFirst(before).filter { $0.head.hasPrefix("DELETE") }
      XCTAssertEqual(deletions.map { $0.head.split(separator: " ")[1] }, ["\(home.path)l/"])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
      XCTAssertEqual(quiet.held, [])
    }
  }

  /// Cyrus 3.6 tells the ETag of a calendar, and ends the connection when a deletion names it.
  func testAServerThatCannotTakeAPreconditionThere() async throws {
    for breaks in [true, false] {
      var habits = SimulatedCalDAV.Habits()
      habits.hasETagsOfCalendars = true
      habits.breaksOnConditionalDeletion = breaks
      let server = SimulatedCalDAV(habits)
      server.set("l", name: "L")
      server.put(CalendarLines(uid: "one", ["SUMMARY:Milk"]).text(), "one.ics", in: "l")
      let device = try await Device(server)
      await device.sync()
      try await device.store.deleteList(await device.store.lists()[0].id)
      await device.sync()
      XCTAssertEqual(Set(server.collections.keys), [], "\(breaks)")
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  /// It was said to be refused, though there is nothing left that anybody could do about it.
  func testACalendarThatGoesWhileItIsLookedIntoIsDeleted() async throws {
    for isRenamed in [true, false] {
      let server = SimulatedCalDAV()
      server.set("l", name: "L")
      let wire = CalDAVTestWire(server)
      let device = try await Device(wire)
      await device.sync()
      try await device.store.deleteList(await device.store.lists()[0].id)
      wire.after { request in
        guard request.method == .propfind, request.url.hasSuffix("/l/") else { return }
        if isRenamed { server.rename("l", to: "n") } else { server.remove("l") }
      }
      let outcome = await device.sync()
      XCTAssertEqual(outcome.refusals, [])
      let names = try await device.store.lists().map(\.name)
      XCTAssertEqual(names, isRenamed ? ["L"] : [])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testTheAnswerToTheDeletionOfAListIsLost() async throws {
    try await onEachServer { home in
      let proxy = try FaultProxy(upstream: home.server.port)
      addTeardownBlock { proxy.stop() }
      try await home.makeList("l", called: "L")
      for number in 0..<12 {
        try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)"])
      }
      let device = try await Device(home, port: proxy.port)
      await device.sync()
      try await device.store.deleteList(await device.store.lists()[0].id)
      proxy.plan([.pass, .pass, .loseAnswer])
      for _ in 0..<2 { _ = await device.engine.syncOnce(pull: true, wake: true) }
      let outcome = await device.sync()
      XCTAssertEqual(outcome.held, [])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
      let there = try await home.properties("")
      XCTAssertFalse(there.contains("/l/"))
    }
  }

  /// What somebody writes between the look into the calendar and its deletion.
  func testAToDoThatComesAtTheLastMomentStays() async throws {
    try await onEachServer { home in
      // Without an ETag or a token of the calendar nothing can be asked of the deletion.
      guard home.server.hasSyncReport else { return }
      let proxy = try FaultProxy(upstream: home.server.port)
      addTeardownBlock { proxy.stop() }
      try await home.makeList("l", called: "L")
      try await home.put("l/1.ics", uid: "one", ["SUMMARY:1"])
      let device = try await Device(home, port: proxy.port)
      await device.sync()
      try await device.store.deleteList(await device.store.lists()[0].id)
      let (written, writing) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let writer = Task {
        await Task.detached { writing.waitBlocking() }.value
        try await home.put("l/new.ics", uid: "new", ["SUMMARY:New"])
        written.signal()
      }
      proxy.plan([
        .pass,
        .edit { lines, body in
          writing.signal()
          written.wait()
          return (lines, body)
        },
      ])
      _ = await device.engine.syncOnce(pull: true, wake: true)
      try await writer.value
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["New"])
      let text = try await home.text("l/new.ics")
      XCTAssertNotNil(text)
    }
  }

  func testAToDoThatIsChangedThereBeatsTheDeletionOfItsList() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 3)
      try await device.store.deleteList(await device.store.lists()[0].id)
      try await home.change("l/0.ics") {
        $0.replacingOccurrences(of: "SUMMARY:0", with: "SUMMARY:Edited")
      }
      for _ in 0..<3 { _ = await device.engine.syncOnce(pull: true, wake: true) }
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Edited"])
      let names = try await device.store.lists().map(\.name)
      XCTAssertEqual(names, ["L"])
      let other = try await Device(home, name: "b")
      await other.sync()
      let there = try await other.titles()
      XCTAssertEqual(there, ["Edited"])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testACalendarWithEventsIsNotDeletedWithItsList() async throws {
    let home = try await home(.radicale)
    let body = """
      <?xml version="1.0"?><C:mkcalendar xmlns:C="urn:ietf:params:xml:ns:caldav"/>
      """
    for name in ["mixed/", "mixed-and-empty/"] {
      try await home.send(.makeCalendar, name, body: body)
    }
    try await home.put("mixed/1.ics", uid: "one", ["SUMMARY:To-do"])
    let event = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:e\r\nDTSTAMP:20260101T000000Z\r
      DTSTART:20260101T000000Z\r\nSUMMARY:Event\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
      """
    try await home.send(.put, "mixed/e.ics", ["Content-Type": "text/calendar"], body: event)
    let device = try await Device(home)
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["To-do"])
    for list in try await device.store.lists() { try await device.store.deleteList(list.id) }
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.refusals.count, 2)
    let properties = try await home.properties("")
    XCTAssertTrue(properties.contains("/mixed-and-empty/"))
    let there = try await home.text("mixed/e.ics")
    XCTAssertNotNil(there)
  }
}

extension DispatchSemaphore {
  /// Not for a task's own thread.
  fileprivate func waitBlocking() { wait() }
}
