import Core
import Sync
import TestSupport
import XCTest

/// A to-do belongs to the one that it names as its parent, or that names it as its child (RFC 5545 §3.2.15).
final class CalDAVParentTests: XCTestCase {
  private func device(_ home: CalDAVTestHome, pageSize: Int = 250) async throws -> Device {
    let device = try await Device(home, pageSize: pageSize)
    await device.sync()
    return device
  }

  private func parent(of uid: String, on device: Device) async throws -> String? {
    try await device.store.todo(TodoID(rawValue: uid))?.parent?.rawValue
  }

  private func naming(_ uids: [String], _ title: String = "Parent") -> [String] {
    ["SUMMARY:" + title] + uids.map { "RELATED-TO;RELTYPE=CHILD:" + $0 }
  }

  /// In one page and in several, the parent first or last.
  func testAParentThatNamesItsChildren() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      try await home.put("l/a-child.ics", uid: "a", ["SUMMARY:A"])
      try await home.put("l/m-parent.ics", uid: "p", naming(["a", "z", "nowhere"]))
      try await home.put("l/z-child.ics", uid: "z", ["SUMMARY:Z"])
      for pageSize in [250, 1] {
        let device = try await device(home, pageSize: pageSize)
        for child in ["a", "z"] {
          let found = try await parent(of: child, on: device)
          XCTAssertEqual(found, "p", "\(child), \(pageSize)")
        }
        let waiting = try await device.waiting()
        XCTAssertEqual(waiting, 0)
        let quiet = await device.sync()
        XCTAssertEqual(quiet.received, 0)
      }
      let text = try await home.text("l/a-child.ics")
      XCTAssertEqual(text?.contains("RELATED-TO"), false)
    }
  }

  func testNamedLaterAndNoMore() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      try await home.put("l/1.ics", uid: "a", ["SUMMARY:A", "X-OTHER:kept"])
      let device = try await device(home)
      try await home.put("l/2.ics", uid: "p", naming(["a"]))
      await device.sync()
      let named = try await parent(of: "a", on: device)
      XCTAssertEqual(named, "p")
      // An edit of the child leaves both texts as they are but for the title.
      try await device.retitle(TodoID(rawValue: "a"), "B")
      await device.sync()
      let text = try await home.text("l/1.ics")
      XCTAssertEqual(text?.contains("RELATED-TO"), false)
      XCTAssertEqual(text?.contains("X-OTHER:kept"), true)
      let still = try await parent(of: "a", on: device)
      XCTAssertEqual(still, "p")
      // And so does one by another program.
      try await home.change("l/1.ics") {
        $0.replacingOccurrences(of: "SUMMARY:B", with: "SUMMARY:C")
      }
      await device.sync()
      let after = try await parent(of: "a", on: device)
      XCTAssertEqual(after, "p")
      try await home.put("l/2.ics", uid: "p", naming([]))
      await device.sync()
      let now = try await parent(of: "a", on: device)
      XCTAssertNil(now)
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["C", "Parent"])
    }
  }

  func testTheParentThatAChildNamesItselfHolds() async throws {
    let home = try await home(.radicale)
    try await home.makeList("l", called: "L")
    try await home.put("l/1.ics", uid: "p", naming(["a"]))
    try await home.put("l/2.ics", uid: "q", ["SUMMARY:Other"])
    try await home.put("l/3.ics", uid: "a", ["SUMMARY:A", "RELATED-TO:q"])
    let device = try await device(home)
    let found = try await parent(of: "a", on: device)
    XCTAssertEqual(found, "q")
  }

  func testTakenOutHereStaysOut() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      try await home.put("l/1.ics", uid: "a", ["SUMMARY:A"])
      try await home.put("l/2.ics", uid: "p", naming(["a"]))
      let device = try await device(home)
      let before = try await home.text("l/2.ics")
      try await device.store.edit(TodoID(rawValue: "a")) { $0.parent = nil }
      await device.sync()
      try await home.change("l/1.ics") {
        $0.replacingOccurrences(of: "SUMMARY:A", with: "SUMMARY:B")
      }
      await device.sync()
      let other = try await self.device(home)
      for device in [device, other] {
        let found = try await parent(of: "a", on: device)
        XCTAssertNil(found)
        let titles = try await device.titles()
        XCTAssertEqual(titles, ["B", "Parent"])
      }
      let after = try await home.text("l/2.ics")
      XCTAssertEqual(after, before)
      // Another one that names it is a new parent.
      try await home.put("l/3.ics", uid: "q", naming(["a"], "Second"))
      await device.sync()
      let found = try await parent(of: "a", on: device)
      XCTAssertEqual(found, "q")
    }
  }

  func testSiblingsAreKeptAndNoParents() async throws {
    let home = try await home(.radicale)
    try await home.makeList("l", called: "L")
    try await home.put(
      "l/1.ics", uid: "a", ["SUMMARY:A", "RELATED-TO;RELTYPE=SIBLING:b", "RELATED-TO:p"])
    try await home.put("l/2.ics", uid: "b", ["SUMMARY:B", "RELATED-TO;RELTYPE=SIBLING:a"])
    let device = try await device(home)
    let parents = [try await parent(of: "a", on: device), try await parent(of: "b", on: device)]
    // The lost one is nobody's fault; it may come later.
    XCTAssertEqual(parents, ["p", nil])
    try await device.store.edit(TodoID(rawValue: "a")) { $0.parent = TodoID(rawValue: "b") }
    await device.sync()
    let text = try await home.text("l/1.ics") ?? ""
    XCTAssertTrue(text.contains("RELATED-TO;RELTYPE=SIBLING:b\r\nRELATED-TO:b\r\n"), text)
  }

  func testCyclesAndOddNamesAreHarmless() async throws {
    try await onEachServer { home in
      try await home.makeList("l", called: "L")
      try await home.put("l/1.ics", uid: "a", naming(["b", "a"], "A"))
      try await home.put("l/2.ics", uid: "b", naming(["a"], "B"))
      try await home.put("l/3.ics", uid: "c", naming(["d"], "C") + ["RELATED-TO:d"])
      try await home.put("l/4.ics", uid: "d", naming(["c"], "D"))
      let device = try await device(home, pageSize: 1)
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["A", "B", "C", "D"])
      for id in ["a", "b", "c", "d"] { try await device.retitle(TodoID(rawValue: id), id) }
      await device.sync()
      let other = try await self.device(home)
      let there = try await other.titles()
      XCTAssertEqual(there, ["a", "b", "c", "d"])
      let quiet = await device.sync()
      XCTAssertEqual(quiet.received, 0)
    }
  }
}
