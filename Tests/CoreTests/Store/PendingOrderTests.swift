import XCTest

@testable import Core

/// The order in which a server can take what waits, and how it is gone through in parts.
final class PendingOrderTests: XCTestCase {
  /// One of each rank, made in another order than they are sent in.
  private func everyRank() async throws -> (Bench, AccountID, [RecordKey]) {
    let (bench, account) = try await Bench.connected()
    let store = bench.store
    let kept = try await store.addList(named: "Kept")
    let old = try await store.addList(named: "Old")
    let inOld = try await bench.add("in old", to: old.id)
    let lone = try await bench.add("lone", to: kept.id)
    try await store.acknowledgeAll(of: account)
    _ = try await store.delete(lone.id)
    try await store.deleteList(old.id)
    let todo = try await bench.add("new", to: kept.id)
    let list = try await store.addList(named: "New")
    return (bench, account, [list.key, todo.key, lone.key, inOld.key, old.key])
  }

  func testListsThenTodosThenDeletionsTodosFirst() async throws {
    let (bench, account, expected) = try await everyRank()
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, expected)
  }

  func testTellsWhatAServerCanTakeAtOnce() async throws {
    let (bench, account, _) = try await everyRank()
    let places = try await bench.store.pendingKeys(of: account).map(\.place)
    XCTAssertEqual(places, places.sorted())
    XCTAssertEqual(
      places.map { place in places.filter { $0.isSameRank(as: place) }.count }, [1, 1, 2, 2, 1])
    XCTAssertLessThan(PendingKey.Place.start, places[0])
  }

  func testTheFirstEditOfARecordIsItsPlace() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Home")
    let first = try await bench.add("first", to: list.id)
    let second = try await bench.add("second", to: list.id)
    try await bench.store.setDone(first.id, true)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [list.key, first.key, second.key])
  }

  /// Going on behind the last place gives each record once, however many are asked for at a time.
  func testPartsTogetherAreTheWhole() async throws {
    let (bench, account, expected) = try await everyRank()
    for limit in 1...expected.count + 1 {
      var found: [RecordKey] = []
      var place = PendingKey.Place.start
      while true {
        let part = try await bench.store.pendingKeys(of: account, after: place, limit: limit)
        guard let last = part.last else { break }
        XCTAssertLessThanOrEqual(part.count, limit)
        found += part.map(\.key)
        place = last.place
      }
      XCTAssertEqual(found, expected, "\(limit) at a time")
    }
  }

  func testARecordThatIsEditedOnTheWayDoesNotComeTwice() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Home")
    let first = try await bench.add("first", to: list.id)
    let second = try await bench.add("second", to: list.id)
    let part = try await bench.store.pendingKeys(of: account, limit: 2)
    XCTAssertEqual(part.map(\.key), [list.key, first.key])
    try await bench.store.setDone(first.id, true)
    let last = try XCTUnwrap(part.last)
    let rest = try await bench.store.pendingKeys(of: account, after: last.place)
    XCTAssertEqual(rest.map(\.key), [second.key])
  }

  func testNoneAreAskedFor() async throws {
    let (bench, account, _) = try await everyRank()
    let keys = try await bench.store.pendingKeys(of: account, limit: 0)
    XCTAssertEqual(keys, [])
  }

  func testWhatIsQuarantinedIsLeftOut() async throws {
    let (bench, account, all) = try await everyRank()
    for key in all {
      try await bench.store.setRecordRetry(
        SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable), for: key,
        of: account)
      let keys = try await bench.store.waitingKeys(of: account)
      XCTAssertEqual(keys, all.filter { $0 != key })
      try await bench.store.setRecordRetry(nil, for: key, of: account)
    }
  }

  /// A server would hold to-dos in a list that nobody has.
  func testTodosOfAListThatTheServerRefusedWait() async throws {
    let (bench, account) = try await Bench.connected()
    let refused = try await bench.store.addList(named: "Refused")
    let inside = try await bench.add("inside", to: refused.id)
    let known = try await bench.store.addList(named: "Known")
    let beside = try await bench.add("beside", to: known.id)
    let retry = SyncRetry(
      attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 400, code: "X"))
    try await bench.store.setRecordRetry(retry, for: refused.key, of: account)
    var keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [known.key, beside.key])

    // A list that the server has may be refused a new name: its to-dos go on.
    try await bench.store.setRecordRetry(nil, for: refused.key, of: account)
    let change = try await bench.store.beginPush(refused.key, of: account)
    try await bench.store.acknowledge([change], versions: [.numbered(1)])
    try await bench.store.renameList(refused.id, to: "Other")
    try await bench.store.setRecordRetry(retry, for: refused.key, of: account)
    keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [known.key, inside.key, beside.key])

    // One that was deleted there is as one that it never had.
    try await bench.store.apply([.tombstone(refused.key)], from: account)
    keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [known.key, beside.key])
  }

  /// It was added since the lists were sent.
  func testATodoWaitsForItsListThatWaits() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let store = bench.store
    let list = try await store.addList(named: "New")
    let other = try await bench.add("new", to: list.id)
    try await store.move([todo.id], to: list.id)
    var begun = try await store.beginPush([other.key, todo.key], of: account).map(\.key)
    XCTAssertEqual(begun, [])
    try await store.acknowledgeLists(of: account)
    begun = try await store.beginPush([other.key, todo.key], of: account).map(\.key)
    XCTAssertEqual(begun, [other.key, todo.key])

    // The server has it while another name waits, and not while it was deleted.
    try await store.renameList(list.id, to: "Newer")
    begun = try await store.beginPush([other.key], of: account).map(\.key)
    XCTAssertEqual(begun, [other.key])
    try await store.apply([.tombstone(list.key)], from: account)
    begun = try await store.beginPush([other.key], of: account).map(\.key)
    XCTAssertEqual(begun, [])
    try await store.delete(other.id)
    begun = try await store.beginPush([other.key], of: account).map(\.key)
    XCTAssertEqual(begun, [other.key], "a deletion waits for no list")
  }

  /// A list waits for what leaves it, unless somebody else has deleted it: an edit has brought it back here, until it is
  /// deleted here as well.
  func testAListThatIsGoneWaitsForNothingThatLeavesIt() async throws {
    for isGone in [false, true] {
      let (bench, account, todo) = try await Bench.agreed()
      let store = bench.store
      let left = RecordKey(kind: .list, id: todo.listID.rawValue)
      let list = try await store.addList(named: "New")
      try await store.move([todo.id], to: list.id)
      try await store.renameList(todo.listID, to: "Other")
      if isGone { try await store.apply([.tombstone(left)], from: account) }
      try await store.deleteList(todo.listID)
      let waiting = try await store.waitingKeys(of: account)
      XCTAssertEqual(waiting.contains(left), isGone)
    }
  }

  func testOtherAccountsAreLeftOut() async throws {
    let (bench, account, expected) = try await everyRank()
    let other = try sampleAccount(user: "bob")
    try await bench.store.connect(other)
    let list = try await bench.store.addList(named: "Bob's", to: .account(other.id))
    let todo = try await bench.add("his", to: list.id)
    let mine = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(mine, expected)
    let his = try await bench.store.waitingKeys(of: other.id)
    XCTAssertEqual(his, [list.key, todo.key])
  }
}
