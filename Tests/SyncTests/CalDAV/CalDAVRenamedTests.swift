import Core
import Sync
import TestSupport
import XCTest

/// Other programs may give a to-do another file name when they move it, and whenever they like.
final class CalDAVRenamedTests: XCTestCase {
  private static let one = TodoID(rawValue: "one")

  func testWhatIsMovedUnderAnotherNameIsHereOnce() async throws {
    // Calendars are read one after another: its new one before its old one, or after it.
    for (old, new) in [("a", "b"), ("b", "a")] {
      try await onEachServer { home in
        for name in ["a", "b"] { try await home.makeList(name, called: name) }
        try await home.put("\(old)/old.ics", uid: "one", ["SUMMARY:Milk"])
        let device = try await Device(home)
        await device.sync()
        try await home.delete("\(old)/old.ics")
        try await home.put("\(new)/new.ics", uid: "one", ["SUMMARY:Milk"])
        for _ in 0..<2 { await device.sync() }
        let todo = try await device.store.todo(Self.one)
        XCTAssertEqual(todo?.content, "Milk")
        let trash = try await device.store.trash()
        XCTAssertEqual(trash.map(\.title), [])
        // What is done to it here is done to that file.
        try await device.retitle(Self.one, "Bread")
        await device.sync()
        let text = try await home.text("\(new)/new.ics")
        XCTAssertEqual(text?.contains("SUMMARY:Bread"), true)
        let titles = try await device.titles()
        XCTAssertEqual(titles, ["Bread"])
      }
    }
  }

  func testAnEditWaitsWhileItsFileIsRenamed() async throws {
    for new in ["l/new.ics", "m/new.ics"] {
      try await onEachServer { home in
        let device = try await deviceWithList(home)
        try await home.makeList("m", called: "M")
        await device.sync()
        try await device.retitle(Self.one, "Edited")
        try await home.delete("l/0.ics")
        try await home.put(new, uid: "one", ["SUMMARY:0", "X-THEIRS:kept"])
        let outcome = await device.sync()
        XCTAssertEqual(outcome.refusals, [])
        await device.sync()
        let text = try await home.text(new)
        XCTAssertEqual(text?.contains("SUMMARY:Edited"), true)
        XCTAssertEqual(text?.contains("X-THEIRS:kept"), true)
        let other = try await Device(home, name: "b")
        await other.sync()
        let titles = try await other.titles()
        XCTAssertEqual(titles, ["Edited"], new)
        let waiting = try await device.waiting()
        XCTAssertEqual(waiting, 0)
      }
    }
  }

  /// Without its old place, it would count as one that has come while it was asked for, and wait for the next round.
  func testItIsInItsNewCalendarAfterOneRound() async throws {
    for (old, new) in [("a", "b"), ("b", "a")] {
      let server = SimulatedCalDAV()
      for name in ["a", "b"] { server.set(name, name: name) }
      let text = CalendarLines(uid: "one", ["SUMMARY:Milk"]).text()
      server.put(text, "old.ics", in: old)
      let device = try await Device(CalDAVTestWire(server))
      await device.sync()
      server.remove("old.ics", in: old)
      server.put(text, "new.ics", in: new)
      await device.sync()
      let todo = try await device.store.todo(Self.one)
      let list = try await device.store.lists().first { $0.id == todo?.listID }
      XCTAssertEqual(list?.name, new)
    }
  }

  func testAnEditGoesToTheFileOfTheNewName() async throws {
    let server = SimulatedCalDAV()
    server.set("l", name: "L")
    let text = CalendarLines(uid: "one", ["SUMMARY:Milk"]).text()
    server.put(text, "old.ics", in: "l")
    let device = try await Device(CalDAVTestWire(server))
    await device.sync()
    try await device.retitle(Self.one, "Edited")
    server.remove("old.ics", in: "l")
    server.put(text, "new.ics", in: "l")
    for _ in 0..<2 { await device.sync() }
    let resources = server.collections["l"]?.resources ?? [:]
    XCTAssertEqual(resources.keys.sorted(), ["new.ics"])
    XCTAssertEqual(resources["new.ics"]?.lines["SUMMARY"], "Edited")
    let trash = try await device.store.trash()
    XCTAssertEqual(trash.map(\.title), [])
  }

  /// Another device has kept it, and another program has moved it; then its deletion here is undone.
  func testWhatIsMadeAgainIsFoundUnderAnotherName() async throws {
    for new in ["l", "m"] {
      let server = SimulatedCalDAV()
      for name in ["l", "m"] { server.set(name, name: name) }
      let text = CalendarLines(uid: "one", ["SUMMARY:Milk"]).text()
      server.put(text, "one.ics", in: "l")
      let device = try await Device(server)
      await device.sync()
      let recorder = UndoRecorder()
      try await device.store.recording(in: recorder).delete(Self.one)
      await device.sync()
      XCTAssertEqual(server.resources.map(\.name), [])
      server.put(text, "new.ics", in: new)
      _ = try await device.store.undo(XCTUnwrap(recorder.take().last))
      let outcome = await device.engine.syncOnce(pull: false, wake: true)
      XCTAssertEqual(outcome.refusals, [])
      await device.sync()
      // It is moved to where it stands here.
      XCTAssertEqual(server.resources.map { "\($0.collection)/\($0.name)" }, ["l/new.ics"], new)
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Milk"])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  /// Nobody here knows that the new to-do has arrived, when another program moves it.
  func testWhatArrivedWithoutAnAnswerIsFoundUnderAnotherName() async throws {
    let server = SimulatedCalDAV()
    for name in ["l", "m"] { server.set(name, name: name) }
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    await device.sync()
    let lists = try await device.store.lists()
    let list = try XCTUnwrap(lists.first { $0.name == "l" })
    try await device.add("Milk", to: list.id)
    wire.loseAnswers { request in
      guard request.method == .put, let made = server.resources.first, made.name != "new.ics" else {
        return false
      }
      server.remove(made.name, in: "l")
      server.put(made.resource.text, "new.ics", in: "m")
      return true
    }
    for _ in 0..<3 { _ = await device.engine.syncOnce(pull: false, wake: true) }
    await device.sync()
    XCTAssertEqual(server.resources.map(\.name), ["new.ics"])
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Milk"])
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }
}
