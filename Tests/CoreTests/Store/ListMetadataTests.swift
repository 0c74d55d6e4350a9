import XCTest

@testable import Core

final class ListMetadataTests: XCTestCase {
  /// A store whose user takes part in the list "club" of bob.
  private static func joined() async throws -> (Bench, Account) {
    let (bench, _) = try await Bench.connected()
    let account = try sampleAccount()
    try await join(bench, account, tag: "v1")
    return (bench, account)
  }

  private static func join(_ bench: Bench, _ account: Account, tag: String) async throws {
    let member = ListMember(
      account: account.id, list: ListID(rawValue: "club"), user: account.user, role: .reader,
      createdAt: bench.clock.now, modifiedAt: bench.clock.now)
    let version = RecordVersion(tag: tag)
    try await bench.store.apply(
      [
        .accepted("club", of: "bob", tag == "v1" ? 1 : 3),
        RemoteRecord(
          key: .membership(owner: "bob", member: member.id), state: .live(member.fields),
          version: version),
      ], from: account.id)
    let share = account.sharing(.init(owner: "bob", list: member.list, role: .reader))
    let list = TodoList(
      id: member.list, account: share.id, name: "Club",
      position: PositionKey.initial(at: bench.clock.now), createdAt: bench.clock.now,
      modifiedAt: bench.clock.now)
    try await bench.store.apply(
      [
        RemoteRecord(key: list.key, state: .live(list.fields), version: version),
        RemoteRecord(
          key: RecordKey(kind: .member, id: member.id), state: .live(member.fields),
          version: version),
      ], from: share.id)
  }

  private static func part(_ bench: Bench, _ account: Account, tag: String) async throws {
    let id = ListMember.id(of: account.user, in: ListID(rawValue: "club"))
    try await bench.store.apply(
      [
        RemoteRecord(
          key: .membership(owner: "bob", member: id), state: .deleted,
          version: RecordVersion(tag: tag))
      ], from: account.id)
  }

  func testSharedListsAreKnown() async throws {
    let (bench, _) = try await Self.joined()
    let club = ListID(rawValue: "club")
    var metadata = try await bench.store.listMetadata()
    XCTAssertEqual(metadata.roots.count, 1)
    XCTAssertEqual(metadata.accounts.count, 2)
    XCTAssertEqual(metadata.shared, [club])
    XCTAssertEqual(metadata.readOnly, [club])
    XCTAssertEqual(metadata.waiting, [])
    let home = try await bench.store.addList(named: "Home")
    try await bench.store.setMember("eve", of: home.id, as: .writer)
    metadata = try await bench.store.listMetadata()
    XCTAssertEqual(metadata.shared, [club, home.id])
    XCTAssertEqual(metadata.waiting, [home.id])
    XCTAssertEqual(metadata.account(of: home)?.id, home.account)
  }

  func testTheAccountOfAListFollowsTheAccounts() throws {
    let account = Account(firestore: try FirestoreSettings(project: "p", user: "u"))
    let now = Timestamp(milliseconds: 0)
    let list = TodoList(
      id: ListID(rawValue: "l"), account: account.id, name: "L",
      position: PositionKey.initial(at: now), createdAt: now, modifiedAt: now)
    var metadata = ListMetadata(accounts: [account])
    XCTAssertEqual(metadata.account(of: list), account)
    metadata.accounts = []
    XCTAssertNil(metadata.account(of: list))
    metadata.accounts.append(account)
    XCTAssertEqual(metadata.account(of: list), account)
  }

  func testLeftListIsKnownUntilTheServerAgrees() async throws {
    let (bench, account) = try await Self.joined()
    let club = ListID(rawValue: "club")
    try await bench.store.leaveList(club)
    var metadata = try await bench.store.listMetadata()
    XCTAssertEqual(metadata.left, [club])
    try await Self.part(bench, account, tag: "v2")
    metadata = try await bench.store.listMetadata()
    XCTAssertEqual(metadata.left, [])
    XCTAssertEqual(metadata.accounts.count, 1)
  }

  func testOnlyRevocationsThatAreNewsAreTold() async throws {
    for (isLeft, count) in [(false, 1), (true, 0)] {
      let (bench, account) = try await Self.joined()
      var heard: [ShareRevocation] = []
      let revocations = bench.store.revocations()
      if isLeft { try await bench.store.leaveList(ListID(rawValue: "club")) }
      try await Self.part(bench, account, tag: "v2")
      // What comes last ends the wait.
      try await Self.join(bench, account, tag: "v3")
      try await Self.part(bench, account, tag: "v4")
      for await gone in revocations {
        heard += gone
        if heard.count == count + 1 { break }
      }
      XCTAssertEqual(heard.map(\.list), Array(repeating: "Club", count: count + 1))
    }
  }
}
