import XCTest

@testable import Core

/// Through which lists a user knows other people.
final class AcquaintanceTests: XCTestCase {
  private func acquaintance(_ user: String, _ owner: String, _ list: String) -> Acquaintance {
    Acquaintance(user: user, owner: owner, list: ListID(rawValue: list))
  }

  private func member(_ user: String, of list: String) -> RemoteRecord {
    .live(
      RecordKey(kind: .member, id: list + ":" + user),
      ["listID": .string(list), "user": .string(user), "role": .string("reader")], 1)
  }

  private func membership(_ owner: String, _ list: String) -> RemoteRecord {
    .live(
      .membership(owner: owner, member: list + ":ann"),
      ["listID": .string(list), "user": .string("ann"), "role": .string("writer")], 1)
  }

  func testOwnersInvitersAndMembers() async throws {
    let (bench, account) = try await Bench.connected()
    let own = try await bench.store.addList(named: "Own")
    try await bench.store.setMember("eve", of: own.id, as: .reader)
    try await bench.store.setMember("cat", of: own.id, as: .reader)
    try await bench.store.apply(
      [.accepted("party", of: "bob"), membership("bob", "party"), membership("dan", "a:b")],
      from: account)
    let share = try await bench.store.syncAccounts().first { $0.share != nil }
    try await bench.store.apply(
      [
        .live(.list("party"), ["name": .string("Party")], 2), member("ann", of: "party"),
        member("cat", of: "party"),
      ], from: try XCTUnwrap(share).id)
    let known = try await bench.store.acquaintances(of: account)
    XCTAssertEqual(
      known,
      [
        acquaintance("bob", "bob", "party"), acquaintance("dan", "dan", "a:b"),
        acquaintance("cat", "bob", "party"), acquaintance("cat", "ann", own.id.rawValue),
        acquaintance("eve", "ann", own.id.rawValue),
      ])
  }

  func testWhoHasToDoWithNobody() async throws {
    let (bench, account) = try await Bench.connected()
    let nobody = try await bench.store.acquaintances(of: account)
    XCTAssertEqual(nobody, [])
    let unknown = try await bench.store.acquaintances(of: AccountID(rawValue: "none"))
    XCTAssertEqual(unknown, [])
  }

  func testAListWithManyMembersHidesNobodyOfAnother() async throws {
    let (bench, account) = try await Bench.connected()
    let own = try await bench.store.addList(named: "Own")
    try await bench.store.setMember("eve", of: own.id, as: .reader)
    try await bench.store.apply(
      [.accepted("party", of: "bob"), membership("bob", "party")], from: account)
    let share = try await bench.store.syncAccounts().first { $0.share != nil }
    try await bench.store.apply(
      [.live(.list("party"), ["name": .string("Party")], 2)]
        + (1000..<4000).map { member("!\($0)", of: "party") },
      from: try XCTUnwrap(share).id)
    let known = try await bench.store.acquaintances(of: account)
    XCTAssertTrue(known.contains(acquaintance("eve", "ann", own.id.rawValue)))
  }
}
