import XCTest

@testable import Core

/// Fetching a few of what waits costs the same, however much waits.
final class PendingOrderCostTests: XCTestCase {
  private typealias Prepare = (Bench, AccountID) async throws -> Void

  /// The steps of fetching ten records of an account where so many to-dos wait.
  private func steps(waiting count: Int, _ prepare: Prepare = { _, _ in }) async throws -> Int {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.insertRows(count, into: list)
    let account = try sampleAccount()
    try await bench.store.connect(account)
    try await prepare(bench, account.id)
    let store = bench.store
    var work = WorkCounter.Work()
    for _ in 0..<2 {
      // Once before, so that each statement has been prepared.
      work = try await WorkCounter(store: store).work {
        let keys = try await store.pendingKeys(of: account.id, limit: 10)
        XCTAssertEqual(keys.count, 10)
      }
    }
    return work.steps
  }

  private func assertSame(_ few: Int, _ many: Int, below limit: Int = 3_000, line: UInt = #line) {
    XCTAssertGreaterThan(few, 10, line: line)
    XCTAssertLessThan(Double(many), Double(few) * 1.5, line: line)
    XCTAssertLessThan(many, limit, line: line)
  }

  func testWhereAllWaits() async throws {
    assertSame(try await steps(waiting: 200), try await steps(waiting: 20_000))
  }

  /// The list was sent, so that the first rank is empty.
  func testWhereAWholeRankIsEmpty() async throws {
    let prepare: Prepare = { bench, account in
      let list = try await bench.store.lists()[0]
      let change = try await bench.store.beginPush(list.key, of: account)
      try await bench.store.acknowledge([change], versions: [.numbered(1)])
    }
    assertSame(
      try await steps(waiting: 200, prepare), try await steps(waiting: 20_000, prepare))
  }

  /// Ten wait in another account, behind so many of the first.
  func testWhereAnotherAccountWaits() async throws {
    func steps(waiting count: Int) async throws -> Int {
      let bench = try Bench()
      let list = try await bench.store.addList(named: "Home")
      try await bench.store.insertRows(count, into: list)
      try await bench.store.connect(try sampleAccount())
      let other = try sampleAccount(user: "bob")
      try await bench.store.connect(other)
      let his = try await bench.store.addList(named: "Bob's", to: .account(other.id))
      for index in 0..<9 { try await bench.add("his \(index)", to: his.id) }
      var steps = 0
      for _ in 0..<2 {
        steps = try await WorkCounter(store: bench.store).work {
          let keys = try await bench.store.pendingKeys(of: other.id, limit: 10)
          XCTAssertEqual(keys.count, 10)
        }.steps
      }
      return steps
    }
    assertSame(try await steps(waiting: 200), try await steps(waiting: 20_000))
  }

  func testBeginningToSendAndAcknowledging() async throws {
    func steps(waiting count: Int) async throws -> Int {
      let bench = try Bench()
      let list = try await bench.store.addList(named: "Home")
      try await bench.store.insertRows(count, into: list)
      let account = try sampleAccount().id
      try await bench.store.connect(try sampleAccount())
      var steps = 0
      for round in 0..<2 {
        steps = try await WorkCounter(store: bench.store).work {
          let keys = (0..<10).map { RecordKey(kind: .todo, id: "row-\(round * 10 + $0)") }
          let changes = try await bench.store.beginPush(keys, of: account)
          try await bench.store.acknowledge(changes, versions: changes.map { _ in .numbered(1) })
        }.steps
      }
      return steps
    }
    assertSame(
      try await steps(waiting: 200), try await steps(waiting: 20_000), below: 10_000)
  }
}
