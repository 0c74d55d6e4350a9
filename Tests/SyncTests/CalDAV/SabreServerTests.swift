import Core
import Foundation
import Sync
import TestSupport
import XCTest

/// sabre/dav as Nextcloud and Baïkal set it up. What every server has to do is tested with the others.
final class SabreServerTests: XCTestCase {
  private let one = TodoID(rawValue: "one")

  /// A server of its own, as its habits are those of every home.
  private func ownHome(_ habits: String...) async throws -> CalDAVTestHome {
    do {
      let server = try CalDAVServer(.sabre)
      addTeardownBlock { server.stop() }
      for word in habits { server.setHabits(word) }
      return try await server.newHome()
    } catch let unavailable as CalDAVServer.Unavailable {
      throw XCTSkip(unavailable.reason)
    }
  }

  func testItIsInstalled() async throws {
    _ = try await home(.sabre)
  }

  // MARK: Signing in

  func testAnAccountIsFoundBelowARedirection() async throws {
    let home = try await home(.sabre)
    try await home.makeList("l", called: "L")
    for address in ["", "/remote.php/dav", home.path] {
      let found = try await discovery.account(
        at: "http://127.0.0.1:\(home.server.port)" + address, user: home.user,
        password: CalDAVServer.password)
      XCTAssertEqual(found.settings, home.settings(), address)
      XCTAssertEqual(found.lists, 1)
    }
  }

  func testDigestAuthentication() async throws {
    let home = try await ownHome("digest")
    let found = try await discovery.account(
      at: "http://127.0.0.1:\(home.server.port)", user: home.user, password: CalDAVServer.password)
    XCTAssertEqual(found.settings, home.settings())
    let device = try await Device(home)
    let todo = try await device.add("Milk")
    await device.sync()
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    try await device.retitle(todo.id, "Oat milk")
    await device.sync()
    let other = try await Device(home, name: "b")
    await other.sync()
    let titles = try await other.titles()
    XCTAssertEqual(titles, ["Oat milk"])
    do throws(CalDAVDiscoveryError) {
      _ = try await discovery.account(
        at: "http://127.0.0.1:\(home.server.port)", user: home.user, password: "wrong")
      XCTFail("a wrong password was accepted")
    } catch {
      XCTAssertEqual(error, .wrongPassword)
    }
  }

  private var discovery: CalDAVDiscovery {
    CalDAVDiscovery(transport: SoupTransport(), makeClientNonce: { "0a4f113b" })
  }

  // MARK: Refusals

  func testARefusalForAWhileLosesNothing() async throws {
    let home = try await ownHome()
    let device = try await deviceWithList(home)
    for (habit, status) in [("maintenance", 503), ("busy", 429)] {
      try await device.retitle(one, habit)
      home.server.setHabits(habit)
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
      XCTAssertEqual(retry.problem, .unavailable(status: status))
      XCTAssertEqual(outcome.refusals, [])
      home.server.setHabits()
      await device.sync()
      let text = try await home.text("l/0.ics")
      XCTAssertEqual(text?.contains("SUMMARY:" + habit), true)
    }
  }

  func testOnlyNewListsWaitWhereThereWereTooMany() async throws {
    let home = try await ownHome()
    let device = try await deviceWithList(home)
    home.server.setHabits("crowded")
    try await device.store.addList(named: "New", to: .account(device.account))
    let added = try await device.add("Bread", to: try await device.list("New"))
    try await device.retitle(one, "Milk")
    await device.sync()
    let text = try await home.text("l/0.ics")
    XCTAssertEqual(text?.contains("SUMMARY:Milk"), true)
    home.server.setHabits()
    device.clock.advance(by: .seconds(600))
    await device.sync()
    let other = try await Device(home, name: "b")
    await other.sync()
    let titles = try await other.titles()
    XCTAssertEqual(titles, [added.content, "Milk"])
  }

  func testARefusalOfAWriteIsToldOnceAndStopsNothing() async throws {
    let home = try await ownHome()
    let device = try await deviceWithList(home)
    for (habit, status) in [("full", 507), ("forbidden", 403)] {
      try await device.retitle(one, habit)
      home.server.setHabits(habit)
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      XCTAssertEqual(outcome.end, .finished)
      XCTAssertEqual(outcome.refusals.map(\.key.id), ["one"])
      XCTAssertEqual(outcome.refusals.map(\.problem), [.refused(status: status, code: "")])
      home.server.setHabits()
      try await device.store.releaseQuarantined(of: device.account)
      await device.sync()
      let text = try await home.text("l/0.ics")
      XCTAssertEqual(text?.contains("SUMMARY:" + habit), true)
    }
  }

  func testAToDoWhoseIdentifierIsThereAlreadyIsRefused() async throws {
    let home = try await ownHome("unique")
    let device = try await deviceWithList(home)
    let answer = try await home.send(
      .put, "l/other.ics", ["Content-Type": "text/calendar"],
      body: CalendarLines(uid: "one", ["SUMMARY:Other"]).text())
    XCTAssertEqual(answer.status, 400)
    try await device.retitle(one, "Milk")
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Milk"])
  }

  // MARK: Nextcloud's trash

  func testAListIsDeletedAndMadeAgainWhereDeletedCalendarsStay() async throws {
    let home = try await ownHome("trash")
    let device = try await deviceWithList(home, todos: 2)
    for round in 0..<2 {
      let recorder = UndoRecorder()
      let list = try await device.store.lists()[0]
      try await device.store.recording(in: recorder).deleteList(list.id)
      await device.sync()
      let other = try await Device(home, name: "b\(round)")
      await other.sync()
      let lists = try await other.store.lists()
      XCTAssertEqual(lists, [])
      _ = try await device.store.undo(try XCTUnwrap(recorder.takeAsOne()))
      await device.sync()
      await other.sync()
      let titles = try await other.titles()
      XCTAssertEqual(titles, ["0", "1"])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testAToDoIsDeletedASecondTime() async throws {
    let home = try await ownHome("trash")
    let device = try await deviceWithList(home)
    for _ in 0..<2 {
      let recorder = UndoRecorder()
      _ = try await device.store.recording(in: recorder).delete(one)
      await device.sync()
      _ = try await device.store.undo(try XCTUnwrap(recorder.takeAsOne()))
      await device.sync()
    }
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["0"])
  }

  // MARK: What others own

  func testSharedCalendars() async throws {
    let home = try await ownHome()
    let friend = try await home.server.newHome()
    for (name, title) in [("l", "Read"), ("w", "Write")] {
      try await home.makeList(name, called: title)
      try await home.put(name + "/1.ics", uid: "in-" + name, ["SUMMARY:In " + title])
      let right = name == "w" ? "read-write" : "read"
      let body = """
        <?xml version="1.0"?><cs:share xmlns:cs="http://calendarserver.org/ns/" xmlns:d="DAV:"><cs:set>
        <d:href>mailto:\(friend.user)@example.org</d:href><cs:\(right)/></cs:set></cs:share>
        """
      let answer = try await home.send(
        .post, name + "/", ["Content-Type": "application/xml"], body: body)
      XCTAssertEqual(answer.status, 200)
    }
    let device = try await Device(friend)
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["In Read", "In Write"])
    let locked = try await device.store.listMetadata().readOnly
    let lists = try await device.store.lists()
    XCTAssertEqual(lists.filter { locked.contains($0.id) }.map(\.name), ["Read"])
    try await device.retitle(TodoID(rawValue: "in-w"), "Written by a friend")
    await device.sync()
    let text = try await home.text("w/1.ics")
    XCTAssertEqual(text?.contains("SUMMARY:Written by a friend"), true)
  }

  func testCalendarsThatOtherAppsMakeAreLocked() async throws {
    let home = try await ownHome("trash")
    let administrator = home.asAdministrator
    let names = ["app-generated--deck--board-1", "contact_birthdays"]
    for name in names {
      try await administrator.makeList(name, called: name)
      try await administrator.put(name + "/1.ics", uid: name, ["SUMMARY:" + name])
    }
    let device = try await Device(home)
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, names)
    let locked = try await device.store.listMetadata().readOnly
    XCTAssertEqual(locked.count, 2)
  }

  // MARK: Backups

  func testARestoredBackupIsNoticed() async throws {
    let home = try await ownHome()
    let device = try await deviceWithList(home, todos: 5)
    await device.sync()
    let backup = home.server.database + ".backup"
    try FileManager.default.copyItem(atPath: home.server.database, toPath: backup)
    for number in 0..<3 {
      try await home.put("l/0.ics", uid: "one", ["SUMMARY:Edit \(number)"])
    }
    try await home.put("l/new.ics", uid: "new", ["SUMMARY:New"])
    await device.sync()
    try FileManager.default.removeItem(atPath: home.server.database)
    try FileManager.default.moveItem(atPath: backup, toPath: home.server.database)
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["0", "1", "2", "3", "4"])
  }
}
