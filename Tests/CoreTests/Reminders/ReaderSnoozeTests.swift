import Basics
import TestSupport
import XCTest

@testable import Core

/// Snoozing in a list of another person that the user may only read.
final class ReaderSnoozeTests: XCTestCase {
  private let zone = "Asia/Seoul"
  private let milk = TodoID(rawValue: "milk")
  private let bread = TodoID(rawValue: "bread")
  private let consent = RecordKey(kind: .consent, id: "bob:club")

  private func rules() throws -> RingingRules { try RingBench.rules(zone) }

  private func at(_ time: String) throws -> Timestamp { try moment("2027-01-15T" + time, zone) }

  private func member(_ role: ListRole, _ version: Int64) -> RemoteRecord {
    .live(
      .membership(owner: "bob", member: "club:ann"),
      ["listID": .string("club"), "user": .string("ann"), "role": .string(role.rawValue)], version)
  }

  /// A to-do of Bob's.
  private func record(
    _ id: TodoID, due: String, _ version: Int64 = 1, _ change: (inout Todo) -> Void = { _ in }
  ) throws -> RemoteRecord {
    var todo = Todo(
      id: id, listID: ListID(rawValue: "club"), content: id.rawValue,
      due: CalendarTime(try at(due), zone: .utc), position: "a",
      createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
    change(&todo)
    return .live(todo.key, todo.fields, version)
  }

  /// Ann may read Bob's list with two to-dos.
  private func join(_ bench: Bench, as role: ListRole = .reader) async throws -> AccountID {
    let account = try sampleAccount().id
    try await bench.store.apply([.accepted("club", of: "bob")], from: account)
    return try await receive(on: bench, as: role)
  }

  @discardableResult
  private func receive(on bench: Bench, as role: ListRole = .reader) async throws -> AccountID {
    let account = try sampleAccount().id
    try await bench.store.apply([member(role, 1)], from: account)
    let share = account.sharing(ListID(rawValue: "club"), of: "bob")
    try await bench.store.apply(
      [
        .live(.list("club"), ["name": .string("Club")], 1), record(milk, due: "17:30"),
        record(bread, due: "17:30"),
      ], from: share)
    return share
  }

  private func joined(as role: ListRole = .reader) async throws -> (Bench, AccountID) {
    let (bench, _) = try await Bench.connected()
    return (bench, try await join(bench, as: role))
  }

  private func ring(_ bench: Bench, at time: String) async throws -> ReminderUpdate {
    bench.clock.set(try at(time))
    return try await bench.store.ring(by: rules())
  }

  private func snooze(_ id: TodoID, until time: String, _ bench: Bench) async throws {
    try await bench.store.snooze(id, until: at(time), zone: zone, by: rules())
  }

  /// What stands in the answer.
  private func snoozes(_ bench: Bench) async throws -> Set<ReaderSnooze> {
    let answers = try await bench.store.read { try Consent.fetch($0, "SELECT * FROM consent") }
    return try XCTUnwrap(answers.first).snoozes
  }

  private func titles(_ bench: Bench, at time: String) async throws -> [String] {
    try await ring(bench, at: time).ringing.map(\.content).sorted()
  }

  func testWhoMayOnlyReadSnoozesWithoutWritingTheToDo() async throws {
    let (bench, share) = try await joined()
    let rung = try await ring(bench, at: "17:30").ringing
    XCTAssertEqual(rung.map(\.mayWrite), [false, false])
    XCTAssertEqual(rung.map(\.maySnooze), [true, true])
    let first = try XCTUnwrap(rung.first { $0.todo == milk })
    let before = try await bench.store.todo(milk)
    try await bench.store.snooze(rung: first.id, until: at("17:40"))
    let after = try await bench.store.todo(milk)
    XCTAssertEqual(after, before, "it is Bob's")
    let waiting = try await bench.store.pendingKeys(of: share, limit: 9)
    XCTAssertEqual(waiting.map(\.key), [])
    let own = try await bench.store.waitingKeys(of: share.root)
    XCTAssertEqual(own, [consent])
    let quiet = try await bench.store.ring(by: rules())
    XCTAssertEqual(quiet.outdated, [first.id])
    XCTAssertEqual(quiet.next, try at("17:40"))
    let again = try await ring(bench, at: "17:40")
    XCTAssertEqual(again.ringing.map(\.content), ["milk"])
    // And once more, from the second notification.
    try await bench.store.snooze(rung: XCTUnwrap(again.ringing.first).id, until: at("18:00"))
    let last = try await titles(bench, at: "18:00")
    XCTAssertEqual(last, ["milk"])
    do {
      try await bench.store.setDone(milk, true)
      XCTFail("a reader wrote")
    } catch {
      XCTAssertEqual(error, .notAllowed)
    }
  }

  func testWhatHasNotRungRingsAtTheMomentInsteadOfAnEarlierSnooze() async throws {
    let (bench, _) = try await joined()
    try await snooze(milk, until: "17:10", bench)
    try await snooze(milk, until: "17:20", bench)
    for (time, expected) in [
      ("17:10", []), ("17:20", ["milk"]), ("17:29", []), ("17:30", ["bread", "milk"]),
    ] {
      let rung = try await titles(bench, at: time)
      XCTAssertEqual(rung, expected, time)
    }
  }

  func testWhatCannotRingCannotBeSnoozed() async throws {
    let (bench, share) = try await joined()
    let timeless = try record(milk, due: "17:30", 2) { $0.due = nil }
    try await bench.store.apply([timeless], from: share)
    do {
      try await snooze(milk, until: "17:10", bench)
      XCTFail("nobody would hear it")
    } catch {
      XCTAssertEqual(error as? StoreError, .notAllowed)
    }
  }

  func testItHoldsOnEveryDeviceOfTheReaderAndBothDevicesCount() async throws {
    let clock = TestClock()
    let server = CountingServer()
    let first = try await Device("a", clock: clock, server: server)
    let second = try await Device("b", clock: clock, server: server)
    try await first.bench.store.apply([member(.reader, 1)], from: first.account)
    let invitations = try await first.bench.store.invitations()
    try await first.bench.store.accept(XCTUnwrap(invitations.first).id)
    try await first.sendAll()
    /// What the server of this test does not know, Bob's side, is told to the devices by hand.
    func pull(_ device: Device) async throws {
      try await device.bench.store.apply([server.read(consent)], from: device.account)
    }
    try await pull(second)
    for device in [first, second] { try await receive(on: device.bench) }
    clock.set(try at("17:30"))
    let here = try await first.bench.store.ring(by: rules())
    let there = try await second.bench.store.ring(by: rules())
    func number(_ todo: TodoID, _ update: ReminderUpdate) throws -> Int64 {
      try XCTUnwrap(update.ringing.first { $0.todo == todo }).id
    }
    // Before either hears of the other.
    try await first.bench.store.snooze(rung: number(milk, here), until: at("17:40"))
    try await second.bench.store.snooze(rung: number(bread, there), until: at("17:50"))
    for device in [first, second, first] {
      try await device.sendAll()
      try await pull(device)
    }
    try await pull(second)
    let quiet = try await second.bench.store.ring(by: rules())
    XCTAssertEqual(
      Set(quiet.outdated), [try number(milk, there), try number(bread, there)])
    for (time, expected) in [("17:40", ["milk"]), ("17:50", ["bread"])] {
      for device in [first, second] {
        let rung = try await titles(device.bench, at: time)
        XCTAssertEqual(rung, expected, time)
      }
    }
  }

  /// A new computer reads the answer before the list.
  func testWhatWasSnoozedElsewhereHoldsForToDosThatComeLater() async throws {
    let (bench, _) = try await Bench.connected()
    let account = try sampleAccount().id
    let snooze = Snooze(until: try at("17:40"), user: "ann", reminder: .atDueTime)
    let text = try XCTUnwrap(ReaderSnooze(snooze, of: milk)).text
    let answer = RemoteRecord.accepted("club", of: "bob", 9)
    let fields = try XCTUnwrap(answer.fields)
    try await bench.store.apply(
      [
        .live(
          consent,
          fields.merging(["snoozes": .set([ExactText(text), "odd", "a b", "a b/c"])]) { $1 },
          9)
      ], from: account)
    _ = try await join(bench)
    let late = try await titles(bench, at: "17:35")
    XCTAssertEqual(late, ["bread"])
    let again = try await titles(bench, at: "17:40")
    XCTAssertEqual(again, ["milk"])
  }

  func testTheOwnersDoneSilencesIt() async throws {
    let (bench, share) = try await joined()
    try await snooze(milk, until: "17:10", bench)
    let rung = try await ring(bench, at: "17:10").ringing
    XCTAssertEqual(rung.map(\.content), ["milk"])
    let done = try record(milk, due: "17:30", 2) { $0.status = .done }
    try await bench.store.apply([done], from: share)
    let quiet = try await bench.store.ring(by: rules())
    XCTAssertEqual(quiet.outdated, rung.map(\.id))
    let later = try await titles(bench, at: "17:30")
    XCTAssertEqual(later, ["bread"])
  }

  func testASnoozeEndsWithTheMoveOfTheToDo() async throws {
    let (bench, share) = try await joined()
    _ = try await ring(bench, at: "17:30")
    try await snooze(milk, until: "17:40", bench)
    let next = try await bench.store.ring(by: rules()).next
    XCTAssertEqual(next, try at("17:40"))
    try await bench.store.apply([record(milk, due: "19:00", 2)], from: share)
    for (time, expected) in [("17:40", []), ("19:00", ["milk"])] {
      let rung = try await titles(bench, at: time)
      XCTAssertEqual(rung, expected, time)
    }
  }

  func testASnoozeIsTakenBackAndRepeated() async throws {
    let (bench, share) = try await joined()
    let recorder = UndoRecorder()
    let recorded = bench.recording(in: recorder)
    try await snooze(bread, until: "17:25", bench)
    try await snooze(milk, until: "17:10", recorded)
    let step = try XCTUnwrap(recorder.take().last)
    XCTAssertEqual(step.edits.map(\.title), ["milk"])
    XCTAssertEqual(step.edits.map(\.key.kind), [.todo])
    try await bench.store.setListShown(ListID(rawValue: "club"), false)
    let redo = try await bench.store.undo(step)
    let none = try await titles(bench, at: "17:10")
    XCTAssertEqual(none, [])
    let hidden = try await bench.store.column("SELECT list FROM hiddenList")
    XCTAssertEqual(hidden, ["club"], "the answer itself is the same")
    bench.clock.set(try at("17:00"))
    _ = try await bench.store.undo(redo)
    for (time, expected) in [("17:10", ["milk"]), ("17:25", ["bread"])] {
      let rung = try await titles(bench, at: time)
      XCTAssertEqual(rung, expected, time)
    }
    let accounts = try await bench.store.syncAccounts().map(\.id)
    XCTAssertTrue(accounts.contains(share))
  }

  func testWhoMayWriteByNowSnoozesInTheToDo() async throws {
    let (bench, share) = try await joined()
    _ = try await ring(bench, at: "17:30")
    try await snooze(milk, until: "18:30", bench)
    try await bench.store.apply([member(.writer, 2)], from: share.root)
    let kept = try await bench.store.ring(by: rules())
    XCTAssertEqual(kept.next, try at("18:30"))
    try await snooze(milk, until: "17:40", bench)
    let todo = try await bench.store.todo(milk)
    XCTAssertEqual(todo?.snoozes.map(\.user), ["ann"])
    for (time, expected) in [("17:40", ["milk"]), ("18:30", [])] {
      let rung = try await titles(bench, at: time)
      XCTAssertEqual(rung, expected, time)
    }
    let left = try await snoozes(bench)
    XCTAssertEqual(left, [])
  }

  /// What a writer snoozed stands in the to-do and cannot be taken out of it any more.
  func testWhoMayOnlyReadByNowSnoozesAnew() async throws {
    let (bench, share) = try await joined(as: .writer)
    _ = try await ring(bench, at: "17:30")
    try await snooze(milk, until: "18:30", bench)
    try await bench.store.apply([member(.reader, 2)], from: share.root)
    try await snooze(milk, until: "17:40", bench)
    for (time, expected) in [("17:40", ["milk"]), ("18:30", [])] {
      let rung = try await titles(bench, at: time)
      XCTAssertEqual(rung, expected, time)
    }
  }

  func testWhatRangLongAgoIsDroppedAndTheRestIsFew() async throws {
    let (bench, _) = try await joined()
    _ = try await ring(bench, at: "17:30")
    try await snooze(milk, until: "17:40", bench)
    let shown = try await ring(bench, at: "17:40").ringing
    bench.clock.advance(by: 6 * 24 * 3_600_000)
    let later = Timestamp(milliseconds: bench.clock.now.milliseconds + 3_600_000)
    try await bench.store.snooze(bread, until: later, zone: zone, by: rules())
    let both = try await snoozes(bench)
    XCTAssertEqual(both.count, 2, "what stands there is not silenced by another")
    let quiet = try await bench.store.ring(by: rules())
    XCTAssertFalse(quiet.outdated.contains(try XCTUnwrap(shown.first).id))
    bench.clock.advance(by: 2 * 24 * 3_600_000)
    let end = Timestamp(milliseconds: bench.clock.now.milliseconds + 3_600_000)
    try await bench.store.snooze(bread, until: end, zone: zone, by: rules())
    let one = try await snoozes(bench)
    XCTAssertEqual(one.count, 1)
    let moments = (1...600).map { Timestamp(milliseconds: end.milliseconds + $0) }
    var many = one
    many.replace(
      of: milk, by: Set(moments.map { Snooze(until: $0, user: "", reminder: .atDueTime) }),
      at: bench.clock.now)
    XCTAssertEqual(many.count, SetLimits.count)
    XCTAssertEqual(many.compactMap(\.until).max(), moments.last, "the latest stay")
  }

  /// Screens read everything again when a list comes, goes or may be written, and not for each snooze.
  func testASnoozeDoesNotReadTheScreensAgain() async throws {
    let (bench, share) = try await joined()
    let overview = FeedLog(bench.store.overview())
    _ = await overview.wait { !$0.items.isEmpty }
    try await snooze(milk, until: "17:10", bench)
    try await bench.store.acknowledgeAll(of: share.root, version: .numbered(7))
    try await bench.store.addList(named: "Home")
    _ = await overview.wait { $0.items.contains { if case .change = $0 { true } else { false } } }
    let snapshots = overview.state.items.filter { if case .snapshot = $0 { true } else { false } }
    XCTAssertEqual(snapshots.count, 1)
  }

  func testWhatASnoozeMadeIsPutOffFromItsNotification() async throws {
    let (bench, _) = try await joined()
    try await snooze(milk, until: "17:10", bench)
    let rung = try await ring(bench, at: "17:10").ringing
    try await bench.store.snooze(rung: XCTUnwrap(rung.first).id, until: at("17:20"))
    let again = try await titles(bench, at: "17:20")
    XCTAssertEqual(again, ["milk"])
  }
}
