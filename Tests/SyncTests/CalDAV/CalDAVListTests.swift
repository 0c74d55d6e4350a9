import Core
import Sync
import TestSupport
import XCTest

/// Lists are calendars.
final class CalDAVListTests: XCTestCase {
  func testRenamedOnEitherSide() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "Old")
      let device = try await Device(home)
      await device.sync()
      let list = try await device.store.lists()[0]
      try await device.store.renameList(list.id, to: "New & <own>")
      await device.sync()
      let there = try await home.properties("l/")
      XCTAssertTrue(there.contains("New &amp; &lt;own&gt;"), there)
      let body = """
        <?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>
        <D:displayname>Theirs</D:displayname></D:prop></D:set></D:propertyupdate>
        """
      try await home.send(.proppatch, "l/", ["Content-Type": "application/xml"], body: body)
      await device.sync()
      let names = try await device.store.lists().map(\.name)
      XCTAssertEqual(names, ["Theirs"])
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
    }
  }

  func testColoursGoBothWays() async throws {
    try await onEachServer { home in
      let device = try await Device(home)
      let list = try await device.store.addList(named: "Red")
      await device.sync()
      for (colour, written) in [("red", "#e01b24"), ("#123456", "#123456")] {
        try await device.store.editList(list.id) { $0.colour = colour }
        await device.sync()
        let there = try await home.allProperties("\(list.id.rawValue)/")
        XCTAssertTrue(there.lowercased().contains(written), there)
        let other = try await Device(home, name: "b")
        await other.sync()
        let colours = try await other.store.lists().map(\.colour)
        XCTAssertEqual(colours, [colour])
      }
      // Xandikos cannot take a colour away.
      try await device.store.editList(list.id) { $0.colour = nil }
      await device.sync()
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
      await device.sync()
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
    }
  }

  func testAServerThatKnowsOnlyTheOtherWayToMakeACalendar() async throws {
    try await onEachServer { home in
      let proxy = try FaultProxy(upstream: home.server.port)
      addTeardownBlock { proxy.stop() }
      let device = try await Device(home, port: proxy.port)
      await device.sync()
      let list = try await device.store.addList(named: "Made by MKCOL")
      proxy.plan([.answer(status: 405, body: "")])
      await device.sync()
      let other = try await Device(home, name: "b")
      await other.sync()
      let names = try await other.store.lists().map(\.name)
      XCTAssertEqual(names, ["Made by MKCOL"])
      let here = try await device.store.lists().map(\.id)
      XCTAssertEqual(here, [list.id])
    }
  }

  func testAToDoIsMovedHere() async throws {
    try await onEachServer { home in
      let device = try await Device(home)
      let todo = try await device.add("Milk")
      let other = try await device.store.addList(named: "Other")
      await device.sync()
      try await device.store.move([todo.id], to: other.id)
      try await device.retitle(todo.id, "Oat milk")
      await device.sync()
      let old = try await home.text("\(todo.listID.rawValue)/\(todo.id.rawValue).ics")
      XCTAssertNil(old)
      let new = try await home.text("\(other.id.rawValue)/\(todo.id.rawValue).ics")
      XCTAssertEqual(new?.contains("SUMMARY:Oat milk"), true)
      let second = try await Device(home, name: "b")
      await second.sync()
      let arrived = try await second.store.todo(todo.id)
      let names = try await second.store.lists()
      XCTAssertEqual(names.first { $0.id == arrived?.listID }?.name, "Other")
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Oat milk"])
    }
  }

  func testAToDoIsMovedThere() async throws {
    try await onEachServer { home in
      for list in ["l", "m"] { try await home.makeList(list, called: list) }
      for (from, to) in [("l", "m"), ("m", "l")] {
        let name = "from-\(from).ics"
        try await home.put("\(from)/\(name)", uid: "from-\(from)", ["SUMMARY:From \(from)"])
        let device = try await Device(home)
        await device.sync()
        let answer = try await home.send(
          .move, "\(from)/\(name)",
          ["Destination": "http://127.0.0.1:\(home.server.port)\(home.path)\(to)/\(name)"])
        XCTAssertEqual(answer.status, 201)
        await device.sync()
        let lists = try await device.store.lists()
        let moved = try await device.store.todo(TodoID(rawValue: "from-\(from)"))
        XCTAssertEqual(lists.first { $0.id == moved?.listID }?.name, to)
        let trash = try await device.store.trash()
        XCTAssertEqual(trash, [])
        await device.sync()
        let still = try await device.store.todo(TodoID(rawValue: "from-\(from)"))
        XCTAssertEqual(still, moved)
      }
    }
  }

  /// Another program has copied it there, and the server keeps no two of one name in a calendar.
  func testAMoveToWhereACopyIsStopsNothingElse() async throws {
    try await onEachServer { home in
      let device = try await Device(home)
      let todo = try await device.add("Milk")
      let bread = try await device.add("Bread", to: todo.listID)
      let other = try await device.store.addList(named: "Other")
      await device.sync()
      let name = "\(other.id.rawValue)/\(todo.id.rawValue).ics"
      try await home.put(name, uid: todo.id.rawValue, ["SUMMARY:Copy"])
      try await device.store.move([todo.id], to: other.id)
      try await device.retitle(bread.id, "Brown bread")
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      XCTAssertEqual(outcome.end, .finished)
      XCTAssertEqual(outcome.refusals.map(\.key), [RecordKey(todo)])
      let sent = try await home.text("\(todo.listID.rawValue)/\(bread.id.rawValue).ics")
      XCTAssertEqual(sent?.contains("SUMMARY:Brown bread"), true)
      let kept = try await home.text("\(todo.listID.rawValue)/\(todo.id.rawValue).ics")
      XCTAssertEqual(kept?.contains("SUMMARY:Milk"), true)
      let copy = try await home.text(name)
      XCTAssertEqual(copy?.contains("SUMMARY:Copy"), true)
    }
  }

  func testTwoDevicesMakeTheirFirstListAtOnce() async throws {
    try await onEachServer { home in
      let a = try await Device(home, name: "a")
      let b = try await Device(home, name: "b")
      try await a.add("From a")
      try await b.add("From b")
      for device in [a, b, a] { await device.sync() }
      for device in [a, b] {
        let titles = try await device.titles()
        XCTAssertEqual(titles, ["From a", "From b"])
        let lists = try await device.store.lists()
        XCTAssertEqual(lists.count, 1)
      }
    }
  }

  func testAListThatMayOnlyBeReadIsLocked() async throws {
    let home = try await home(.radicale)
    let administrator = home.asAdministrator
    try await home.makeList("own", called: "Own")
    try await administrator.makeList("locked", called: "Team")
    try await administrator.put("locked/1.ics", uid: "one", ["SUMMARY:Read"])
    let device = try await Device(home)
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Read"])
    let team = try await device.store.lists().first { $0.name == "Team" }
    let list = try XCTUnwrap(team)
    let metadata = try await device.store.listMetadata()
    XCTAssertEqual(metadata.readOnly, [list.id])
    let one = TodoID(rawValue: "one")
    await notAllowed { () throws(StoreError) in try await device.store.setDone(one, true) }
    await notAllowed { () throws(StoreError) in _ = try await device.store.delete(one) }
    await notAllowed { () throws(StoreError) in
      try await device.store.edit(one) { $0.content = "Written" }
    }
    await notAllowed { () throws(StoreError) in try await device.store.deleteList(list.id) }
    await notAllowed { () throws(StoreError) in
      _ = try await device.store.renameList(list.id, to: "Ours")
    }
    await notAllowed { () throws(StoreError) in
      _ = try await device.store.add(
        TodoDraft(id: TodoID(rawValue: "x"), listID: list.id, content: "New"))
    }
    // What names no list goes where it can be written.
    let added = try await device.store.add(TodoDraft(id: TodoID(rawValue: "new"), content: "New"))
    XCTAssertNotEqual(added.listID, list.id)
    await notAllowed { () throws(StoreError) in
      try await device.store.move([added.id], to: list.id)
    }
    // It is still read.
    try await administrator.put("locked/1.ics", uid: "one", ["SUMMARY:Read again"])
    await device.sync()
    let now = try await device.titles()
    XCTAssertEqual(now, ["New", "Read again"])
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  /// Servers put what others share between the user's own calendars.
  func testACalendarOfSomebodyElseTakesNothingFromOwnLists() async throws {
    let server = SimulatedCalDAV()
    server.set("aaa", name: "to-do")
    server.setOwner("eve", of: "aaa")
    server.set("mine", name: "To-Do")
    let device = try await Device(server)
    await device.sync()
    let lists = try await device.store.lists()
    let theirs = try XCTUnwrap(lists.first { $0.name == "to-do" })
    let mine = try XCTUnwrap(lists.first { $0.name == "To-Do" })
    var foreign = try await device.store.foreignLists()
    XCTAssertEqual(foreign, [theirs.id])
    let added = try await device.add("Milk")
    XCTAssertEqual(added.listID, mine.id)

    // What is written to it does not make it the user's own.
    try await device.store.renameList(theirs.id, to: "Party")
    await device.sync()
    XCTAssertEqual(server.collections["aaa"]?.name, "Party")
    foreign = try await device.store.foreignLists()
    XCTAssertEqual(foreign, [theirs.id])

    server.setOwner("ann", of: "aaa")
    await device.sync()
    foreign = try await device.store.foreignLists()
    XCTAssertEqual(foreign, [])
  }

  func testALockIsNoticedWhenItComesAndGoes() async throws {
    let home = try await home(.radicale)
    try await home.makeList("l", called: "L")
    let proxy = try FaultProxy(upstream: home.server.port)
    addTeardownBlock { proxy.stop() }
    let device = try await Device(home, port: proxy.port)
    await device.sync()
    var signals = device.store.memberChanges().makeAsyncIterator()
    _ = await signals.next()
    proxy.always(
      .edit { lines, body in
        (
          lines,
          body.replacingOccurrences(
            of: "<privilege><all /></privilege>|<privilege><write(-[a-z]+)? /></privilege>",
            with: "",
            options: .regularExpression)
        )
      })
    await device.sync()
    _ = await signals.next()
    let locked = try await device.store.listMetadata().readOnly
    XCTAssertEqual(locked.count, 1)
    proxy.always(nil)
    await device.sync()
    _ = await signals.next()
    let free = try await device.store.listMetadata().readOnly
    XCTAssertEqual(free, [])
  }

  private func notAllowed(
    file: StaticString = #filePath, line: UInt = #line, _ work: () async throws(StoreError) -> Void
  ) async {
    do {
      try await work()
      XCTFail("it was allowed", file: file, line: line)
    } catch {
      XCTAssertEqual(error, .notAllowed, file: file, line: line)
    }
  }
}
