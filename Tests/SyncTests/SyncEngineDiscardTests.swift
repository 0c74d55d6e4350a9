import Core
import Sync
import TestSupport
import XCTest

final class SyncEngineDiscardTests: XCTestCase {
  private let server = SimulatedServer()

  func testTheServersStateComesBack() async throws {
    let device = try await Device(server, clock: ManualClock())
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    try await device.rename(todo.id, "Oat milk")
    server.edit(RecordKey(todo), ["notes": .string("from elsewhere")])
    try await device.engine.discard([RecordKey(todo)])
    let restored = try await device.store.todo(todo.id)
    XCTAssertEqual(restored?.content, "Milk")
    XCTAssertEqual(restored?.notes, "from elsewhere")
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testADeletionIsTakenBack() async throws {
    let device = try await Device(server, clock: ManualClock())
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    _ = try await device.store.delete(todo.id)
    try await device.engine.discard([RecordKey(todo)])
    let restored = try await device.store.todo(todo.id)
    XCTAssertEqual(restored?.content, "Milk")
  }

  func testANewRecordGoes() async throws {
    let device = try await Device(server, clock: ManualClock())
    let todo = try await device.add("Milk")
    try await device.engine.discard([RecordKey(todo)])
    let gone = try await device.store.todo(todo.id)
    XCTAssertNil(gone)
  }

  func testWithoutTheServerTheLastAgreedStateCounts() async throws {
    let device = try await Device(server)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    try await device.rename(todo.id, "Oat milk")
    server.fail(.transient(cause: .unreachable, retryAfter: nil))
    try await device.engine.discard([RecordKey(todo)])
    let restored = try await device.store.todo(todo.id)
    XCTAssertEqual(restored?.content, "Milk")
  }

  func testASilentServerIsNotWaitedForLong() async throws {
    let clock = ManualClock()
    let device = try await Device(server, clock: clock)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    try await device.rename(todo.id, "Oat milk")
    server.plan([.hang])
    let discard = Task { try await device.engine.discard([RecordKey(todo)]) }
    let isWaiting = await eventually { clock.sleeperCount == 1 }
    XCTAssertTrue(isWaiting)
    clock.advance(by: .seconds(5))
    try await discard.value
    let restored = try await device.store.todo(todo.id)
    XCTAssertEqual(restored?.content, "Milk")
  }

  func testASilentServerIsWaitedForOnce() async throws {
    let device = try await Device(server, batchLimit: 1)
    var todos: [Todo] = []
    for number in 0..<3 { todos.append(try await device.add("\(number)")) }
    _ = await device.engine.syncOnce(pull: false)
    for todo in todos { try await device.rename(todo.id, "edited") }
    let before = device.clock.slept.count
    server.plan([.hang, .hang, .hang])
    try await device.engine.discard(todos.map { RecordKey($0) })
    XCTAssertEqual(Array(device.clock.slept.dropFirst(before)), [.seconds(5)])
    var titles: [String?] = []
    for todo in todos { titles.append(try await device.store.todo(todo.id)?.content) }
    XCTAssertEqual(titles, ["0", "1", "2"])
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testARecordOnItsWayIsNotDiscardedUnderneath() async throws {
    let clock = ManualClock()
    let device = try await Device(server, clock: clock)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    try await device.rename(todo.id, "Oat milk")
    server.plan([.refuse(.transient(cause: .unreachable, retryAfter: nil))])
    let round = Task { await device.engine.syncOnce(pull: false) }
    let isWaiting = await eventually { clock.sleeperCount == 1 }
    XCTAssertTrue(isWaiting)
    let discard = Task { try await device.engine.discard([RecordKey(todo)]) }
    // Another device does the same meanwhile, with nothing on its way.
    let other = try await Device(SimulatedServer(), clock: ManualClock())
    let bread = try await other.add("Bread")
    _ = await other.engine.syncOnce(pull: false)
    try await other.rename(bread.id, "Brown bread")
    try await other.engine.discard([RecordKey(bread)])
    let during = try await device.store.todo(todo.id)
    XCTAssertEqual(during?.content, "Oat milk", "it waits for the try under way")
    clock.advance(by: .seconds(1))
    let outcome = await round.value
    XCTAssertEqual(outcome.sent, 1)
    try await discard.value
    // It had reached the server: that is the state there now.
    let after = try await device.store.todo(todo.id)
    XCTAssertEqual(after?.content, "Oat milk")
    XCTAssertEqual(server.records[RecordKey(todo)]?["content"], .string("Oat milk"))
  }
}
