import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// What the simulation found: things that happen between two requests of one round.
final class CalDAVInterruptionTests: XCTestCase {
  private let server = SimulatedCalDAV()

  private func put(_ uid: String, _ title: String, in collection: String) {
    server.put(CalendarLines(uid: uid, ["SUMMARY:" + title]).text(), uid + ".ics", in: collection)
  }

  private static func move(
    _ uid: String, from old: String, to new: String, _ server: SimulatedCalDAV
  ) {
    guard let resource = server.collections[old]?.resources[uid + ".ics"] else {
      return XCTFail("\(uid) is not in \(old)")
    }
    server.remove(uid + ".ics", in: old)
    server.put(resource.text, uid + ".ics", in: new)
  }

  func testWhatACalendarDoesNotShowEndsWithoutAnAnswer() async throws {
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    server.set("l", name: "List")
    put("one", "Milk", in: "l")
    await device.sync()
    // The answer is lost: whether the edit has arrived is not known.
    wire.loseAnswers { $0.method == .put }
    try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
    guard case .stopped = await device.engine.syncOnce(pull: true, wake: true).end else {
      return XCTFail("an answer came")
    }
    wire.loseAnswers { _ in false }
    let list = try await device.store.lists().first { $0.name == "List" }
    try await device.store.editList(try XCTUnwrap(list).id) { $0.emoji = "🥛" }
    await device.sync()
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    XCTAssertEqual(server.resources.first?.resource.lines["SUMMARY"], "Oat milk")
    let emoji = try await device.store.lists().first { $0.name == "List" }?.emoji
    XCTAssertEqual(emoji, "🥛")
  }

  func testARenameHoldsAlthoughAnotherDeviceMakesTheCalendarAgain() async throws {
    let server = server
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    server.set("l", name: "List")
    put("one", "Milk", in: "l")
    await device.sync()
    let found = try await device.store.lists().first { $0.name == "List" }
    let list = try XCTUnwrap(found).id
    server.remove("l")
    device.clock.advance(by: .seconds(1))
    try await device.store.renameList(list, to: "Groceries")
    // The request does not arrive, and what another device sends does.
    wire.after { request in
      if request.method == .makeCalendar { server.set(list.rawValue, name: "List") }
    }
    wire.loseAnswers { $0.method == .makeCalendar }
    guard case .stopped = await device.engine.syncOnce(pull: true, wake: true).end else {
      return XCTFail("an answer came")
    }
    wire.loseAnswers { _ in false }
    wire.after { _ in }
    await device.sync()
    await device.sync()
    XCTAssertEqual(server.collections[list.rawValue]?.name, "Groceries")
    let names = try await device.store.lists().map(\.name)
    XCTAssertEqual(names, ["Groceries"])
  }

  /// The server is restored from a backup right after it has taken a name; one that takes no names never keeps any.
  func testANameThatTheServerLosesAtOnceIsSentOnceMore() async throws {
    for (losses, isKept) in [(1, true), (9, false)] {
      let server = server
      let wire = CalDAVTestWire(server)
      let device = try await Device(wire)
      server.set("l", name: "List")
      await device.sync()
      let list = try await device.store.lists().first { $0.name == "List" }
      try await device.store.renameList(try XCTUnwrap(list).id, to: "Groceries")
      let left = Mutex(losses)
      wire.after { request in
        guard request.method == .proppatch, left.withLock({ $0 > 0 }) else { return }
        left.withLock { $0 -= 1 }
        server.set("l", name: "List")
      }
      let refusals = await device.engine.syncOnce(pull: true, wake: true).refusals
      XCTAssertEqual(server.collections["l"]?.name, isKept ? "Groceries" : "List")
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, isKept ? 0 : 1)
      XCTAssertEqual(
        refusals.map(\.problem), isKept ? [] : [.refused(status: 403, code: "displayname")])
    }
  }

  func testWhatIsMovedBeforeItsFirstAnswerIsThereOnce() async throws {
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    for list in ["l", "m"] { server.set(list, name: list) }
    await device.sync()
    let todo = try await device.add("Milk", to: try await device.list("l"))
    wire.loseAnswers { [.put, .get, .propfind].contains($0.method) }
    guard case .stopped = await device.engine.syncOnce(pull: true, wake: true).end else {
      return XCTFail("an answer came")
    }
    XCTAssertEqual(server.resources.map(\.collection), ["l"])
    wire.loseAnswers { _ in false }
    try await device.store.move([todo.id], to: try await device.list("m"))
    await device.sync()
    await device.sync()
    XCTAssertEqual(server.resources.map(\.collection), ["m"])
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Milk"])
  }

  func testWhatAnotherProgramMovesBeforeItsFirstAnswerIsThereOnce() async throws {
    let server = server
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    for list in ["l", "m"] { server.set(list, name: list) }
    await device.sync()
    let todo = try await device.add("Milk", to: try await device.list("l"))
    wire.after { request in
      let isMoved = server.collections["m"]?.resources.isEmpty == false
      guard request.method == .put, !isMoved else { return }
      Self.move(todo.id.rawValue, from: "l", to: "m", server)
    }
    wire.loseAnswers { $0.method == .put }
    for _ in 0..<2 { _ = await device.engine.syncOnce(pull: true, wake: true) }
    wire.after { _ in }
    wire.loseAnswers { _ in false }
    await device.sync()
    XCTAssertEqual(server.resources.map(\.resource.uid), [todo.id.rawValue])
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Milk"])
  }

  func testACalendarThatIsRemovedDuringARoundStopsNoOther() async throws {
    let server = server
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire, pageSize: 1)
    for list in ["a", "b", "c"] { server.set(list, name: list) }
    put("one", "Milk", in: "a")
    put("two", "Bread", in: "a")
    put("three", "Tea", in: "c")
    wire.before { request in
      if request.text.contains("calendar-data") { server.remove("b") }
    }
    await device.sync()
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Bread", "Milk", "Tea"])
    let names = try await device.store.lists().map(\.name).sorted()
    XCTAssertFalse(names.contains("b"))
  }

  func testAToDoThatIsMovedWhileItsCalendarIsReadStaysOne() async throws {
    let server = server
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    for list in ["a", "b"] { server.set(list, name: list) }
    put("one", "Milk", in: "a")
    await device.sync()
    put("one", "Oat milk", in: "a")
    put("two", "Bread", in: "b")
    let isMoved = Mutex(false)
    wire.after { request in
      guard request.text.contains("calendar-multiget") else { return }
      let isFirst = isMoved.withLock { isMoved in
        defer { isMoved = true }
        return !isMoved
      }
      if isFirst { Self.move("one", from: "a", to: "b", server) }
    }
    await device.sync()
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Bread", "Oat milk"])
  }

  func testWhatCouldNotBeReadByNameIsReadInTheNextRound() async throws {
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    for list in ["a", "b"] { server.set(list, name: list) }
    put("one", "Milk", in: "b")
    await device.sync()
    try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
    Self.move("one", from: "b", to: "a", server)
    wire.refuse { $0.method == .get }
    guard case .stopped = await device.engine.syncOnce(pull: true, wake: true).end else {
      return XCTFail("it was read")
    }
    wire.refuse { _ in false }
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Oat milk"])
    let todo = try await device.store.todo(TodoID(rawValue: "one"))
    let list = try await device.store.lists().first { $0.id == todo?.listID }
    XCTAssertEqual(list?.name, "a")
  }

  func testACalendarWithAnotherPathIsReadInOneRequest() async throws {
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    server.set("a", name: "a")
    for number in 0..<5 { put("todo-\(number)", "Number \(number)", in: "a") }
    await device.sync()
    server.rename("a", to: "b")
    let reads = Mutex(0)
    wire.before { request in if request.method == .get { reads.withLock { $0 += 1 } } }
    await device.sync()
    XCTAssertEqual(reads.withLock { $0 }, 0)
    let count = try await device.titles().count
    XCTAssertEqual(count, 5)
  }

  func testWhenItWasChangedIsTheSameEverywhere() async throws {
    let (first, second) = (
      try await Device(CalDAVTestWire(server)), try await Device(CalDAVTestWire(server), name: "b")
    )
    server.set("l", name: "List")
    put("one", "Milk", in: "l")
    second.clock.advance(by: .seconds(7 * 3600))
    for device in [first, second] { await device.sync() }
    let one = TodoID(rawValue: "one")
    try await second.retitle(one, "Oat milk")
    await second.sync()
    try await first.store.setDone(one, true)
    await first.sync()
    await second.sync()
    let moments = [
      try await first.store.todo(one)?.modifiedAt, try await second.store.todo(one)?.modifiedAt,
    ]
    XCTAssertEqual(moments[0], moments[1])
  }

  /// A request whose calendar is gone is refused as one that is wrong.
  func testAnEditOfAToDoWhoseCalendarHasAnotherPathIsNotRefused() async throws {
    let device = try await Device(CalDAVTestWire(server))
    server.set("a", name: "a")
    put("one", "Milk", in: "a")
    await device.sync()
    server.rename("a", to: "b")
    try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
    await device.sync()
    XCTAssertEqual(server.resources.map(\.collection), ["b"])
    XCTAssertEqual(server.resources.first?.resource.lines["SUMMARY"], "Oat milk")
  }

  func testWhatAnotherDeviceIsSendingAgainIsNotDeletedUnasked() async throws {
    let wire = CalDAVTestWire(server)
    let (first, second) = (
      try await Device(wire), try await Device(CalDAVTestWire(server), name: "b")
    )
    server.set("l", name: "List")
    for number in 0..<10 { put("todo-\(number)", "Number \(number)", in: "l") }
    for device in [first, second] { await device.sync() }
    server.remove("l")
    let missing = await first.engine.syncOnce(pull: true, wake: true).held.first
    try await first.store.answer(
      .keep, forMissingIn: try XCTUnwrap(missing).list, of: first.account)
    // Two arrive before the other device looks.
    wire.refuse { $0.method == .put && !$0.url.contains("todo-1") && !$0.url.contains("todo-2") }
    for _ in 0..<2 { _ = await first.engine.syncOnce(pull: true, wake: true) }
    XCTAssertEqual(server.resources.count, 2)
    let outcome = await second.engine.syncOnce(pull: true, wake: true)
    XCTAssertFalse(outcome.held.isEmpty)
    let count = try await second.titles().count
    XCTAssertEqual(count, 10)
  }

  func testATextIsNeverPairedWithTheETagOfANewerOne() async throws {
    var habits = SimulatedCalDAV.Habits()
    habits.tellsETagsOfReads = false
    let server = SimulatedCalDAV(habits)
    let put = { (title: String) in
      server.put(CalendarLines(uid: "one", ["SUMMARY:" + title]).text(), "one.ics", in: "l")
    }
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    server.set("l", name: "List")
    put("Milk")
    await device.sync()
    put("Oat milk")
    try await device.store.edit(TodoID(rawValue: "one")) { $0.notes = "two" }
    let isRead = Mutex(false)
    wire.after { request in
      guard request.method == .get else { return }
      let isFirst = isRead.withLock { isRead in
        defer { isRead = true }
        return !isRead
      }
      if isFirst {
        server.put(CalendarLines(uid: "one", ["SUMMARY:Soy milk"]).text(), "one.ics", in: "l")
      }
    }
    await device.sync()
    await device.sync()
    let lines = server.resources.first?.resource.lines
    XCTAssertEqual(lines?["SUMMARY"], "Soy milk")
    XCTAssertEqual(lines?["DESCRIPTION"], "two")
  }

  // MARK: Moves

  /// Names of resources are unique in their calendar only (RFC 4918 §9.9.4 refuses to overwrite).
  func testAToDoIsMovedToWhereAnotherHasItsName() async throws {
    let device = try await Device(CalDAVTestWire(server))
    for list in ["a", "b"] { server.set(list, name: list) }
    for (list, uid) in [("a", "one"), ("b", "two")] {
      server.put(CalendarLines(uid: uid, ["SUMMARY:" + uid]).text(), "1.ics", in: list)
    }
    await device.sync()
    let goal = try await device.list("b")
    try await device.store.move([TodoID(rawValue: "one")], to: goal)
    await device.sync()
    XCTAssertEqual(server.resources.map(\.collection), ["b", "b"])
    XCTAssertEqual(Set(server.resources.map(\.resource.uid)), ["one", "two"])
  }

  func testEachFileOfOneUIDIsAToDo() async throws {
    let device = try await Device(CalDAVTestWire(server))
    for list in ["a", "b"] { server.set(list, name: list) }
    put("one", "First", in: "a")
    server.put(CalendarLines(uid: "one", ["SUMMARY:Second"]).text(), "two.ics", in: "a")
    await device.sync()
    put("one", "Third", in: "b")
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["First", "Second", "Third"])
  }

  func testAMoveThatTheServerCannotMakeHoldsUpNothingElse() async throws {
    let device = try await Device(CalDAVTestWire(server))
    for list in ["a", "b"] { server.set(list, name: list) }
    // Two calendars may have the same UID, one may not (RFC 4791 §4.1).
    for list in ["a", "b"] { put("one", "Milk", in: list) }
    put("three", "Tea", in: "a")
    await device.sync()
    let (source, goal) = (try await device.list("a"), try await device.list("b"))
    let todos = try await device.store.allTodos(isWithDone: true)
    let milk = try XCTUnwrap(todos.first { $0.listID == source && $0.content == "Milk" })
    try await device.store.move([milk.id], to: goal)
    try await device.retitle(TodoID(rawValue: "three"), "Green tea")
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(outcome.refusals.map(\.key), [milk.key])
    XCTAssertEqual(
      server.collections["a"]?.resources["three.ics"]?.lines["SUMMARY"], "Green tea")
  }

  func testWhatWasTakenForDeletedAndIsPutBackIsNotMadeTwice() async throws {
    let server = server
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    for list in ["a", "b"] { server.set(list, name: list) }
    put("one", "Milk", in: "b")
    await device.sync()
    put("two", "Bread", in: "a")
    put("three", "Tea", in: "b")
    let isMoved = Mutex(false)
    wire.after { request in
      guard request.url.hasSuffix("/a/"), request.text.contains("sync-collection") else { return }
      let isFirst = isMoved.withLock { isMoved in
        defer { isMoved = true }
        return !isMoved
      }
      if isFirst { Self.move("one", from: "b", to: "a", server) }
    }
    await device.sync()
    let copy = try await device.store.trash().first
    try await device.store.restoreFromTrash(try XCTUnwrap(copy).id)
    await device.sync()
    await device.sync()
    XCTAssertEqual(server.resources.count { $0.resource.uid == "one" }, 1)
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Bread", "Milk", "Tea"])
  }
}
