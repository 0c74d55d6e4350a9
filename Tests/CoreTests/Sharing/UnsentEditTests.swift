import XCTest

@testable import Core

/// Edits of another person's to-dos that were sent without an answer or refused, and what becomes of that.
final class UnsentEditTests: XCTestCase {
  private let cake = RecordKey.todo("cake")
  private let id = TodoID(rawValue: "cake")

  /// Bob's lists "party", with a cake, and "trip", in both of which the user may write.
  private func joined() async throws -> (
    bench: Bench, own: AccountID, party: AccountID, trip: AccountID
  ) {
    let (bench, account) = try await Bench.connected()
    for list in ["party", "trip"] {
      try await bench.store.apply(
        [.accepted(list, of: "bob"), membership(list, .writer, 1)], from: account)
    }
    let shares = try await bench.store.syncAccounts().filter { $0.share != nil }
      .sorted { $0.id.rawValue < $1.id.rawValue }
    let (party, trip) = (shares[0].id, shares[1].id)
    for (share, list) in [(party, "party"), (trip, "trip")] {
      try await bench.store.apply([.live(.list(list), ["name": .string(list)], 2)], from: share)
    }
    try await bench.store.apply([cake(in: "party", 3)], from: party)
    return (bench, account, party, trip)
  }

  private func membership(_ list: String, _ role: ListRole, _ number: Int64) -> RemoteRecord {
    .live(
      .membership(owner: "bob", member: list + ":ann"),
      [
        "listID": .string(list), "user": .string("ann"), "role": .string(role.rawValue),
        "createdAt": .timestamp(Timestamp(milliseconds: 1)),
      ], number)
  }

  private func cake(in list: String, _ number: Int64) -> RemoteRecord {
    .live(
      cake,
      [
        "listID": .string(list), "content": .string("Cake"),
        "createdAt": .timestamp(Timestamp(milliseconds: 1)),
      ], number)
  }

  private func sendWithoutAnswer(_ bench: Bench, _ account: AccountID) async throws {
    try await bench.store.edit(id) { $0.notes = "big" }
    let change = try await bench.store.beginPush(cake, of: account)
    try await bench.store.endPush([change])
    let isUnanswered = try await bench.store.hasUnanswered(of: account)
    XCTAssertTrue(isUnanswered)
  }

  private func assertNothingIsUnanswered(_ bench: Bench, _ account: AccountID) async throws {
    let isUnanswered = try await bench.store.hasUnanswered(of: account)
    XCTAssertFalse(isUnanswered)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [])
  }

  func testAnEditThatFollowsToAnotherListIsNoLongerUnansweredInTheFirst() async throws {
    let (bench, _, party, trip) = try await joined()
    try await sendWithoutAnswer(bench, party)
    let moved = cake(in: "trip", 4)
    try await bench.store.apply([moved], from: trip)
    try await bench.store.apply([moved], from: party)
    let todo = try await bench.store.todo(id)
    XCTAssertEqual(todo?.account, trip)
    XCTAssertEqual(todo?.notes, "big")
    let keys = try await bench.store.waitingKeys(of: trip)
    XCTAssertEqual(keys, [cake])
    try await assertNothingIsUnanswered(bench, party)
  }

  /// Bob has it, so the one that was sent as new cannot arrive any more, and was moved out of the list.
  func testADeletionOfWhatIsInAnotherListByNowDoesNotWait() async throws {
    for isShown in [false, true] {
      let (bench, _, party, trip) = try await joined()
      let pie = try await bench.add("Pie", to: ListID(rawValue: "party"))
      let change = try await bench.store.beginPush(pie.key, of: party)
      try await bench.store.endPush([change])
      try await bench.store.delete([pie.id])
      var keys = try await bench.store.waitingKeys(of: party)
      XCTAssertEqual(keys, [pie.key])
      let moved = RemoteRecord(
        key: pie.key, state: .live(["listID": .string("trip"), "content": .string("Pie")]),
        version: .numbered(8), readAt: 9)
      if isShown { try await bench.store.apply([moved], from: trip) }
      try await bench.store.apply([moved], from: party)
      keys = try await bench.store.waitingKeys(of: party)
      XCTAssertEqual(keys, [], "shown in the other list: \(isShown)")
      try await assertNothingIsUnanswered(bench, party)
    }
  }

  /// Its owner had deleted the list when it was refused.
  func testWhatWasRefusedIsSentWhenTheListIsBack() async throws {
    for isBack in [false, true] {
      let (bench, _, party, _) = try await joined()
      try await bench.store.edit(id) { $0.notes = "big" }
      let change = try await bench.store.beginPush(cake, of: party)
      try await bench.store.quarantine(
        change,
        SyncRetry(
          attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 403, code: "X")))
      var list: RecordFields = ["name": .string("Party")]
      if isBack { list["createdAt"] = .timestamp(bench.clock.now) }
      try await bench.store.apply([.live(.list("party"), list, 7)], from: party)
      let keys = try await bench.store.waitingKeys(of: party)
      XCTAssertEqual(keys, isBack ? [cake] : [], "another name is no reason to try again")
    }
  }

  /// The list may have been restored in a deleted state, which no query for news finds.
  func testARefusalIsAReasonToCompareTheListOfAnotherPerson() async throws {
    let (bench, own, party, trip) = try await joined()
    for account in [own, party, trip] {
      try await bench.store.endComparison(of: .list, of: account, at: bench.clock.now)
    }
    try await bench.store.edit(id) { $0.notes = "big" }
    let change = try await bench.store.beginPush(cake, of: party)
    try await bench.store.quarantine(
      change,
      SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 403, code: "X")))
    for (account, isDue) in [(own, false), (party, true), (trip, false)] {
      let comparison = try await bench.store.comparison(of: .list, of: account)
      XCTAssertEqual(comparison.isDue, isDue, account.rawValue)
    }
  }

  /// Its owner had moved the to-do to a list that the user cannot see when it was refused.
  func testWhatWasRefusedIsSentWhenTheTodoIsBack() async throws {
    let (bench, _, party, _) = try await joined()
    try await bench.store.edit(id) { $0.notes = "big" }
    try await bench.store.apply([.absent(cake)], from: party)
    let change = try await bench.store.beginPush(cake, of: party)
    try await bench.store.quarantine(
      change,
      SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 403, code: "X")))
    var keys = try await bench.store.waitingKeys(of: party)
    XCTAssertEqual(keys, [])
    try await bench.store.apply([cake(in: "party", 7)], from: party)
    keys = try await bench.store.waitingKeys(of: party)
    XCTAssertEqual(keys, [cake])
    let todo = try await bench.store.todo(id)
    XCTAssertEqual(todo?.notes, "big")
    // Another edit of somebody else is no reason to try again.
    let again = try await bench.store.beginPush(cake, of: party)
    try await bench.store.quarantine(
      again,
      SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 403, code: "X")))
    try await bench.store.apply([cake(in: "party", 9)], from: party)
    keys = try await bench.store.waitingKeys(of: party)
    XCTAssertEqual(keys, [])
  }

  /// A to-do that was sent into one list without an answer, and that its owner has moved to another one: that list comes with
  /// the account that stands for it, once the user has agreed to take part.
  func testAnotherListOfTheSamePersonIsNotAskedFor() async throws {
    let (bench, _, party, _) = try await joined()
    let pie = try await bench.add("Pie", to: ListID(rawValue: "party"))
    let change = try await bench.store.beginPush(pie.key, of: party)
    try await bench.store.endPush([change])
    let fields = pie.fields.changing([
      "listID": .string("outing"),
      "modifiedAt": .timestamp(Timestamp(milliseconds: pie.modifiedAt.milliseconds + 1)),
    ])
    try await bench.store.apply([.live(pie.key, fields, 7)], from: party)
    let todo = try await bench.store.todo(pie.id)
    XCTAssertEqual(todo?.listID.rawValue, "outing")
    let missing = try await bench.store.missingLists(of: party)
    XCTAssertEqual(missing, [])
  }

  /// The server was restored from a backup while the user could only read the list: what was known before is sent with the
  /// edit when the user may write again. Who has edited nothing takes the older state.
  func testAnEditDoesNotBringAnOlderStateOfTheServerWithIt() async throws {
    for isEdited in [false, true] {
      let (bench, own, party, _) = try await joined()
      let fields: RecordFields = [
        "listID": .string("party"), "content": .string("Cake"), "url": .string("https://a.example"),
        "createdAt": .timestamp(Timestamp(milliseconds: 1)),
      ]
      try await bench.store.apply([.live(cake, fields, 5)], from: party)
      if isEdited { try await bench.store.edit(id) { $0.notes = "big" } }
      try await bench.store.apply([membership("party", .reader, 6)], from: own)
      let older = RemoteRecord(
        key: cake, state: .live(fields.changing(["url": .null])), version: .numbered(4), readAt: 7)
      try await bench.store.apply([older], from: party)
      let shown = try await bench.store.todo(id)
      XCTAssertEqual(shown?.url, isEdited ? "https://a.example" : nil)
      try await bench.store.apply([membership("party", .writer, 8)], from: own)
      let keys = try await bench.store.waitingKeys(of: party)
      XCTAssertEqual(keys, isEdited ? [cake] : [])
      guard isEdited else { continue }
      let change = try await bench.store.beginPush(cake, of: party)
      XCTAssertEqual(change.precondition, .version("v4"))
      XCTAssertEqual(change.fields?["url"], .string("https://a.example"))
      XCTAssertEqual(change.fields?["notes"], .string("big"))
    }
  }

  /// The user moved a to-do to Bob's list, and takes part no longer. If somebody edited it at the old place meanwhile, it may
  /// have been moved back there, and not be in Bob's list any more.
  func testWhatSomebodyEditedWhereItWasMovedFromIsNotDeletedThere() async throws {
    for isEdited in [false, true] {
      let (bench, own, party, _) = try await joined()
      let list = try await bench.store.addList(named: "Own", to: .account(own))
      let pie = try await bench.add("Pie", to: list.id)
      try await bench.store.apply(
        [.live(list.key, list.fields, 5), .live(pie.key, pie.fields, 6)], from: own)
      try await bench.store.move([pie.id], to: ListID(rawValue: "party"))
      let change = try await bench.store.beginPush(pie.key, of: party)
      try await bench.store.acknowledge([change], versions: [.numbered(7)])
      if isEdited {
        let fields = pie.fields.changing(["content": .string("Apple pie")])
        try await bench.store.apply([.live(pie.key, fields, 8)], from: own)
      }
      try await bench.store.apply(
        [.tombstone(.membership(owner: "bob", member: "party:ann"), 9)], from: own)
      let todo = try await bench.store.todo(pie.id)
      XCTAssertEqual(todo?.account, isEdited ? own : nil)
      XCTAssertEqual(todo?.content, isEdited ? "Apple pie" : nil)
      let waiting = try await bench.store.pendingChange(for: pie.key, of: own)
      XCTAssertEqual(waiting?.operation == .delete, !isEdited)
    }
  }

  func testAnEditOfWhatComesBackToWhereItMayOnlyBeReadIsNoLongerUnanswered() async throws {
    let (bench, own, party, _) = try await joined()
    let list = try await bench.store.addList(named: "Own", to: .account(own))
    try await sendWithoutAnswer(bench, party)
    try await bench.store.move([id], to: list.id)
    try await bench.store.apply([membership("party", .reader, 5)], from: own)
    try await bench.store.discard(cake, of: own, restoring: .absent(cake))
    let todo = try await bench.store.todo(id)
    XCTAssertEqual(todo?.account, party)
    XCTAssertEqual(todo?.notes, "")
    try await assertNothingIsUnanswered(bench, party)
  }
}
