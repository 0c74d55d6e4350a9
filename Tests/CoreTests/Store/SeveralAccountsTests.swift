import XCTest

@testable import Core

/// Two accounts side by side, each with its own queue and states.
final class SeveralAccountsTests: XCTestCase {
  private func both() async throws -> (Bench, AccountID, AccountID, Todo, Todo) {
    let bench = try Bench()
    let ann = try sampleAccount()
    let bob = try sampleAccount(user: "bob")
    try await bench.store.connect(ann)
    bench.clock.advance(by: 1)
    try await bench.store.connect(bob)
    let hers = try await bench.store.addList(named: "Hers")
    let his = try await bench.store.addList(named: "His", to: .account(bob.id))
    return (
      bench, ann.id, bob.id, try await bench.add("a", to: hers.id),
      try await bench.add("b", to: his.id)
    )
  }

  func testAreListedOldestFirst() async throws {
    let (bench, ann, bob, _, _) = try await both()
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts.map(\.id), [ann, bob])
    let summaries = try await bench.store.syncSummaries()
    XCTAssertEqual(summaries.map(\.account), accounts)
    XCTAssertEqual(summaries.map(\.summary.waiting), [2, 2])
  }

  func testAListGoesWhereItIsPut() async throws {
    let (bench, ann, bob, hers, his) = try await both()
    XCTAssertEqual(hers.account, ann)
    XCTAssertEqual(his.account, bob)
    let here = try await bench.store.addList(named: "Here", to: .thisComputer)
    XCTAssertNil(here.account)
    let todo = try await bench.add("c", to: here.id)
    XCTAssertNil(todo.account)
    let gone = try await bench.store.addList(
      named: "Gone", to: .account(try sampleAccount(user: "eve").id))
    XCTAssertNil(gone.account)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.account), [ann, bob, ann, bob].map(\.rawValue))
  }

  func testTheSecondAccountLeavesTheListsOfTheFirst() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let before = try await bench.store.allRecords()
    try await bench.store.connect(try sampleAccount(user: "bob"))
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    let after = try await bench.store.allRecords()
    XCTAssertEqual(before, after)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.account, account)
  }

  /// Another device has moved it and then deleted it where it was, and so did this one.
  func testADeletionDoesNotWaitForWhatIsDeletedWhileItIsInTheOtherAccount() async throws {
    let (bench, ann, bob, todo, _) = try await both()
    let lists = try await bench.store.lists()
    let there = try XCTUnwrap(lists.first { $0.account == bob }).id
    try await bench.store.acknowledgeAll(of: ann)
    try await bench.store.delete([todo.id])
    let change = try await bench.store.beginPush(todo.key, of: ann)
    try await bench.store.quarantine(
      change,
      SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 403, code: "X")))
    let moved: RecordFields = ["listID": .string(there.rawValue), "content": .string("a")]
    try await bench.store.apply([.live(todo.key, moved, 50)], from: bob)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.account, bob)
    try await bench.store.apply([.tombstone(todo.key, 60)], from: ann)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.filter { $0.account == ann.rawValue }, [])
    let summary = try await bench.store.syncSummaries().first { $0.account.id == ann }
    XCTAssertEqual(summary?.summary.waiting, 0)
  }

  func testAnAnswerConcernsOneAccount() async throws {
    let (bench, ann, bob, hers, his) = try await both()
    try await bench.store.acknowledgeAll(of: ann)
    var keys = try await bench.store.waitingKeys(of: bob)
    XCTAssertEqual(keys, [his.listKey, his.key])
    try await bench.store.acknowledgeAll(of: bob)
    // One server says something of a record of the other.
    let fields = hers.fields.changing(["content": .string("foreign")])
    try await bench.store.apply([.live(hers.key, fields), .tombstone(hers.listKey)], from: bob)
    try await bench.store.reconcileLists(of: bob)
    let stored = try await bench.store.todo(hers.id)
    XCTAssertEqual(stored, hers)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.count, 2)
    keys = try await bench.store.waitingKeys(of: ann)
    XCTAssertEqual(keys, [])
  }

  func testHoldingOneBackLeavesTheOther() async throws {
    let (bench, ann, bob, _, his) = try await both()
    let retry = SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .authentication)
    try await bench.store.setAccountRetry(retry, of: ann)
    _ = try await bench.store.holdUnsentChanges(of: ann)
    let summaries = try await bench.store.syncSummaries().map(\.summary)
    XCTAssertEqual(summaries.map(\.retry), [retry, nil])
    XCTAssertEqual(summaries.map(\.unsentOfLastSession), [2, 0])
    let keys = try await bench.store.waitingKeys(of: bob)
    XCTAssertEqual(keys, [his.listKey, his.key])
  }

  func testTakingOneAwayLeavesTheOther() async throws {
    for isKeeping in [true, false] {
      let (bench, ann, bob, hers, his) = try await both()
      try await bench.store.acknowledgeAll(of: bob)
      let before = try await bench.store.dump().filter { $0.contains(bob.rawValue) }
      try await bench.store.disconnect(ann, isKeeping: isKeeping)
      let after = try await bench.store.dump().filter { $0.contains(bob.rawValue) }
      XCTAssertEqual(before, after)
      let records = try await bench.store.allRecords()
      XCTAssertEqual(records[hers.key] != nil, isKeeping)
      XCTAssertNotNil(records[his.key])
      let accounts = try await bench.store.accounts()
      XCTAssertEqual(accounts.map(\.id), [bob])
    }
  }

  func testConnectingAgainTakesOverHowToSignIn() async throws {
    let (bench, account, _) = try await Bench.agreed()
    let before = try await bench.store.dump().filter { !$0.hasPrefix("account") }
    let settings = try FirestoreSettings(project: "demo", host: "127.0.0.1:8080", user: "ann")
    let signIn = SignIn(email: "ann@example.org", identity: try IdentitySettings(apiKey: "key"))
    try await bench.store.connect(Account(firestore: settings, signIn: signIn))
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts.map(\.id), [account])
    XCTAssertEqual(accounts.map(\.signIn), [signIn])
    let after = try await bench.store.dump().filter { !$0.hasPrefix("account") }
    XCTAssertEqual(before, after)
  }
}
