import Core
import Sync
import TestSupport
import XCTest

/// Store, engine, backend and transport together against real CalDAV servers. What stands there is read and written by
/// requests of the test's own.
final class CalDAVSyncTests: XCTestCase {
  func testWhatIsMadeHereIsReadThere() async throws {
    try await onEachServer { home in
      let device = try await Device(home)
      let todo = try await device.add("우유, 2 ℓ; \"fresh\" <&>")
      await device.sync()
      let path = todo.listID.rawValue + "/" + todo.id.rawValue + ".ics"
      let text = try await home.text(path)
      XCTAssertEqual(text?.contains("SUMMARY:우유\\, 2 ℓ\\; \"fresh\" <&>\r\n"), true, text ?? "")
      XCTAssertEqual(text?.contains("UID:\(todo.id.rawValue)\r\n"), true)
      let list = try await unwrapped(await device.store.lists().first)
      let properties = try await home.properties(todo.listID.rawValue + "/")
      XCTAssertTrue(properties.contains(list.name), properties)
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)

      let other = try await Device(home, name: "b")
      await other.sync()
      let arrived = try await other.store.todo(todo.id)
      XCTAssertEqual(arrived?.content, todo.content)
      XCTAssertEqual(arrived?.listID, todo.listID)
      XCTAssertEqual(arrived?.createdAt, todo.createdAt)
      XCTAssertEqual(arrived?.position, todo.position)
      let lists = try await other.store.lists()
      XCTAssertEqual(lists.map(\.name), [list.name])
    }
  }

  func testWhatOthersMakeAndChangeArrives() async throws {
    try await onEachServer { home in
      try await home.makeList("shopping", called: "Shopping")
      try await home.put(
        "shopping/1.ics", uid: "one@example.org", ["SUMMARY:Milk", "DUE;VALUE=DATE:20261224"])
      let device = try await Device(home)
      await device.sync()
      let todo = try await unwrapped(await device.store.allTodos().first)
      XCTAssertEqual(todo.content, "Milk")
      XCTAssertEqual(todo.id.rawValue, "one@example.org")
      let names = try await device.store.lists().map(\.name)
      XCTAssertEqual(names, ["Shopping"])

      try await home.change("shopping/1.ics") {
        $0.replacingOccurrences(of: "SUMMARY:Milk", with: "SUMMARY:Oat milk")
      }
      try await home.put("shopping/2.ics", uid: "two", ["SUMMARY:Bread"])
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Bread", "Oat milk"])
    }
  }

  func testAnEditHereLeavesWhatIsNotKnown() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      let foreign = [
        "SUMMARY:Milk", "DTSTART;VALUE=DATE:20261201", "X-OTHER;X-A=\"b;c\":kept as it is",
        "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT15M", "X-TUNE:bell", "END:VALARM",
      ]
      try await home.put("l/1.ics", uid: "one", foreign)
      let device = try await Device(home)
      await device.sync()
      try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
      await device.sync()
      let text = try await unwrapped(await home.text("l/1.ics"))
      for line in foreign.dropFirst() { XCTAssertTrue(text.contains(line), "\(line)\n\(text)") }
      XCTAssertTrue(text.contains("SUMMARY:Oat milk"), text)
    }
  }

  func testBothSidesEditAtOnce() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      try await home.put("l/1.ics", uid: "one", ["SUMMARY:Milk", "X-OTHER:a"])
      let device = try await Device(home)
      await device.sync()
      try await home.change("l/1.ics") {
        $0.replacingOccurrences(of: "X-OTHER:a", with: "X-OTHER:b\r\nDESCRIPTION:From the farm")
      }
      try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
      await device.sync()
      let merged = try await device.store.todo(TodoID(rawValue: "one"))
      XCTAssertEqual(merged?.content, "Oat milk")
      XCTAssertEqual(merged?.notes, "From the farm")
      let text = try await unwrapped(await home.text("l/1.ics"))
      for line in ["SUMMARY:Oat milk", "DESCRIPTION:From the farm", "X-OTHER:b"] {
        XCTAssertTrue(text.contains(line), text)
      }
      let conflicts = try await device.store.column("SELECT title FROM syncConflict")
      XCTAssertEqual(conflicts, [])
    }
  }

  func testTheSameFieldEditedTwiceIsAConflictThatCanBeSeen() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      try await home.put("l/1.ics", uid: "one", ["SUMMARY:Milk"])
      let device = try await Device(home)
      await device.sync()
      try await home.change("l/1.ics") {
        $0.replacingOccurrences(of: "SUMMARY:Milk", with: "SUMMARY:Soy milk")
      }
      try await device.retitle(TodoID(rawValue: "one"), "Oat milk")
      await device.sync()
      let text = try await home.text("l/1.ics")
      XCTAssertEqual(text?.contains("SUMMARY:Oat milk"), true)
      let conflicts = try await device.store.column("SELECT title FROM syncConflict")
      XCTAssertEqual(conflicts.count, 1)
    }
  }

  func testQuickEditsOneAfterTheOther() async throws {
    try await onEachServer { home in
      let device = try await Device(home)
      let todo = try await device.add("1")
      for number in 2...5 {
        await device.sync()
        try await device.retitle(todo.id, "\(number)")
        _ = await device.engine.syncOnce(pull: false)
      }
      let outcome = await device.sync()
      XCTAssertEqual(outcome.received, 0)
      let text = try await home.text("\(todo.listID.rawValue)/\(todo.id.rawValue).ics")
      XCTAssertEqual(text?.contains("SUMMARY:5\r\n"), true)
      let conflicts = try await device.store.column("SELECT title FROM syncConflict")
      XCTAssertEqual(conflicts, [])
    }
  }

  func testAListingInManyPages() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      for number in 0..<23 {
        try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)"])
      }
      let device = try await Device(home, pageSize: 5)
      let outcome = await device.sync()
      XCTAssertEqual(outcome.received, 24)
      let count = try await device.titles().count
      XCTAssertEqual(count, 23)
      let second = await device.sync()
      XCTAssertEqual(second.received, 0)
    }
  }

  func testTheSameUIDAddedLaterIsATodoOfItsOwn() async throws {
    try await onEachServer { home in
      for list in ["l", "m"] { try await home.makeList(list, called: list) }
      try await home.put("l/1.ics", uid: "same", ["SUMMARY:First"])
      let device = try await Device(home)
      await device.sync()
      try await home.put("m/2.ics", uid: "same", ["SUMMARY:Second"])
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["First", "Second"])
      let first = try await device.store.todo(TodoID(rawValue: "same"))
      XCTAssertEqual(first?.content, "First")
      // Each is edited in its own place.
      for todo in try await device.store.allTodos() {
        try await device.retitle(todo.id, todo.content + "!")
      }
      await device.sync()
      let there = [try await home.text("l/1.ics"), try await home.text("m/2.ics")]
      XCTAssertEqual(there[0]?.contains("SUMMARY:First!"), true)
      XCTAssertEqual(there[1]?.contains("SUMMARY:Second!"), true)
    }
  }

  func testAFirstListingThatIsInterruptedGoesOn() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      for number in 0..<12 {
        try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)"])
      }
      let proxy = try FaultProxy(upstream: home.server.port)
      addTeardownBlock { proxy.stop() }
      let path = NSTemporaryDirectory() + "/\(UUID().uuidString).sqlite"
      addTeardownBlock { try? FileManager.default.removeItem(atPath: path) }
      // The third page of four is not answered.
      proxy.always(
        .edit { lines, body in body.contains("SUMMARY:6") ? (["HTTP/1.1 500 X"], "") : (lines, body)
        })
      do {
        let device = try await Device(home, port: proxy.port, path: path, pageSize: 3)
        let outcome = await device.engine.syncOnce(pull: true)
        guard case .stopped = outcome.end else { return XCTFail("\(outcome)") }
        let count = try await device.titles().count
        XCTAssertLessThan(count, 12)
        try device.store.close()
      }
      proxy.always(nil)
      let before = proxy.requests.count
      let device = try await Device(home, port: proxy.port, path: path, pageSize: 3)
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, (0..<12).map { "\($0)" }.sorted())
      let read = proxy.requests.dropFirst(before).filter { $0.body.contains("multiget") }
      let hrefs = read.map { $0.body.components(separatedBy: "ics<").count - 1 }.reduce(0, +)
      XCTAssertLessThan(hrefs, 12)
    }
  }

  func testTwoRequestsOnTheirWayAtOnce() async throws {
    try await onEachServer { home in
      let device = try await Device(home, requests: ConcurrentRequestStarter())
      for number in 0..<20 { try await device.add("\(number)") }
      let outcome = await device.sync()
      XCTAssertEqual(outcome.sent, 21)
      for todo in try await device.store.allTodos() { _ = try await device.store.delete(todo.id) }
      await device.sync()
      let other = try await Device(home, name: "b")
      await other.sync()
      let titles = try await other.titles()
      XCTAssertEqual(titles, [])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testTheSameUIDInTwoListsIsTwoToDos() async throws {
    try await onEachServer { home in
      for list in ["l", "m"] {
        try await home.makeList(list, called: list)
        try await home.put("\(list)/1.ics", uid: "same", ["SUMMARY:In \(list)"])
      }
      let device = try await Device(home)
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["In l", "In m"])
      await device.sync()
      let again = try await device.titles()
      XCTAssertEqual(again, ["In l", "In m"])
    }
  }

  private func unwrapped<T>(_ value: @autoclosure () async throws -> T?) async throws -> T {
    let value = try await value()
    return try XCTUnwrap(value)
  }
}
