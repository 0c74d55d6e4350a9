import XCTest

@testable import Core

final class RowMarkTests: XCTestCase {
  private func mark(_ bench: Bench, _ todo: Todo) async throws -> TodoRow.Mark? {
    try await bench.store.sections(of: .list(todo.listID)).open.first { $0.id == todo.id }?.mark
  }

  func testTellsHowFarTheChangeHasCome() async throws {
    let bench = try Bench()
    let todo = try await bench.add("Milk", to: try await bench.store.addList(named: "Home").id)
    var mark = try await mark(bench, todo)
    XCTAssertEqual(mark, TodoRow.Mark.none)

    let account = try sampleAccount()
    try await bench.store.connect(account)
    mark = try await self.mark(bench, todo)
    XCTAssertEqual(mark, .waiting)

    let problem = SyncRetry(
      attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 403, code: "X"))
    try await bench.store.setRecordRetry(problem, for: todo.key, of: account.id)
    mark = try await self.mark(bench, todo)
    XCTAssertEqual(mark, .quarantined)

    try await bench.store.setRecordRetry(nil, for: todo.key, of: account.id)
    mark = try await self.mark(bench, todo)
    XCTAssertEqual(mark, .waiting)

    try await bench.store.acknowledgeAll(of: account.id)
    mark = try await self.mark(bench, todo)
    XCTAssertEqual(mark, TodoRow.Mark.none)
  }

  func testAnAccountThatPausesRefusesNothing() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let retry = SyncRetry(
      attempts: 3, notBefore: bench.clock.now, problem: .unreachable, record: todo.key)
    try await bench.store.setAccountRetry(retry, of: account)
    let mark = try await mark(bench, todo)
    XCTAssertEqual(mark, .waiting)
  }

  func testPagesAreToldOfEachStep() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let feed = FeedLog(bench.store.todos(in: .list(todo.listID)))
    let hasStarted = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    let problem = SyncRetry(
      attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 403, code: "X"))
    try await bench.store.setRecordRetry(problem, for: todo.key, of: account)
    try await bench.store.releaseQuarantined(of: account)
    try await bench.store.acknowledgeAll(of: account)
    let isTold = await feed.wait { $0.items.count == 6 }
    XCTAssertTrue(isTold)
    let marks = feed.state.items.dropFirst(2).map { item -> TodoRow.Mark? in
      guard case .change(let change) = item else { return nil }
      return change.todos.last?.after?.mark
    }
    XCTAssertEqual(marks, [.quarantined, .waiting, .sending, TodoRow.Mark.none])
    XCTAssertEqual(PageModel(.list(todo.listID), feed.state.items).misfits, 0)
  }

  func testTellsThatAChangeIsOnItsWay() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let row = try await bench.add("other", to: todo.listID)
    try await bench.store.setStarred(todo.id, true)
    let change = try await bench.store.beginPush(todo.key, of: account)
    var mark = try await mark(bench, todo)
    XCTAssertEqual(mark, .sending)
    mark = try await self.mark(bench, row)
    XCTAssertEqual(mark, .waiting)
    try await bench.store.endPush([change])
    mark = try await self.mark(bench, todo)
    XCTAssertEqual(mark, .waiting)
    let again = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.quarantine(
      again, SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable))
    mark = try await self.mark(bench, todo)
    XCTAssertEqual(mark, .quarantined)
  }
}
