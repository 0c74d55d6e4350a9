import Basics
import TestSupport
import XCTest

@testable import Core

/// Sort keys that other programs wrote.
final class RebalanceTests: XCTestCase {
  private func bench(_ positions: [String]) async throws -> (Bench, AccountID) {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .listing([.live(.list("l"), ["name": .string("L")])]), of: .list, from: account)
    let todos = positions.enumerated().map { index, position in
      RemoteRecord.live(
        .todo("t\(index)"),
        [
          "content": .string("t\(index)"), "listID": .string("l"),
          "position": .string(position),
          "createdAt": .timestamp(Timestamp(milliseconds: 1_700_000_000_000)),
        ])
    }
    try await bench.store.apply(.listing(todos), of: .todo, from: account)
    return (bench, account)
  }

  /// A store whose user takes part in a list of bob's that has this key.
  private func joined(_ position: String) async throws -> (Bench, Account) {
    let (bench, _) = try await Bench.connected()
    let account = try sampleAccount()
    try await bench.store.apply(
      [
        .accepted("club", of: "bob"),
        .live(
          .membership(owner: "bob", member: "club:ann"),
          ["listID": .string("club"), "user": .string("ann"), "role": .string("writer")], 1),
      ], from: account.id)
    let share = account.sharing(
      .init(owner: "bob", list: ListID(rawValue: "club"), role: .writer))
    try await bench.store.apply(
      [.live(.list("club"), ["name": .string("Club"), "position": .string(position)])],
      from: share.id)
    return (bench, account)
  }

  private func order(_ bench: Bench) async throws -> [Todo] {
    try await bench.store.allTodos(in: ListID(rawValue: "l"))
  }

  func testKeysDoNotGrow() async throws {
    for foreign in ["~~~~", "\u{10FFFF}", "a\0b", "zzzzzzzz", "0UMgABf0~", "é", "e\u{301}", "~"] {
      let (bench, account) = try await bench([foreign])
      let list = ListID(rawValue: "l")
      var last = foreign
      for _ in 0..<300 {
        let todo = try await bench.add("x", to: list)
        XCTAssertTrue(last.precedesExactly(todo.position), "\(foreign): \(todo.position)")
        last = todo.position
      }
      XCTAssertLessThanOrEqual(last.utf8.count, foreign.utf8.count + 8, foreign)
      let waiting = try await bench.store.waitingKeys(of: account)
      XCTAssertFalse(waiting.contains(.todo("t0")), "what another program wrote was left alone")
    }
  }

  func testWhatStandsUnderVeryLongKeysMoves() async throws {
    let long = (0..<5).map { String(repeating: "~", count: 1_490) + String($0) }
    let (bench, account) = try await bench(["0", "zzz"] + long)
    let before = try await order(bench).map(\.id)
    let added = try await bench.add("x", to: ListID(rawValue: "l"))
    let after = try await order(bench)
    XCTAssertEqual(after.map(\.id), before + [added.id])
    XCTAssertLessThanOrEqual(after.map(\.position.utf8.count).max() ?? 0, PositionKey.longestMade)
    let waiting = Set(try await bench.store.waitingKeys(of: account))
    XCTAssertEqual(waiting, Set((2..<7).map { .todo("t\($0)") } + [added.key]))
    let change = try await bench.store.beginPush(.todo("t2"), of: account)
    guard case .update(let fields) = change.operation else { return XCTFail("\(change)") }
    XCTAssertNotNil(fields["position"])
    XCTAssertNil(fields["content"])
    // Once is enough.
    try await bench.store.acknowledgeAll(of: account, version: .numbered(9))
    let next = try await bench.add("y", to: ListID(rawValue: "l"))
    let again = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(again, [next.key])
  }

  func testTwoDevicesDoTheSame() async throws {
    let long = (0..<20).map { String(repeating: "~", count: 100 + $0) }
    let (first, _) = try await bench(["0"] + long)
    let (second, _) = try await bench(["0"] + long)
    second.clock.advance(by: 12_345_678)
    for bench in [first, second] { try await bench.add("x", to: ListID(rawValue: "l")) }
    let a = try await order(first).prefix(21).map { [$0.id.rawValue, $0.position] }
    let b = try await order(second).prefix(21).map { [$0.id.rawValue, $0.position] }
    XCTAssertEqual(a, b)
  }

  func testTheCostIsBounded() async throws {
    let count = StoreTransaction.mostMoved + 1
    let (bench, account) = try await bench(
      (0..<count).map { String(repeating: "~", count: 1_000) + String(1_000 + $0) })
    let added = try await bench.add("x", to: ListID(rawValue: "l"))
    XCTAssertEqual(added.position.utf8.count, PositionKey.width)
    let waiting = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(waiting, [added.key])
  }

  func testNothingIsMovedBehindAVeryLongKey() async throws {
    let long = (0..<5).map { String(repeating: "~", count: 1_490) + String($0) }
    func id(_ name: String) -> TodoID { TodoID(rawValue: name) }
    for (place, wanted) in [
      (TodoPlace.last, "t1 t2 t3 t4 t5 t6 t0"), (.after(id("t6")), "t1 t2 t3 t4 t5 t6 t0"),
      (.before(id("t6")), "t1 t2 t3 t4 t5 t0 t6"), (.after(id("t2")), "t1 t2 t0 t3 t4 t5 t6"),
    ] {
      let (bench, _) = try await bench(["0", "zzz"] + long)
      try await bench.store.place(id("t0"), below: nil, place)
      let after = try await order(bench)
      XCTAssertEqual(after.map(\.content).joined(separator: " "), wanted)
      let longest = after.map(\.position.utf8.count).max() ?? 0
      XCTAssertLessThanOrEqual(longest, PositionKey.longestMade, "\(place)")
    }
  }

  /// A done to-do is the last of the list, and there is room behind it.
  func testAVeryLongKeyStaysIfItIsNotTheLastOfTheList() async throws {
    let long = String(repeating: "~", count: 1_490)
    let (bench, _) = try await bench(["0", long, "\u{10FFFF}"])
    try await bench.store.setDone(TodoID(rawValue: "t2"), true)
    try await bench.store.place(TodoID(rawValue: "t0"), below: nil, .last)
    let found = try await order(bench)
    XCTAssertEqual(found.map(\.content), ["t1", "t0"])
    XCTAssertEqual(found.first?.position, long)
    XCTAssertLessThanOrEqual(found.last?.position.utf8.count ?? 0, PositionKey.longestMade)
  }

  func testThereIsNoRoomBehindTooManyLongKeys() async throws {
    let (bench, _) = try await bench(
      (0...StoreTransaction.mostMoved).map {
        String(repeating: "~", count: 100) + String(1_000 + $0)
      })
    await assertFails(.unsuitable) {
      try await bench.store.place(TodoID(rawValue: "t0"), below: nil, .last)
    }
  }

  func testAStrangersLongKeyDoesNotMakeMineLong() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .listing([
        .live(
          .list("l"),
          ["name": .string("L"), "position": .string(String(repeating: "~", count: 1_500))])
      ]), of: .list, from: account)
    let list = try await bench.store.addList(named: "Mine")
    XCTAssertEqual(list.position.utf8.count, PositionKey.width)
  }

  func testAStrangersLongKeyDoesNotMakeThatOfMyFirstListLong() async throws {
    let (bench, account) = try await joined(String(repeating: "~", count: 1_500))
    let todo = try await bench.add("Mine")
    XCTAssertEqual(todo.account, account.id)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [todo.listID, ListID(rawValue: "club")])
    XCTAssertEqual(lists.first?.position.utf8.count, PositionKey.width)
  }

  func testAListIsPutNowhereBehindAVeryLongKey() async throws {
    let (bench, _) = try await joined(String(repeating: "~", count: 1_500))
    let club = ListID(rawValue: "club")
    var lists: [TodoList] = []
    for name in ["a", "b", "c"] {
      bench.clock.advance(by: 1_000)
      lists.append(try await bench.store.addList(named: name))
    }
    // Another program has written this one.
    try await bench.store.editList(lists[2].id) {
      $0.position = String(repeating: "\u{7F}", count: 1_000)
    }
    for (place, wanted) in [
      (ListPlacement.after(lists[2].id), "bac"), (.before(lists[2].id), "bac"),
      (.after(club), "bca"),
    ] {
      bench.clock.advance(by: 1_000)
      try await bench.store.editList(lists[0].id, at: place)
      let after = try await bench.store.lists().filter { $0.id != club }
      XCTAssertEqual(after.map(\.name).joined(), wanted, "\(place)")
      let moved = try XCTUnwrap(after.first { $0.id == lists[0].id })
      XCTAssertLessThanOrEqual(moved.position.utf8.count, PositionKey.longestMade, "\(place)")
    }
    let found = try await bench.store.lists()
    XCTAssertEqual(found.last?.id, club)
    XCTAssertEqual(found.last?.position.utf8.count, 1_500)
  }

  func testAKeyThatNoServerTakesIsReplaced() async throws {
    let tooLong = String(repeating: "~", count: 1_501)
    let (bench, account) = try await bench(["", tooLong, String(repeating: "é", count: 1_500)])
    let todos = try await order(bench)
    let initial = PositionKey.initial(at: Timestamp(milliseconds: 1_700_000_000_000))
    XCTAssertEqual(todos.map(\.position.utf8.count), [8, 8, 3_000])
    XCTAssertEqual(todos[0].position, initial)
    bench.clock.advance(by: 1)
    try await bench.store.setDone(TodoID(rawValue: "t2"), true)
    let kept = try await bench.store.beginPush(.todo("t2"), of: account)
    guard case .update(let fields) = kept.operation else { return XCTFail("\(kept)") }
    XCTAssertNil(fields["position"])
  }
}
