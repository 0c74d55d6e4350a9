import Core
import TestSupport
import XCTest

/// What other programs did to trees of subtasks.
final class CalDAVTreeTests: XCTestCase {
  /// Children stand before and after their parents, three deep, with and without RELTYPE and a place in the order.
  private static let tree: [(uid: String, parent: String?, lines: [String])] = [
    ("a-leaf", "m-middle", ["RELATED-TO;RELTYPE=PARENT:m-middle", "X-APPLE-SORT-ORDER:300"]),
    ("b-leaf", "m-middle", ["RELATED-TO:m-middle"]),
    ("m-middle", "z-root", ["RELATED-TO:z-root", "X-APPLE-SORT-ORDER:100"]),
    ("n-middle", "z-root", ["RELATED-TO;RELTYPE=PARENT:z-root", "X-APPLE-SORT-ORDER:100"]),
    ("z-root", nil, []),
  ]

  private func parents(_ device: Device) async throws -> [String: String] {
    var found: [String: String] = [:]
    for todo in try await device.store.allTodos(isWithDone: true) {
      found[todo.id.rawValue] = todo.parent?.rawValue
    }
    return found
  }

  private func relations(_ server: SimulatedCalDAV) -> [String: String?] {
    Dictionary(
      server.resources.map { ($0.resource.uid, $0.resource.lines["RELATED-TO"]) },
      uniquingKeysWith: { $1 })
  }

  /// Tasks.org wrote every to-do again after the first download, and the tree was flat for everybody
  /// (https://github.com/tasks/tasks/issues/3023).
  func testReadingATreeWritesNothing() async throws {
    for pageSize in [1, 2, 250] {
      let server = SimulatedCalDAV()
      server.set("l", name: "L")
      for (uid, _, lines) in Self.tree {
        server.put(
          CalendarLines(uid: uid, ["SUMMARY:" + uid] + lines).text(), uid + ".ics", in: "l")
      }
      let expected = Dictionary(
        uniqueKeysWithValues: Self.tree.compactMap { todo in todo.parent.map { (todo.uid, $0) } })
      let untouched = server.collections
      let device = try await Device(server, pageSize: pageSize)
      for _ in 0..<2 { await device.sync() }
      let read = try await parents(device)
      XCTAssertEqual(read, expected, "\(pageSize)")
      XCTAssertEqual(server.collections, untouched, "\(pageSize)")

      // An edit of the one in the middle is an edit of no other.
      try await device.retitle(TodoID(rawValue: "m-middle"), "edited")
      for _ in 0..<2 { await device.sync() }
      let changed = server.resources.filter { untouched["l"]?.resources[$0.name] != $0.resource }
      XCTAssertEqual(changed.map(\.name), ["m-middle.ics"], "\(pageSize)")
      XCTAssertEqual(relations(server).compactMapValues { $0 }, expected, "\(pageSize)")
      XCTAssertEqual(server.confusions, [])
    }
  }

  /// Horde kept no relations: the subtask was gone on the phone (https://github.com/tasks/tasks/issues/1644). Here it
  /// stays, and becomes a plain to-do once the server's text is read.
  func testAServerThatDropsParents() async throws {
    for tells in [true, false] {
      var habits = SimulatedCalDAV.Habits()
      habits.dropsRelations = true
      habits.tellsETagsOfWrites = tells
      let server = SimulatedCalDAV(habits)
      server.set("l", name: "L")
      let device = try await Device(server)
      await device.sync()
      let lists = try await device.store.lists()
      let list = try XCTUnwrap(lists.first?.id)
      let parent = try await device.add("parent", to: list)
      let child = try await device.add("child", to: list)
      try await device.store.edit(child.id) { $0.parent = parent.id }
      for _ in 0..<3 { await device.sync() }
      XCTAssertEqual(server.resources.count, 2)
      XCTAssertEqual(relations(server).compactMapValues { $0 }, [:])
      let other = try await Device(server, name: "b")
      await other.sync()
      try await other.retitle(child.id, "edited there")
      await other.sync()
      let writes = server.writes
      for _ in 0..<3 { await device.sync() }
      XCTAssertEqual(server.writes, writes, "it is not sent again and again")
      for side in [device, other] {
        let titles = try await side.titles()
        XCTAssertEqual(titles, ["edited there", "parent"])
        let found = try await parents(side)
        XCTAssertEqual(found, [:])
        let waiting = try await side.waiting()
        XCTAssertEqual(waiting, 0)
      }
      let trash = try await device.store.trash()
      XCTAssertEqual(trash.map(\.title), [])
    }
  }
}
