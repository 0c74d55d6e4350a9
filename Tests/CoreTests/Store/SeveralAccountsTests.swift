import Basics
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

  /// Another device has moved it, and this one has deleted it where it was.
  func testADeletionGivesWayToAnEditWhileTheToDoIsInTheOtherAccount() async throws {
    for isEdited in [false, true] {
      let (bench, ann, bob, todo, his) = try await both()
      for account in [ann, bob] { try await bench.store.acknowledgeAll(of: account) }
      try await bench.store.delete([todo.id])
      let moved = todo.fields.changing(["listID": .string(his.listID.rawValue)])
      try await bench.store.apply([.live(todo.key, moved, 50)], from: bob)
      let shown = try await bench.store.todo(todo.id)
      XCTAssertEqual(shown?.account, bob)
      let edited = todo.fields.changing(["content": .string("new")])
      try await bench.store.apply(
        [.live(todo.key, isEdited ? edited : todo.fields, 60)], from: ann)
      let waiting = try await bench.store.pendingRecords(of: ann)
      XCTAssertEqual(waiting, isEdited ? [] : [todo.key])
    }
  }

  // MARK: Moves from one to the other

  /// Others write at the old place of a to-do that was moved, one after another.
  /// - Parameters:
  ///   - isBack: whether it goes to the account whose identifier comes first.
  ///   - isAnswered: whether the new account has acknowledged what was written before the next one is read.
  ///   - fields: what is written the time that is told.
  /// - Returns: how many were read when the deletion there was given up; nil if it waits after a dozen.
  private func writesThatEndAMove(
    back isBack: Bool = false, isAnswered: Bool = true, _ fields: (Int64) -> RecordFields
  ) async throws -> Int64? {
    let (bench, ann, bob, hers, his) = try await both()
    for account in [ann, bob] { try await bench.store.acknowledgeAll(of: account) }
    let (source, target) = isBack ? (bob, ann) : (ann, bob)
    let (todo, goal) = isBack ? (his, hers.listID) : (hers, his.listID)
    try await bench.store.move([todo.id], to: goal)
    for number in Int64(1)...12 {
      if isAnswered {
        try await bench.store.acknowledgeAll(of: target, version: .numbered(10 + number))
      }
      try await bench.store.apply(
        [.live(todo.key, todo.fields.changing(fields(number)), 10 + number)], from: source)
      let waiting = try await bench.store.pendingRecords(of: source)
      if !waiting.contains(todo.key) { return number }
    }
    return nil
  }

  /// A time of change that is another one each time, and no words.
  private func nothingNew(_ number: Int64) -> RecordFields {
    ["modifiedAt": .timestamp(Timestamp(milliseconds: number))]
  }

  /// Who moves it the other way writes as well, and keeps this one from deleting as this one keeps it.
  func testOfTwoWhoMoveAToDoInOppositeDirectionsOneGivesItsDeletionUp() async throws {
    let early = try await writesThatEndAMove(nothingNew)
    XCTAssertEqual(early, 4)
    let late = try await writesThatEndAMove(back: true, nothingNew)
    XCTAssertEqual(late, 9, "the other one has deleted it by then")
  }

  func testWhatPeopleWriteAtTheOldPlaceDoesNotEndAMove() async throws {
    for isBack in [false, true] {
      let end = try await writesThatEndAMove(back: isBack) { ["content": .string("new \($0)")] }
      XCTAssertNil(end)
    }
  }

  /// Two who move it in opposite directions and disagree about its title, status or tags exchange the two values without end.
  func testWhatChangesToAndFroAtTheOldPlaceEndsAMove() async throws {
    let tags: [FieldValue] = [.set([]), .set([ExactText("home")])]
    for (name, values) in [
      ("content", [.string("one"), .string("two")]), ("notes", [.string(""), .string("some")]),
      ("status", [.string("open"), .string("done")]), ("tags", tags), ("snoozes", tags),
    ] {
      let fields = { (number: Int64) -> RecordFields in [name: values[Int(number % 2)]] }
      let early = try await writesThatEndAMove(fields)
      let late = try await writesThatEndAMove(back: true, fields)
      // Each is news where it stands for the first time.
      XCTAssertTrue((4...6).contains(early ?? 0), "\(name) \(early ?? 0)")
      XCTAssertTrue((9...11).contains(late ?? 0), "\(name) \(late ?? 0)")
    }
  }

  func testWhatIsWrittenBeforeTheNewAccountHasAnsweredDoesNotEndAMove() async throws {
    for isBack in [false, true] {
      let end = try await writesThatEndAMove(back: isBack, isAnswered: false, nothingNew)
      XCTAssertNil(end)
    }
  }

  func testWhatMayArriveWhereItWasMovedFromIsDeletedThere() async throws {
    for isSent in [false, true] {
      let (bench, ann, _, todo, his) = try await both()
      if isSent {
        let change = try await bench.store.beginPush(todo.key, of: ann)
        try await bench.store.endPush([change])
      }
      try await bench.store.move([todo.id], to: his.listID)
      let waiting = try await bench.store.pendingChange(for: todo.key, of: ann)
      XCTAssertEqual(waiting?.operation == .delete, isSent)
      XCTAssertEqual(waiting != nil, isSent)
    }
  }

  /// It is in both accounts, and shown in the first until that is read.
  func testWhatAnotherDeviceHasMovedIsDeletedInBothAccounts() async throws {
    let (bench, ann, bob, todo, his) = try await both()
    for account in [ann, bob] { try await bench.store.acknowledgeAll(of: account) }
    let moved = todo.fields.changing(["listID": .string(his.listID.rawValue)])
    try await bench.store.apply([.live(todo.key, moved, 50)], from: bob)
    let shown = try await bench.store.todo(todo.id)
    XCTAssertEqual(shown?.account, ann)
    try await bench.store.delete([todo.id])
    let left = try await bench.store.todo(todo.id)
    XCTAssertNil(left)
    for account in [ann, bob] {
      let waiting = try await bench.store.pendingChange(for: todo.key, of: account)
      XCTAssertEqual(waiting?.operation, .delete, account.rawValue)
    }
  }

  /// Another device has moved it and written there, and the server has lost that.
  func testWhatTheServerLosesOfAHiddenCopyIsListed() async throws {
    for isEdited in [false, true] {
      let (bench, ann, bob, todo, his) = try await both()
      for account in [ann, bob] { try await bench.store.acknowledgeAll(of: account) }
      let words: RecordFields = isEdited ? ["content": .string("written there")] : [:]
      let moved = todo.fields.changing(["listID": .string(his.listID.rawValue)]).changing(words)
      try await bench.store.apply([.live(todo.key, moved, 50)], from: bob)
      try await bench.store.apply([.absent(todo.key)], from: bob)
      let shown = try await bench.store.todo(todo.id)
      XCTAssertEqual(shown?.account, ann)
      let lost = try await bench.store.recentConflicts().map(\.lost)
      XCTAssertEqual(lost, isEdited ? [words] : [])
    }
  }

  // MARK: Each for itself

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
