import Core
import Sync
import TestSupport
import XCTest

/// What servers on sabre/dav do and others do not: Nextcloud, Baïkal.
final class SabreHabitsTests: XCTestCase {
  private let one = TodoID(rawValue: "one")

  private func emptyServer(_ change: (inout SimulatedCalDAV.Habits) -> Void) -> SimulatedCalDAV {
    var habits = SimulatedCalDAV.Habits()
    change(&habits)
    return SimulatedCalDAV(habits)
  }

  /// A server with a list “L”, its to-do “one” and so many others.
  private func server(
    others: Int = 0, _ change: (inout SimulatedCalDAV.Habits) -> Void
  ) -> SimulatedCalDAV {
    let server = emptyServer(change)
    server.set("l", name: "L")
    put("one", "Milk", at: server)
    for number in 0..<others { put("other-\(number)", "Other \(number)", at: server) }
    return server
  }

  private func put(_ uid: String, _ title: String, at server: SimulatedCalDAV) {
    server.put(CalendarLines(uid: uid, ["SUMMARY:" + title]).text(), uid + ".ics", in: "l")
  }

  func testARefusalWithWordsOfTheServersOwnIsAConflictAllTheSame() async throws {
    let server = server { $0.explainsRefusals = true }
    let device = try await Device(server)
    await device.sync()
    put("one", "Oat milk", at: server)
    try await device.store.edit(one) { $0.notes = "two" }
    await device.sync()
    let lines = server.resources.first?.resource.lines
    XCTAssertEqual(lines?["SUMMARY"], "Oat milk")
    XCTAssertEqual(lines?["DESCRIPTION"], "two")
    put("one", "Soy milk", at: server)
    _ = try await device.store.delete(one)
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Soy milk"], "an edit beats a deletion")
  }

  func testATokenOfALostFutureHidesNothing() async throws {
    for isToDoLost in [false, true] {
      let server = server(others: 4) { $0.believesTokens = true }
      let device = try await Device(server)
      for _ in 0..<2 { await device.sync() }
      let backup = server.collections
      put("one", "Oat milk", at: server)
      if isToDoLost { put("new", "Bread", at: server) }
      await device.sync()
      server.restore(backup)
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Milk", "Other 0", "Other 1", "Other 2", "Other 3"])
      put("one", "Tea", at: server)
      await device.sync()
      let later = try await device.titles()
      XCTAssertTrue(later.contains("Tea"))
    }
  }

  /// Nextcloud shows others only a part of it, and takes what is written for the whole.
  func testAConfidentialToDoOfSomebodyElseIsNotOverwritten() async throws {
    for (owner, isSent) in [("bob", false), ("ann", true)] {
      let server = server { $0.owner = owner }
      let text = CalendarLines(uid: "one", ["SUMMARY:Busy", "CLASS:CONFIDENTIAL"]).text()
      server.put(text, "one.ics", in: "l")
      let device = try await Device(server)
      await device.sync()
      try await device.retitle(one, "Mine")
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      let lines = server.collections["l"]?.resources["one.ics"]?.lines
      XCTAssertEqual(lines?["SUMMARY"], isSent ? "Mine" : "Busy")
      XCTAssertEqual(
        outcome.refusals.map(\.problem),
        isSent ? [] : [.refused(status: 403, code: "confidential")])
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Mine"], "what was typed stays until somebody decides")
      try await device.store.delete(one)
      _ = try await device.sendAgain(RecordKey(kind: .todo, id: one.rawValue))
      XCTAssertEqual(server.collections["l"]?.resources.isEmpty, isSent)
    }
  }

  // MARK: The server's trash

  /// A list that this device has made, with a to-do, and deleted again.
  private func deletedList(
    at server: SimulatedCalDAV, through wire: (any HTTPTransport)? = nil
  ) async throws -> (Device, UndoStep) {
    let device = try await Device(wire ?? server)
    let list = try await device.store.addList(named: "L")
    _ = try await device.add("Milk", to: list.id)
    await device.sync()
    let recorder = UndoRecorder()
    try await device.store.recording(in: recorder).deleteList(list.id)
    await device.sync()
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    return (device, try XCTUnwrap(recorder.takeAsOne()))
  }

  func testACalendarInTheTrashCountsAsDeleted() async throws {
    let server = emptyServer { $0.hasTrash = true }
    let wire = ScriptedTransport { (request) throws(HTTPFailure) in
      try await server.send(request)
    }
    let (device, _) = try await deletedList(at: server, through: wire)
    XCTAssertEqual(server.collections.count, 0)
    // What comes after the deletion is its confirmation, and the round of reading.
    XCTAssertEqual(wire.requests.map(\.method).suffix(3), [.delete, .propfind, .propfind])
    let other = try await Device(server, name: "b")
    for device in [device, other] { await device.sync() }
    let lists = try await other.store.lists()
    XCTAssertEqual(lists, [])
    let quiet = await device.sync()
    XCTAssertEqual(quiet.received + quiet.sent, 0)
  }

  func testAListWhosePathIsInTheTrashIsMadeAgainBesideIt() async throws {
    let server = emptyServer { $0.hasTrash = true }
    let (device, step) = try await deletedList(at: server)
    let id = try XCTUnwrap(server.trashedCollections.first)
    _ = try await device.store.undo(step)
    await device.sync()
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Milk"])
    XCTAssertEqual(server.resources.count, 1)
    XCTAssertEqual(server.collections.map(\.value.name), ["L"])
    XCTAssertNil(server.collections[id], "the path of the one in the trash is not free")
    let lists = try await device.store.lists()
    XCTAssertEqual(lists.map(\.id.rawValue), [id])
    let other = try await Device(server, name: "b")
    await other.sync()
    let there = try await other.titles()
    XCTAssertEqual(there, ["Milk"])
  }

  /// The name of the calendar says which list it is, also the second one.
  func testAListThatIsMadeAgainKeepsItsIdentifierOnEachDevice() async throws {
    let server = server { $0.hasTrash = true }
    let name = "6A40B0A4-6A1B-4C2E-9A55-0B1E0B3F5C11"
    server.set(name + "_2", name: "Again")
    let device = try await Device(server)
    await device.sync()
    let again = try await device.store.lists().first { $0.name == "Again" }
    XCTAssertEqual(again?.id.rawValue, name)
    // Somebody takes the other one out of the trash.
    server.set(name, name: "Before")
    for number in 0..<2 {
      await device.sync()
      let other = try await Device(server, name: "b\(number)")
      await other.sync()
      for device in [device, other] {
        let names = try await device.store.lists().map(\.name).sorted()
        XCTAssertEqual(names, ["Again", "Before", "L"])
      }
    }
  }

  func testAToDoIsDeletedASecondTime() async throws {
    let server = server { $0.hasTrash = true }
    let device = try await Device(server)
    await device.sync()
    for _ in 0..<3 {
      let recorder = UndoRecorder()
      _ = try await device.store.recording(in: recorder).delete(one)
      await device.sync()
      XCTAssertEqual(server.resources.count, 0)
      _ = try await device.store.undo(try XCTUnwrap(recorder.takeAsOne()))
      await device.sync()
      XCTAssertEqual(server.resources.count, 1)
    }
    XCTAssertEqual(server.confusions, [])
  }
}
