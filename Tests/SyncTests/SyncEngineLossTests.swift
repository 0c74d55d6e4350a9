import Core
import Sync
import TestSupport
import XCTest

/// A server that lost what it took: nothing here is deleted by that, and all of it is sent again.
final class SyncEngineLossTests: XCTestCase {
  private let server = SimulatedServer()
  private let clock = ManualClock(skipsSleep: true)

  /// Two computers that know the same.
  private func pair(_ contents: [String]) async throws -> (a: Device, b: Device, todos: [Todo]) {
    let a = try await Device(server, name: "a", clock: clock)
    let b = try await Device(server, name: "b", clock: clock)
    var todos: [Todo] = []
    for content in contents { todos.append(try await a.add(content, to: todos.first?.listID)) }
    for device in [a, b, a] { try await sync(device) }
    return (a, b, todos)
  }

  private func sync(_ device: Device, line: UInt = #line) async throws {
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    XCTAssertEqual(outcome.end, .finished, line: line)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0, line: line)
  }

  private func contents(_ device: Device, _ todos: [Todo]) async throws -> [String?] {
    var contents: [String?] = []
    for todo in todos { contents.append(try await device.store.todo(todo.id)?.content) }
    return contents
  }

  func testAnEmptiedServerIsFilledAgainInTheNextRound() async throws {
    let (a, b, todos) = try await pair(["Milk", "Eggs"])
    let before = server.records
    for key in server.names(of: nil) { server.erase(key) }
    for device in [a, b, a] { try await sync(device) }
    XCTAssertEqual(server.records, before)
    for device in [a, b] {
      let here = try await contents(device, todos)
      XCTAssertEqual(here, ["Milk", "Eggs"])
      let conflicts = try await device.store.recentConflicts()
      XCTAssertEqual(conflicts, [])
    }
  }

  func testOneLostDocumentIsMissed() async throws {
    let (a, b, todos) = try await pair(["Milk", "Eggs"])
    server.erase(RecordKey(todos[1]))
    try await sync(b)
    XCTAssertNotNil(server.records[RecordKey(todos[1])])
    try await sync(a)
    let here = try await contents(a, todos)
    XCTAssertEqual(here, ["Milk", "Eggs"])
  }

  func testWhatABackupBringsBackIsBroughtUpToDateWithinADay() async throws {
    let (a, b, todos) = try await pair(["Milk"])
    let key = RecordKey(todos[0])
    try await a.rename(todos[0].id, "Oat milk")
    for device in [a, b] { try await sync(device) }
    let old = try XCTUnwrap(server.earlierVersions(of: key).first)
    server.restore(key, to: old)
    clock.advance(by: .seconds(24 * 60 * 60))
    for device in [a, b] { try await sync(device) }
    XCTAssertEqual(server.records[key]?["content"], .string("Oat milk"))
    for device in [a, b] {
      let here = try await contents(device, todos)
      XCTAssertEqual(here, ["Oat milk"])
      let conflicts = try await device.store.recentConflicts()
      XCTAssertEqual(conflicts, [])
    }
  }

  /// A first download ends a day after it was begun: what was read first is compared.
  func testWhatABackupBringsBackWhileEverythingIsReadIsBroughtUpToDate() async throws {
    let (a, _, todos) = try await pair(["Milk", "Eggs", "Bread"])
    let key = RecordKey(todos[0])
    try await a.rename(todos[0].id, "Oat milk")
    try await sync(a)
    let reader = try await Device(server, name: "c", clock: clock, pageSize: 1)
    server.plan([.pass, .pass, .pass, .refuse(.authentication)])
    let outcome = await reader.engine.syncOnce(pull: true, wake: true)
    XCTAssertNotEqual(outcome.end, .finished)
    let begun = try await contents(reader, todos)
    XCTAssertEqual(begun[0], "Oat milk", "it was read already")
    XCTAssertNil(begun[2])
    clock.advance(by: .seconds(24 * 60 * 60))
    server.restore(key, to: try XCTUnwrap(server.earlierVersions(of: key).first))
    try await sync(reader)
    XCTAssertEqual(server.records[key]?["content"], .string("Oat milk"))
  }

  func testADeletionThatABackupTookBackIsMadeAgain() async throws {
    let (a, b, todos) = try await pair(["Milk"])
    let key = RecordKey(todos[0])
    _ = try await a.store.delete(todos[0].id)
    for device in [a, b] { try await sync(device) }
    server.restore(key, to: try XCTUnwrap(server.earlierVersions(of: key).first))
    clock.advance(by: .seconds(24 * 60 * 60))
    for device in [b, a] { try await sync(device) }
    XCTAssertNil(server.records[key])
    XCTAssertTrue(server.tombstones.contains(key))
  }

  /// Without that an edit would be refused for ever: the state it was made for is not there any more.
  func testAnEditOfWhatABackupBroughtBackArrives() async throws {
    let (a, _, todos) = try await pair(["Milk", "Eggs"])
    let keys = todos.map { RecordKey($0) }
    for (todo, name) in zip(todos, ["Oat milk", "Six eggs"]) { try await a.rename(todo.id, name) }
    try await sync(a)
    for key in keys {
      server.restore(key, to: try XCTUnwrap(server.earlierVersions(of: key).first))
    }
    try await a.store.setDone(todos[0].id, true)
    try await sync(a)
    XCTAssertEqual(server.records[keys[0]]?["status"], .string("done"))
    XCTAssertEqual(server.records[keys[0]]?["content"], .string("Oat milk"))
    XCTAssertEqual(
      server.records[keys[1]]?["content"], .string("Six eggs"), "one is a reason to look at all")
  }

  /// Whoever did not know the last state makes the record anew from an older one.
  func testAValueThatWasLostWithItsDocumentCanBeTakenBack() async throws {
    let (a, b, todos) = try await pair(["Milk"])
    let key = RecordKey(todos[0])
    try await a.rename(todos[0].id, "Oat milk")
    try await sync(a)
    server.erase(key)
    clock.advance(by: .seconds(60))
    try await b.rename(todos[0].id, "Cow milk")
    for device in [b, a, b] { try await sync(device) }
    XCTAssertEqual(server.records[key]?["content"], .string("Cow milk"))
    let here = try await contents(a, todos)
    XCTAssertEqual(here, ["Cow milk"])
    let lost = try await a.store.recentConflicts().map(\.lost)
    XCTAssertEqual(lost, [["content": .string("Oat milk")]])
  }

  func testARoundWithoutNewsAsksForACountAndNoNames() async throws {
    let (a, _, _) = try await pair(["Milk", "Eggs"])
    let counts = server.countQuestions
    let comparisons = server.comparisons
    for _ in 0..<5 { try await sync(a) }
    XCTAssertEqual(server.countQuestions, counts + 5 * 2)
    XCTAssertEqual(server.comparisons, comparisons)
    clock.advance(by: .seconds(24 * 60 * 60))
    for _ in 0..<5 { try await sync(a) }
    XCTAssertEqual(server.comparisons, comparisons + 2, "once a day, lists and to-dos")
    // A calendar that was set back is no reason to wait for the day to come again.
    clock.advance(by: .seconds(-3 * 24 * 60 * 60))
    try await sync(a)
    XCTAssertEqual(server.comparisons, comparisons + 4)
  }

  func testACountThatIsWrongForGoodIsSoonOnlyAReasonOnceADay() async throws {
    let (a, _, _) = try await pair(["Milk", "Eggs"])
    server.lieAboutCounts(by: 7)
    let comparisons = server.comparisons
    for _ in 0..<10 { try await sync(a) }
    XCTAssertEqual(server.comparisons, comparisons + 3 * 2, "of lists and of to-dos")
    clock.advance(by: .seconds(24 * 60 * 60))
    try await sync(a)
    let daily = server.comparisons
    server.lieAboutCounts(by: 0)
    try await sync(a)
    XCTAssertEqual(server.comparisons, daily)
    for key in server.names(of: nil) { server.erase(key) }
    try await sync(a)
    XCTAssertGreaterThan(server.comparisons, daily, "a loss is noticed again")
    XCTAssertEqual(server.records.count, 3)
  }

  func testARefusalAndNonsenseAreReasonsToCompareEverything() async throws {
    for isRefused in [true, false] {
      let server = SimulatedServer()
      let device = try await Device(server)
      let milk = try await device.add("Milk")
      _ = await device.engine.syncOnce(pull: true)
      let before = try await device.store.comparison(of: .todo, of: device.account)
      XCTAssertFalse(before.isDue)
      let error: SyncError =
        isRefused ? .rejected(status: 403, code: "X") : .protocolViolation(detail: "nonsense")
      server.fail(error)
      if !isRefused { try await device.rename(milk.id, "Oat milk") }
      let outcome = await device.engine.syncOnce(pull: isRefused)
      XCTAssertNotEqual(outcome.end, .finished)
      let after = try await device.store.comparison(of: .todo, of: device.account)
      XCTAssertTrue(after.isDue)
    }
  }

  // MARK: Answers that are another's

  func testTheAnswerToAnotherBatchIsNotBelieved() async throws {
    for fault in [SimulatedServer.Fault.answerOther, .answerOtherOnly] {
      let server = SimulatedServer()
      let device = try await Device(server)
      let first = try await device.add("Milk")
      _ = await device.engine.syncOnce(pull: true)
      let second = try await device.add("Eggs", to: first.listID)
      server.plan([fault])
      let outcome = await device.engine.syncOnce(pull: false)
      XCTAssertEqual(outcome.end, .finished, "\(fault)")
      XCTAssertEqual(server.records[RecordKey(second)]?["content"], .string("Eggs"), "\(fault)")
      let base = try await device.store.syncBase(for: RecordKey(second), of: device.account)
      let held = try await SimulatedBackend(server).fetch([RecordKey(second)])
      XCTAssertEqual(base?.version, held.first?.version, "\(fault)")
    }
  }

  /// Only the database still knows what was answered before.
  func testTheAnswerToAnotherBatchIsNotBelievedAfterARestart() async throws {
    let device = try await Device(server)
    let milk = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: true)
    let engine = SyncEngine(
      account: device.account, store: device.store, backend: SimulatedBackend(server),
      clock: device.clock)
    try await device.rename(milk.id, "Oat milk")
    server.plan([.answerOtherOnly])
    let outcome = await engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(server.records[RecordKey(milk)]?["content"], .string("Oat milk"))
  }

  func testTheAnswerThatWasMissedIsNotBelievedOfALaterEdit() async throws {
    let server = SimulatedServer()
    let device = try await Device(server)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: true)
    try await device.rename(todo.id, "Oat milk")
    let unreachable = SyncError.transient(cause: .unreachable, retryAfter: nil)
    server.plan([.loseAnswer, .refuse(unreachable), .refuse(unreachable)])
    _ = await device.engine.syncOnce(pull: false)
    try await device.rename(todo.id, "Soy milk")
    server.plan([.answerOtherOnly])
    let outcome = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("Soy milk"))
    let conflicts = try await device.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
  }

  /// The answer came, but what it belongs to could not be read, and was refused the next time.
  func testAnAnswerThatWasNotConfirmedIsNotBelievedOfAnotherEdit() async throws {
    let server = SimulatedServer()
    let device = try await Device(server)
    let milk = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: true)
    let eggs = try await device.add("Eggs", to: milk.listID)
    let unreachable = SyncError.transient(cause: .unreachable, retryAfter: nil)
    let refusal = SyncError.rejected(status: 403, code: "PERMISSION_DENIED")
    server.plan([.refuse(unreachable), .refuse(unreachable), .refuse(unreachable)])
    _ = await device.engine.syncOnce(pull: false)
    server.plan([.pass, .refuse(refusal)])
    _ = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertNotNil(server.records[RecordKey(eggs)])
    server.refuse(RecordKey(eggs), with: refusal)
    _ = await device.engine.syncOnce(pull: false, wake: true)
    try await device.rename(milk.id, "Oat milk")
    server.plan([.answerOtherOnly])
    _ = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(server.records[RecordKey(milk)]?["content"], .string("Oat milk"))
  }

  /// Somebody edits what was made anew here before it is known here that it arrived.
  func testWhatGrewOutOfARecordMadeAnewIsNotOverwritten() async throws {
    let (a, b, todos) = try await pair(["Milk"])
    let key = RecordKey(todos[0])
    _ = try await a.store.delete(todos[0].id)
    try await sync(a)
    clock.advance(by: .seconds(60))
    try await b.store.setStarred(todos[0].id, true)
    let unreachable = SyncError.transient(cause: .unreachable, retryAfter: nil)
    server.plan([.pass, .pass, .loseAnswer, .refuse(unreachable), .refuse(unreachable)])
    _ = await b.engine.syncOnce(pull: false)
    XCTAssertEqual(server.records[key]?["content"], .string("Milk"))
    try await sync(a)
    try await a.rename(todos[0].id, "Oat milk")
    for device in [a, b, a] { try await sync(device) }
    for device in [a, b] {
      let here = try await contents(device, todos)
      XCTAssertEqual(here, ["Oat milk"])
      let conflicts = try await device.store.recentConflicts()
      XCTAssertEqual(conflicts, [])
    }
  }

  func testTheAnswerToWhatTheServerHasLostIsNotBelieved() async throws {
    let server = SimulatedServer()
    let device = try await Device(server)
    let milk = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: true)
    let eggs = try await device.add("Eggs", to: milk.listID)
    _ = await device.engine.syncOnce(pull: false)
    server.erase(RecordKey(eggs))
    _ = try await device.store.delete(eggs.id)
    _ = await device.engine.syncOnce(pull: false)
    try await device.rename(milk.id, "Oat milk")
    server.plan([.answerOtherOnly])
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(server.records[RecordKey(milk)]?["content"], .string("Oat milk"))
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testWhatIsQuarantinedCostsNoRead() async throws {
    let server = SimulatedServer()
    let device = try await Device(server)
    let milk = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    server.refuse(RecordKey(milk), with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    try await device.rename(milk.id, "Oat milk")
    _ = await device.engine.syncOnce(pull: false)
    try await device.add("Eggs", to: milk.listID)
    let outcome = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(outcome.sent, 1)
    XCTAssertFalse(server.calls.contains { if case .fetch = $0 { true } else { false } })
  }

  /// Only where an answer was missed: a round without mishap asks for nothing more.
  func testAnAnswerThatWasMissedCostsOneRead() async throws {
    let server = SimulatedServer()
    let device = try await Device(server)
    let milk = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    XCTAssertFalse(server.calls.contains { if case .fetch = $0 { true } else { false } })
    try await device.rename(milk.id, "Oat milk")
    server.plan([.delay, .delay, .delay])
    _ = await device.engine.syncOnce(pull: false)
    let outcome = await device.engine.syncOnce(pull: false, wake: true)
    XCTAssertEqual(outcome.sent, 1)
    XCTAssertEqual(server.calls.suffix(2), [.push([RecordKey(milk)]), .fetch([RecordKey(milk)])])
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }
}
