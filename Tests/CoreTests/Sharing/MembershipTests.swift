import TestSupport
import XCTest

@testable import Core

/// Lists of other people: how they come, change and go, without a server.
final class MembershipTests: XCTestCase {
  private let list = ListID(rawValue: "party")

  private func membership(_ role: String?, _ version: Int64, list: String = "party")
    -> RemoteRecord
  {
    let key = RecordKey.membership(owner: "bob", member: list + ":ann")
    guard let role else { return .tombstone(key, version) }
    return .live(
      key, ["listID": .string(list), "user": .string("ann"), "role": .string(role)], version)
  }

  private var accepted: RemoteRecord { .accepted("party", of: "bob") }

  private func join(_ bench: Bench, _ account: AccountID, as role: String = "writer") async throws
    -> AccountID
  {
    try await bench.store.apply([accepted, membership(role, 1)], from: account)
    let share = try await bench.store.syncAccounts().first { $0.share != nil }
    let id = try XCTUnwrap(share).id
    try await bench.store.apply(
      [
        .live(.list("party"), ["name": .string("Party")], 2),
        .live(.todo("cake"), ["listID": .string("party"), "content": .string("Cake")], 3),
        .live(
          RecordKey(kind: .member, id: "party:ann"),
          ["listID": .string("party"), "user": .string("ann"), "role": .string(role)], 1),
      ], from: id)
    return id
  }

  func testAnAnswerThatWasOvertakenChangesNothing() async throws {
    let (bench, account) = try await Bench.connected()
    _ = try await join(bench, account)
    try await bench.store.apply([membership("reader", 5)], from: account)
    for late in [membership("writer", 3), membership(nil, 4)] {
      try await bench.store.apply([late], from: account)
      let roles = try await bench.store.syncAccounts().compactMap(\.share?.role)
      XCTAssertEqual(roles, [.reader])
    }
  }

  func testAMembershipMakesAnAccountBelowItsOwn() async throws {
    let (bench, account) = try await Bench.connected()
    let id = try await join(bench, account, as: "reader")
    let own = try await bench.store.accounts()
    XCTAssertEqual(own.map(\.id), [account])
    let all = try await bench.store.syncAccounts()
    XCTAssertEqual(all.map(\.id), [account, id])
    XCTAssertEqual(id.root, account)
    XCTAssertEqual(all[1].share, Account.Share(owner: "bob", list: list, role: .reader))
    XCTAssertEqual(all[1].service, all[0].service)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [], "nobody edited anything")
  }

  func testAnotherRoleIsTakenOverAndLetsRefusedChangesBeSent() async throws {
    let (bench, account) = try await Bench.connected()
    let id = try await join(bench, account)
    let todo = try await bench.add("Candles", to: list)
    try await bench.store.setRecordRetry(
      SyncRetry(
        attempts: 1, notBefore: Timestamp(milliseconds: 5),
        problem: .refused(status: 403, code: "PERMISSION_DENIED")),
      for: todo.key, of: id)
    try await bench.store.apply([membership("reader", 5)], from: account)
    let role = try await bench.store.syncAccounts().last?.share?.role
    XCTAssertEqual(role, .reader)
    try await bench.store.apply([membership("writer", 6)], from: account)
    let keys = try await bench.store.waitingKeys(of: id)
    XCTAssertEqual(keys, [todo.key])
  }

  func testTheEndOfAMembershipLeavesNothingButCopiesOfWhatWaited() async throws {
    let (bench, account) = try await Bench.connected()
    let id = try await join(bench, account)
    try await bench.store.setDone(TodoID(rawValue: "cake"), true)
    try await bench.store.apply([membership(nil, 9)], from: account)
    let accounts = try await bench.store.syncAccounts()
    XCTAssertEqual(accounts.map(\.id), [account])
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Cake"])
    XCTAssertEqual(trash.map(\.reason), [.unshared])
    for table in ["outbox", "syncBase", "inFlightWrite", "syncCursor", "syncRetry", "syncState"] {
      let count = try await bench.store.read {
        try $0.number("SELECT COUNT(*) FROM \(table) WHERE account = ?", [id.rawValue])
      }
      XCTAssertEqual(count, 0, table)
    }
    // A copy that is put back becomes the user's own, and needs no list of anybody else.
    try await bench.store.restoreFromTrash(try XCTUnwrap(trash.first).id)
    let back = try await bench.store.lists()
    XCTAssertEqual(back.map(\.name), ["Party"])
    XCTAssertEqual(back.map(\.account), [account])
    XCTAssertNotEqual(back.map(\.id), [list])
  }

  func testALateAnswerOfAListThatIsGoneChangesNothing() async throws {
    let (bench, account) = try await Bench.connected()
    let id = try await join(bench, account)
    try await bench.store.setDone(TodoID(rawValue: "cake"), true)
    let keys = try await bench.store.waitingKeys(of: id)
    let changes = try await bench.store.beginPush(keys, of: id)
    try await bench.store.apply([membership(nil, 9)], from: account)
    let before = try await bench.store.allRecords()
    try await bench.store.acknowledge(changes, versions: changes.map { _ in .numbered(10) })
    try await bench.store.apply(
      [.live(.todo("x"), ["listID": .string("party"), "content": .string("X")], 11)], from: id)
    let after = try await bench.store.allRecords()
    XCTAssertEqual(before, after)
  }

  func testAMembershipOfNoKnownRoleOrPlaceIsNone() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply([membership("king", 1)], from: account)
    try await bench.store.apply(
      [.live(RecordKey(kind: .membership, id: "nobody"), ["role": .string("reader")], 1)],
      from: account)
    let accounts = try await bench.store.syncAccounts()
    XCTAssertEqual(accounts.map(\.id), [account])
  }

  func testWhoeverLeavesAndComesAgainSeesTheList() async throws {
    let (bench, account) = try await Bench.connected()
    _ = try await join(bench, account)
    try await bench.store.leaveList(list)
    var hidden = try await hiddenLists(bench)
    XCTAssertEqual(hidden, [list])
    try await bench.store.apply([membership(nil, 9)], from: account)
    try await bench.store.apply([.accepted("party", of: "bob", 10)], from: account)
    try await bench.store.apply([membership("reader", 10)], from: account)
    hidden = try await hiddenLists(bench)
    XCTAssertEqual(hidden, [])
  }

  private func hiddenLists(_ bench: Bench) async throws -> Set<ListID> {
    for await event in bench.store.overview() {
      if case .snapshot(let overview) = event { return overview.hidden }
    }
    return []
  }

  func testSigningOutTakesTheListsOfOthersAway() async throws {
    let (bench, account) = try await Bench.connected()
    _ = try await join(bench, account)
    let own = try await bench.store.addList(named: "Mine")
    try await bench.store.disconnect(account, isKeeping: true)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [own.id])
    let accounts = try await bench.store.syncAccounts()
    XCTAssertEqual(accounts, [])
  }

  func testANewListBesideThatOfAnotherPersonIsTheUsersOwn() async throws {
    let (bench, account) = try await Bench.connected()
    let id = try await join(bench, account)
    let made = try await bench.store.addList(named: "Beside", to: .account(id))
    XCTAssertEqual(made.account, account)
  }

  func testATodoWithoutAListGoesIntoTheUsersOwn() async throws {
    let (bench, account) = try await Bench.connected()
    _ = try await join(bench, account)
    let todo = try await bench.add("Milk")
    XCTAssertEqual(todo.account, account)
    XCTAssertNotEqual(todo.listID, list)
  }

  func testNobodyIsInvitedToAListThatIsDiscarded() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Party")
    try await bench.store.setMember("eve", of: list.id, as: .writer)
    try await bench.store.discard(
      RecordKey(kind: .list, id: list.id.rawValue), of: account, restoring: nil)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [])
    let members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members, [])
  }

  func testADeletedListTakesItsMembersAlongAndBringsThemBack() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setMember("eve", of: todo.listID, as: .writer)
    try await bench.store.acknowledgeAll(of: account)
    let list = RecordKey(kind: .list, id: todo.listID.rawValue)
    let base = try await bench.store.syncBase(for: list, of: account)
    try await bench.store.deleteList(todo.listID)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys.map(\.kind), [.todo, .member, .list])
    try await bench.store.discard(list, of: account, restoring: base)
    let members = try await bench.store.members(of: todo.listID)
    XCTAssertEqual(members.map(\.user), ["eve"])
    let left = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(left, [])
  }

  func testWhoCannotTakePart() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    for user in [
      "", "a/b", String(repeating: "u", count: 501), try await bench.store.accounts()[0].user,
    ] {
      do {
        try await bench.store.setMember(user, of: todo.listID, as: .reader)
        XCTFail(user)
      } catch { XCTAssertEqual(error, .notAllowed, user) }
    }
    let members = try await bench.store.members(of: todo.listID)
    XCTAssertEqual(members, [])
    withExtendedLifetime(account) {}
  }
}
