import XCTest

@testable import Core

/// Nobody takes part in a list that is deleted for good, however a role in it was changed meanwhile.
final class DeletedListMembersTests: XCTestCase {
  private func shared() async throws -> (Bench, AccountID, TodoList, Todo, RecordKey) {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Party")
    let todo = try await bench.add("Cake", to: list.id)
    try await bench.store.setMember("mia", of: list.id, as: .writer)
    let members = try await bench.store.members(of: list.id)
    let key = RecordKey(kind: .member, id: try XCTUnwrap(members.first).id)
    try await bench.store.acknowledgeAll(of: account)
    return (bench, account, list, todo, key)
  }

  private func reader(_ key: RecordKey, _ bench: Bench, _ account: AccountID) async throws
    -> RemoteRecord
  {
    let base = try await bench.store.syncBase(for: key, of: account)
    return .live(
      key, try XCTUnwrap(base?.fields).changing(["role": .string("reader")]), 5)
  }

  func testARoleThatChangedMeanwhileEndsWithTheList() async throws {
    let (bench, account, list, _, key) = try await shared()
    let changed = try await reader(key, bench, account)
    try await bench.store.deleteList(list.id)
    try await bench.store.apply([changed], from: account)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(6))
    var members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.role), [.reader], "an edit beats the deletion of the record")
    try await bench.store.reconcileLists(of: account)
    members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members, [])
    let change = try await bench.store.beginPush(key, of: account)
    XCTAssertEqual(change.operation, .delete)
    XCTAssertEqual(change.list, list.id)
  }

  func testWhoeverTakesPartStaysIfTheListComesBack() async throws {
    let (bench, account, list, todo, key) = try await shared()
    let changed = try await reader(key, bench, account)
    try await bench.store.deleteList(list.id)
    let edited = todo.fields.changing(["content": .string("Pie")])
    try await bench.store.apply([changed, .live(todo.key, edited)], from: account)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(6))
    try await bench.store.reconcileLists(of: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Party"])
    let members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.user), ["mia"])
  }

  /// Its deletion leaves no tombstone on a server that had lost it.
  func testARoleEndsWithAListThatTheServerHadLost() async throws {
    let (bench, account, list, todo, key) = try await shared()
    let changed = try await reader(key, bench, account)
    try await bench.store.deleteList(list.id)
    try await bench.store.apply(
      [changed, .absent(todo.key), .absent(list.key)], from: account)
    var members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.user), ["mia"])
    try await bench.store.reconcileLists(of: account)
    members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members, [])
    let change = try await bench.store.beginPush(key, of: account)
    XCTAssertEqual(change.operation, .delete)
  }

  /// It leaves no tombstone either, whether it was given up as the server refused it or deleted before it was sent.
  func testARoleEndsWithAListThatTheServerNeverHad() async throws {
    for isGivenUp in [false, true] {
      let (bench, account) = try await Bench.connected()
      let list = try await bench.store.addList(named: "Party")
      try await bench.store.setMember("mia", of: list.id, as: .writer)
      let key = RecordKey(kind: .member, id: ListMember.id(of: "mia", in: list.id))
      let sent = try await bench.store.beginPush(key, of: account)
      try await bench.store.acknowledge([sent], versions: [.numbered(1)])
      let changed = try await reader(key, bench, account)
      if isGivenUp {
        try await bench.store.discard(list.key, of: account, restoring: nil)
      } else {
        try await bench.store.deleteList(list.id)
      }
      try await bench.store.apply([changed, .absent(list.key)], from: account)
      var members = try await bench.store.members(of: list.id)
      XCTAssertEqual(members.map(\.user), ["mia"], "\(isGivenUp)")
      try await bench.store.reconcileLists(of: account)
      members = try await bench.store.members(of: list.id)
      XCTAssertEqual(members, [], "\(isGivenUp)")
      let change = try await bench.store.beginPush(key, of: account)
      XCTAssertEqual(change.operation, .delete, "\(isGivenUp)")
    }
  }

  /// The invitation was sent without an answer, and arrives when the list is given up.
  func testARoleThatArrivesLateEndsWithAListThatTheServerNeverHad() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Party")
    try await bench.store.setMember("mia", of: list.id, as: .writer)
    let key = RecordKey(kind: .member, id: ListMember.id(of: "mia", in: list.id))
    let sent = try await bench.store.beginPush(key, of: account)
    try await bench.store.endPush([sent])
    try await bench.store.discard(list.key, of: account, restoring: nil)
    try await bench.store.apply([.live(key, try XCTUnwrap(sent.fields), 1)], from: account)
    try await bench.store.reconcileLists(of: account)
    let members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members, [])
    let change = try await bench.store.beginPush(key, of: account)
    XCTAssertEqual(change.operation, .delete)
  }

  /// Who has a role may be known before the list is, and another device may have it.
  func testNothingIsEndedInAListThatWasNeverHere() async throws {
    let (bench, account, list, _, key) = try await shared()
    let (other, same) = try await Bench.connected()
    XCTAssertEqual(account, same)
    try await other.store.apply([try await reader(key, bench, account)], from: account)
    try await other.store.reconcileLists(of: account)
    let members = try await other.store.members(of: list.id)
    XCTAssertEqual(members.map(\.user), ["mia"])
  }

  /// It may only be that it cannot be read.
  func testNothingIsEndedInAListThatIsNotKnownToBeDeleted() async throws {
    let (bench, account, list, todo, _) = try await shared()
    try await bench.store.execute("DELETE FROM list WHERE id = '\(list.id.rawValue)'")
    try await bench.store.execute("DELETE FROM todo WHERE id = '\(todo.id.rawValue)'")
    try await bench.store.reconcileLists(of: account)
    let members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.user), ["mia"])
  }
}
