import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// A CalDAV server has no tombstones: what is missing was deleted, unless it is too much.
final class CalDAVDeletionTests: XCTestCase {
  private static let one = TodoID(rawValue: "one")

  func testDeletedThere() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 2)
      try await home.delete("l/0.ics")
      let outcome = await device.sync()
      XCTAssertEqual(outcome.held, [])
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["1"])
      let trash = try await device.store.trash()
      XCTAssertEqual(trash.map(\.reason), [.deletedElsewhere])
    }
  }

  func testDeletedHere() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home)
      _ = try await device.store.delete(Self.one)
      await device.sync()
      let text = try await home.text("l/0.ics")
      XCTAssertNil(text)
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, [])
    }
  }

  func testAnEditHereBeatsADeletionThere() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home)
      try await device.retitle(Self.one, "Edited")
      try await home.delete("l/0.ics")
      await device.sync()
      let other = try await Device(home, name: "b")
      await other.sync()
      let titles = try await other.titles()
      XCTAssertEqual(titles, ["Edited"])
    }
  }

  func testAnEditThereBeatsADeletionHere() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home)
      _ = try await device.store.delete(Self.one)
      try await home.change("l/0.ics") {
        $0.replacingOccurrences(of: "SUMMARY:0", with: "SUMMARY:Edited")
      }
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Edited"])
      let text = try await home.text("l/0.ics")
      XCTAssertNotNil(text)
    }
  }

  func testWhatOthersMakeAgainUnderItsUIDComesBack() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 2)
      try await home.delete("l/0.ics")
      await device.sync()
      // Under another name than any that this program would choose.
      try await home.put("l/again.ics", uid: "one", ["SUMMARY:Again"])
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["1", "Again"])
    }
  }

  func testAnUndoneDeletionComesBack() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home)
      let recorder = UndoRecorder()
      try await device.store.recording(in: recorder).delete(Self.one)
      await device.sync()
      _ = try await device.store.undo(XCTUnwrap(recorder.take().last))
      await device.sync()
      let other = try await Device(home, name: "b")
      await other.sync()
      let titles = try await other.titles()
      XCTAssertEqual(titles, ["0"])
    }
  }

  func testMoreThanHalfOfAListIsAskedAbout() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 12)
      for number in 0..<7 { try await home.delete("l/\(number).ics") }
      let outcome = await device.sync()
      XCTAssertEqual(outcome.held.map(\.records.count), [7])
      XCTAssertEqual(outcome.held.map(\.known), [12])
      let kept = try await device.titles()
      XCTAssertEqual(kept.count, 12)
      // The question stays, and what is edited meanwhile is made again.
      try await device.retitle(TodoID(rawValue: "uid-1"), "Edited")
      let second = await device.sync()
      let list = try XCTUnwrap(second.held.first?.list)
      try await device.store.answer(.remove, forMissingIn: list, of: device.account)
      let third = await device.sync()
      XCTAssertEqual(third.held, [])
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["10", "11", "7", "8", "9", "Edited"])
      let fourth = await device.sync()
      XCTAssertEqual(fourth.held, [])
    }
  }

  func testWhatTheServerLostIsSentAgain() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 12)
      for number in 0..<7 { try await home.delete("l/\(number).ics") }
      let first = await device.sync()
      let list = try XCTUnwrap(first.held.first?.list)
      try await device.store.answer(.keep, forMissingIn: list, of: device.account)
      let outcome = await device.sync()
      XCTAssertEqual(outcome.held, [])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
      let titles = try await device.titles()
      XCTAssertEqual(titles.count, 12)
      let other = try await Device(home, name: "b")
      await other.sync()
      let there = try await other.titles()
      XCTAssertEqual(there, titles)
      let trash = try await device.store.trash()
      XCTAssertEqual(trash, [])
      let questions = try await device.store.syncSummary(of: device.account).missing
      XCTAssertEqual(questions, [])
    }
  }

  /// Another device has been told to keep it as well, has moved it, and is the first to send it.
  func testWhatTheServerLostIsNotThereTwice() async throws {
    let server = SimulatedCalDAV()
    for name in ["l", "m"] { server.set(name, name: name) }
    let uids = (0..<12).map { "uid-\($0)" }
    for uid in uids { server.put(CalendarLines(uid: uid, []).text(), uid + ".ics", in: "l") }
    let wire = CalDAVTestWire(server)
    let device = try await Device(wire)
    await device.sync()
    for uid in uids.prefix(7) { server.remove(uid + ".ics", in: "l") }
    let first = await device.sync()
    let list = try XCTUnwrap(first.held.first?.list)
    try await device.store.answer(.keep, forMissingIn: list, of: device.account)
    wire.before { request in
      guard request.method == .put else { return }
      guard server.collections["m"]?.resources.isEmpty == true else {
        let isMade = request.headers["If-None-Match"] != nil
        return XCTAssertFalse(isMade && request.url.hasSuffix("/\(uids[6]).ics"), "it is there")
      }
      server.put(CalendarLines(uid: uids[6], []).text(), uids[6] + ".ics", in: "m")
    }
    for _ in 0..<2 { await device.sync() }
    XCTAssertEqual(server.resources.map(\.resource.uid).sorted(), uids.sorted())
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  /// Another device makes it again in another calendar, when this one has looked there and is about to write.
  func testWhatTwoDevicesMakeAtOnceIsNotThereTwice() async throws {
    for (tellsETags, lost) in [(true, nil), (false, nil), (true, .propfind), (false, .delete)]
      as [(Bool, HTTPRequest.Method?)]
    {
      var habits = SimulatedCalDAV.Habits()
      habits.tellsETagsOfWrites = tellsETags
      let server = SimulatedCalDAV(habits)
      for name in ["l", "m"] { server.set(name, name: name) }
      server.put(CalendarLines(uid: "one", ["SUMMARY:One"]).text(), "one.ics", in: "l")
      let wire = CalDAVTestWire(server)
      let device = try await Device(wire)
      await device.sync()
      server.remove("one.ics", in: "l")
      try await device.store.edit(Self.one) { $0.notes = "Notes" }
      wire.before { request in
        guard request.method == .put, request.headers["If-None-Match"] != nil,
          server.collections["m"]?.resources.isEmpty == true
        else { return }
        server.put(CalendarLines(uid: "one", ["SUMMARY:One"]).text(), "one.ics", in: "m")
      }
      // The answer to the second look is missing once, or to the request that takes it back.
      let losses = Mutex(0)
      wire.loseAnswers { request in
        guard request.method == lost, server.resources.count == 2 || lost == .delete else {
          return false
        }
        return losses.withLock { losses in
          losses += 1
          return losses == 1
        }
      }
      for _ in 0..<2 { await device.sync() }
      XCTAssertEqual(losses.withLock { $0 } > 0, lost != nil)
      // It is moved to where it stands here.
      XCTAssertEqual(server.resources.map(\.collection), ["l"])
      XCTAssertEqual(server.resources.map { $0.resource.lines["DESCRIPTION"] }, ["Notes"])
      let todos = try await device.store.allTodos(isWithDone: true)
      XCTAssertEqual(todos.map(\.notes), ["Notes"])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testAListThatTheServerLostIsMadeAgain() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 12)
      try await home.delete("l/")
      let first = await device.sync()
      let list = try XCTUnwrap(first.held.first?.list)
      let question = try await device.store.syncSummary(of: device.account).missing
      XCTAssertEqual(
        question, [.init(list: list, name: "L", count: 12, known: 12, isWholeList: true)])
      try await device.store.answer(.keep, forMissingIn: list, of: device.account)
      await device.sync()
      await device.sync()
      let other = try await Device(home, name: "b")
      await other.sync()
      let there = try await other.titles()
      XCTAssertEqual(there.count, 12)
      let names = try await other.store.lists().map(\.name)
      XCTAssertEqual(names, ["L"])
    }
  }

  func testWhatMovedElsewhereIsNoMoreAPartOfTheList() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 12)
      try await home.makeList("m", called: "M")
      try await home.delete("l/11.ics")
      try await home.put("m/11.ics", uid: "uid-11", ["SUMMARY:11"])
      for number in 0..<6 { try await home.delete("l/\(number).ics") }
      let outcome = await device.sync()
      XCTAssertEqual(outcome.held.map(\.records.count), [6], "of eleven")
    }
  }

  func testTheQuestionSurvivesARestartAndTheAnswerIsAboutNoMore() async throws {
    let home = try await home(.radicale)
    let path = NSTemporaryDirectory() + "/\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await home.makeList("l", called: "L")
    for number in 0..<12 { try await home.put("l/\(number).ics", uid: "u\(number)", ["SUMMARY:x"]) }
    var first: Device? = try await Device(home, path: path)
    await first?.sync()
    for number in 0..<7 { try await home.delete("l/\(number).ics") }
    await first?.sync()
    try first?.store.close()
    first = nil
    let device = try await Device(home, path: path)
    let question = try await device.store.syncSummary(of: device.account).missing
    XCTAssertEqual(question.map(\.count), [7])
    XCTAssertEqual(question.map(\.known), [12])
    try await device.store.answer(.remove, forMissingIn: nil, of: device.account)
    let answered = try await device.store.syncSummary(of: device.account).missing
    XCTAssertEqual(answered, [])
    try await home.delete("l/7.ics")
    await device.sync()
    let kept = try await device.titles()
    XCTAssertEqual(kept.count, 12)
    let asked = try await device.store.syncSummary(of: device.account).missing
    XCTAssertEqual(asked.map(\.count), [8])
    try await device.store.answer(.remove, forMissingIn: nil, of: device.account)
    await device.sync()
    let left = try await device.titles()
    XCTAssertEqual(left.count, 4)
    try device.store.close()
  }

  func testAnAnswerIsAboutNoMoreThanWasAsked() async throws {
    let server = SimulatedCalDAV()
    server.set("l", name: "L")
    for number in 0..<12 {
      server.put(CalendarLines(uid: "u\(number)", ["SUMMARY:x"]).text(), "\(number).ics", in: "l")
    }
    let device = try await Device(server)
    await device.sync()
    for number in 0..<7 { server.remove("\(number).ics", in: "l") }
    await device.sync()
    try await device.store.answer(.remove, forMissingIn: nil, of: device.account)
    server.remove("7.ics", in: "l")
    await device.sync()
    let kept = try await device.titles()
    XCTAssertEqual(kept.count, 12)
    let asked = try await device.store.syncSummary(of: device.account).missing
    XCTAssertEqual(asked.map(\.count), [8])
  }

  func testAListDeletedThere() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 2)
      try await home.delete("l/")
      let outcome = await device.sync()
      XCTAssertEqual(outcome.held, [])
      let lists = try await device.store.lists()
      XCTAssertEqual(lists, [])
      let trash = try await device.store.trash()
      XCTAssertEqual(Set(trash.map(\.reason)), [.deletedElsewhere])
    }
  }

  func testANewToDoInAListDeletedThereBringsTheListBack() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 2)
      let list = try await device.store.lists()[0]
      try await device.add("New", to: list.id)
      try await home.delete("l/")
      for _ in 0..<3 { _ = await device.engine.syncOnce(pull: true, wake: true) }
      let other = try await Device(home, name: "b")
      await other.sync()
      let titles = try await other.titles()
      XCTAssertEqual(titles, ["New"])
      let names = try await other.store.lists().map(\.name)
      XCTAssertEqual(names, ["L"])
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testAFullListDeletedThereIsAskedAbout() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 10)
      try await home.delete("l/")
      let outcome = await device.sync()
      let list = try XCTUnwrap(outcome.held.first?.list)
      let kept = try await device.titles()
      XCTAssertEqual(kept.count, 10)
      let there = try await home.properties("")
      XCTAssertFalse(there.contains("/l/"))
      try await device.store.answer(.remove, forMissingIn: list, of: device.account)
      await device.sync()
      let lists = try await device.store.lists()
      XCTAssertEqual(lists, [])
      let again = await device.sync()
      XCTAssertEqual(again.held, [])
    }
  }

  /// What was about to be sent is found missing by name, before the round looks for what is missing.
  func testAFullListIsAskedAboutAlsoIfPartOfItIsSentAgain() async throws {
    try await onEachServer { home in
      let device = try await deviceWithList(home, todos: 11)
      for uid in ["uid-1", "uid-2"] { try await device.retitle(TodoID(rawValue: uid), "Edited") }
      try await home.delete("l/")
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      XCTAssertTrue(outcome.held.contains { $0.known == 11 }, "\(outcome.held)")
      let kept = try await device.titles()
      XCTAssertEqual(kept.count, 11)
      for list in Set(outcome.held.map(\.list)) {
        try await device.store.answer(.remove, forMissingIn: list, of: device.account)
      }
      for _ in 0..<3 { _ = await device.engine.syncOnce(pull: true, wake: true) }
      let left = try await device.titles()
      XCTAssertEqual(left, ["Edited", "Edited"], "an edit beats a deletion")
    }
  }
}
