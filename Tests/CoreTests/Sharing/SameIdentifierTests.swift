import XCTest

@testable import Core

/// Lists of other people that use the identifiers of the user's own records. Whoever takes part in a list knows
/// those in it.
final class SameIdentifierTests: XCTestCase {
  /// Bob's list, with what he put into it, on a computer that read it before anything else.
  private func joined(_ list: String, _ todo: String) async throws -> (Bench, AccountID, AccountID)
  {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      [
        .accepted(list, of: "bob"),
        .live(
          .membership(owner: "bob", member: list + ":ann"),
          ["listID": .string(list), "user": .string("ann"), "role": .string("writer")], 1),
      ], from: account)
    let joined = try await bench.store.syncAccounts().first { $0.share != nil }
    let share = try XCTUnwrap(joined).id
    try await bench.store.apply(
      [.live(.list(list), ["name": .string("Bob's")], 2), cake(todo, in: list)], from: share)
    return (bench, account, share)
  }

  private func cake(_ id: String, in list: String) -> RemoteRecord {
    .live(.todo(id), ["listID": .string(list), "content": .string("Bob's cake")], 3)
  }

  private func receiveOwn(_ list: String, _ todo: String, _ bench: Bench, _ account: AccountID)
    async throws
  {
    try await bench.store.apply(
      [
        .live(.list(list), ["name": .string("Mine")], 2),
        .live(.todo(todo), ["listID": .string(list), "content": .string("My milk")], 2),
      ], from: account)
  }

  private func contents(_ bench: Bench) async throws -> [String] {
    try await bench.store.read { db in
      try String.fetchAll(
        db, sql: "SELECT content || ' in ' || name FROM todo JOIN list ON list.id = listID")
    }.sorted()
  }

  func testTheUsersOwnToDoTakesThePlaceOfAnothers() async throws {
    let (bench, account, _) = try await joined("party", "milk")
    try await receiveOwn("groceries", "milk", bench, account)
    var contents = try await contents(bench)
    XCTAssertEqual(contents, ["My milk in Mine"])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.count, 0, "Bob has what was his")
    try await bench.store.setDone(TodoID(rawValue: "milk"), true)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.account), [account.rawValue])
    contents = try await self.contents(bench)
    XCTAssertEqual(contents, ["My milk in Mine"])
  }

  func testEditsOfAnothersToDoStayInTheTrashAndAreNotSent() async throws {
    let (bench, account, share) = try await joined("party", "milk")
    try await bench.store.setStarred(TodoID(rawValue: "milk"), true)
    _ = try await bench.store.beginPush(.todo("milk"), of: share)
    try await receiveOwn("groceries", "milk", bench, account)
    let contents = try await contents(bench)
    XCTAssertEqual(contents, ["My milk in Mine"])
    let waiting = try await bench.store.outbox()
    XCTAssertEqual(waiting, [])
    let sent = try await bench.sent(.todo("milk"), share)
    XCTAssertEqual(sent, [])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.count, 1)
  }

  func testTheUsersOwnListTakesThePlaceOfAnothersWithAllThatIsInIt() async throws {
    let (bench, account, share) = try await joined("groceries", "cake")
    try await bench.store.setStarred(TodoID(rawValue: "cake"), true)
    try await receiveOwn("groceries", "milk", bench, account)
    var contents = try await contents(bench)
    XCTAssertEqual(contents, ["My milk in Mine"])
    let waiting = try await bench.store.outbox()
    XCTAssertEqual(waiting, [])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.count, 1)
    try await bench.store.apply([cake("cake", in: "groceries")], from: share)
    contents = try await self.contents(bench)
    XCTAssertEqual(contents, ["My milk in Mine"], "nobody puts a to-do into the user's list")
  }

  func testTheUsersOwnStayWhereTheyWereFirst() async throws {
    let (bench, account, share) = try await joined("party", "cake")
    try await receiveOwn("groceries", "milk", bench, account)
    try await bench.store.apply(
      [cake("milk", in: "party"), .live(.list("groceries"), ["name": .string("Bob's")], 4)],
      from: share)
    try await bench.store.apply([.tombstone(.todo("milk"))], from: share)
    let contents = try await contents(bench)
    XCTAssertEqual(contents, ["Bob's cake in Bob's", "My milk in Mine"])
  }

  func testNobodyElsePutsAPersonIntoAListOfTheUser() async throws {
    let (bench, account, share) = try await joined("party", "cake")
    try await receiveOwn("groceries", "milk", bench, account)
    let groceries = ListID(rawValue: "groceries")
    try await bench.store.apply(
      [
        .live(
          RecordKey(kind: .member, id: ListMember.id(of: "eve", in: groceries)),
          ["listID": .string("groceries"), "user": .string("eve"), "role": .string("writer")], 4)
      ], from: share)
    let members = try await bench.store.members(of: groceries)
    XCTAssertEqual(members, [])
  }

  func testASharedListTakesNoToDoOfAnotherListOfItsOwner() async throws {
    let (bench, _, share) = try await joined("party", "cake")
    try await bench.store.apply([cake("pie", in: "elsewhere")], from: share)
    let todo = try await bench.store.todo(TodoID(rawValue: "pie"))
    XCTAssertNil(todo)
  }

  /// What is deleted there must not be answered with what is here under the same identifier.
  func testWhatAQueueSendsIsNeverOfAnotherAccount() async throws {
    let (bench, account, share) = try await joined("party", "milk")
    _ = try await bench.store.delete(TodoID(rawValue: "milk"))
    try await receiveOwn("groceries", "milk", bench, account)
    let changes = try await bench.store.beginPush([.todo("milk")], of: share)
    XCTAssertEqual(changes.map(\.operation), [.delete])
    try await bench.store.discardAll(of: share)
    let contents = try await contents(bench)
    XCTAssertEqual(contents, ["My milk in Mine"])
  }

  /// An edit that waits follows a to-do to where it was moved, and nothing that only has its identifier.
  func testAnEditDoesNotGoToAnothersListThatUsesTheIdentifier() async throws {
    let (bench, account, share) = try await joined("party", "cake")
    try await receiveOwn("groceries", "milk", bench, account)
    try await bench.store.apply([cake("milk", in: "party")], from: share)
    try await bench.store.edit(TodoID(rawValue: "milk")) { $0.notes = "for me alone" }
    try await bench.store.apply([.tombstone(.todo("milk"), 9)], from: account)
    let sent = try await bench.store.pendingKeys(of: share)
    XCTAssertEqual(sent.map(\.key), [])
    let todo = try await bench.store.todo(TodoID(rawValue: "milk"))
    XCTAssertEqual(todo?.account, account)
    try await bench.store.delete(TodoID(rawValue: "milk"))
    let deleted = try await bench.store.pendingKeys(of: share)
    XCTAssertEqual(deleted.map(\.key), [], "what others wrote is not deleted unseen")
    let contents = try await contents(bench)
    XCTAssertEqual(contents, ["Bob's cake in Bob's", "Bob's cake in Bob's"])
  }

  // MARK: Two accounts of the user

  /// Another account, with a list that has the identifier of one of the user's first account, and a to-do in it.
  private func bothAccounts() async throws -> (Bench, AccountID, AccountID) {
    let (bench, account) = try await Bench.connected()
    let other = try sampleAccount(user: "bob")
    try await bench.store.connect(other)
    try await receiveOwn("groceries", "milk", bench, account)
    return (bench, account, other.id)
  }

  private func theirs(_ number: Int64 = 2) -> RemoteRecord {
    .live(.list("groceries"), ["name": .string("Theirs")], number)
  }

  /// A server chooses the identifiers of its lists, so it could choose one of another account's.
  func testNoToDoStandsInAListOfAnotherAccount() async throws {
    for isForeign in [false, true] {
      let (bench, _, other) = try await bothAccounts()
      let place = RemoteResource(path: "/groceries/", etag: nil, text: nil, isForeign: isForeign)
      let list = RemoteRecord(
        key: .list("groceries"), state: .live(["name": .string("Theirs")]),
        version: RecordVersion(tag: "theirs", resource: place))
      try await bench.store.apply([list, cake("cake", in: "groceries")], from: other)
      let contents = try await contents(bench)
      XCTAssertEqual(contents, ["My milk in Mine"])
      let todo = try await bench.store.todo(TodoID(rawValue: "cake"))
      XCTAssertNil(todo)
      let waiting = try await bench.store.outbox()
      XCTAssertEqual(waiting, [], "it is not deleted on its server")
    }
  }

  func testAKnownToDoStaysInItsListWhenItsServerPutsItIntoOneOfAnotherAccount() async throws {
    let (bench, _, other) = try await bothAccounts()
    try await bench.store.apply(
      [.live(.list("party"), ["name": .string("Party")], 2), cake("cake", in: "party"), theirs(2)],
      from: other)
    let moved: RecordFields = ["listID": .string("groceries"), "content": .string("More cake")]
    try await bench.store.apply([.live(.todo("cake"), moved, 4)], from: other)
    let contents = try await contents(bench)
    XCTAssertEqual(contents, ["More cake in Party", "My milk in Mine"])
  }

  func testAToDoComesWithItsListWhenTheIdentifierIsFree() async throws {
    let (bench, _, other) = try await bothAccounts()
    try await bench.store.apply([theirs(), cake("cake", in: "groceries")], from: other)
    try await bench.store.deleteList(ListID(rawValue: "groceries"))
    try await bench.store.apply([theirs(3)], from: other)
    let contents = try await contents(bench)
    XCTAssertEqual(contents, ["Bob's cake in Theirs"])
  }
}
