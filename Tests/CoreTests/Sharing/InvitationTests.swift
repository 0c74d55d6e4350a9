import TestSupport
import XCTest

@testable import Core

/// Invitations into lists of other people and the answers to them, without a server.
final class InvitationTests: XCTestCase {
  private let party = ListID(rawValue: "party")

  private func membership(
    _ list: String = "party", of owner: String = "bob", named name: String? = "Party",
    _ version: Int64 = 1, role: String = "writer", at createdAt: Timestamp? = nil
  ) -> RemoteRecord {
    var fields: RecordFields = [
      "listID": .string(list), "user": .string("ann"), "role": .string(role),
    ]
    fields["createdAt"] = createdAt.map(FieldValue.timestamp)
    fields["listName"] = name.map(FieldValue.string)
    return .live(.membership(owner: owner, member: list + ":ann"), fields, version)
  }

  private func consent(_ id: String = "bob:party") -> RecordKey {
    RecordKey(kind: .consent, id: id)
  }

  private func invited() async throws -> (Bench, AccountID, Invitation) {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply([membership()], from: account)
    let invitations = try await bench.store.invitations()
    XCTAssertEqual(invitations.count, 1)
    return (bench, account, try XCTUnwrap(invitations.first))
  }

  private func shares(_ bench: Bench) async throws -> Int {
    try await bench.store.syncAccounts().filter { $0.share != nil }.count
  }

  func testAnInvitationIsOnlyAsked() async throws {
    let (bench, account, invitation) = try await invited()
    XCTAssertEqual(
      invitation,
      Invitation(
        id: .init(account: account, owner: "bob", list: party), listName: "Party", role: .writer,
        isAccepted: false))
    let accounts = try await bench.store.syncAccounts()
    XCTAssertEqual(accounts.map(\.id), [account])
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testAnAcceptedListComesWhenTheServerKnows() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.accept(invitation.id)
    var left = try await bench.store.invitations()
    XCTAssertEqual(left.map(\.isAccepted), [true])
    let early = try await shares(bench)
    XCTAssertEqual(early, 0, "the server would refuse everything")
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [consent()])
    try await bench.store.acknowledgeAll(of: account)
    left = try await bench.store.invitations()
    XCTAssertEqual(left, [])
    let accounts = try await bench.store.syncAccounts()
    XCTAssertEqual(
      accounts.compactMap(\.share), [Account.Share(owner: "bob", list: party, role: .writer)])
  }

  func testAnAnswerOfAnotherDeviceCountsHere() async throws {
    let (bench, account, _) = try await invited()
    try await bench.store.apply([.accepted("party", of: "bob")], from: account)
    let there = try await shares(bench)
    XCTAssertEqual(there, 1)
    let left = try await bench.store.invitations()
    XCTAssertEqual(left, [])
    try await bench.store.apply([.tombstone(consent())], from: account)
    let gone = try await shares(bench)
    XCTAssertEqual(gone, 0)
    let again = try await bench.store.invitations()
    XCTAssertEqual(again.count, 1, "the invitation still stands")
  }

  func testADeclinedInvitationIsNotAskedAgainUntilItIsMadeAnew() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.decline(invitation.id)
    try await bench.store.apply([membership("party", named: "Please", 2)], from: account)
    var left = try await bench.store.invitations()
    XCTAssertEqual(left, [])
    try await bench.store.acknowledgeAll(of: account)
    let here = try await shares(bench)
    XCTAssertEqual(here, 0)
    try await bench.store.apply(
      [.tombstone(.membership(owner: "bob", member: "party:ann"), 3)], from: account)
    try await bench.store.apply([membership("party", named: "Again", 4)], from: account)
    left = try await bench.store.invitations()
    XCTAssertEqual(left.map(\.listName), ["Again"])
  }

  /// The server refused that the answer ends, and the user gives the change up: it would answer the next invitation.
  func testAnAnswerDoesNotOutliveItsInvitationByBeingDiscarded() async throws {
    for isAnsweredAgain in [false, true] {
      let (bench, account, invitation) = try await invited()
      try await bench.store.accept(invitation.id)
      try await bench.store.acknowledgeAll(of: account)
      let base = try await bench.store.syncBase(for: consent(), of: account)
      var fields = try XCTUnwrap(base?.fields)
      try await bench.store.apply(
        [.tombstone(.membership(owner: "bob", member: "party:ann"), 3)], from: account)
      // Another device may have answered a later invitation, which was not read here.
      bench.clock.advance(by: 1_000)
      if isAnsweredAgain { fields["modifiedAt"] = .timestamp(bench.clock.now) }
      try await bench.store.discard(
        consent(), of: account, restoring: .live(consent(), fields, isAnsweredAgain ? 9 : 1))
      let keys = try await bench.store.waitingKeys(of: account)
      XCTAssertEqual(keys, isAnsweredAgain ? [] : [consent()])
      try await bench.store.apply([membership("party", named: "Again", 10)], from: account)
      let asked = try await bench.store.invitations()
      XCTAssertEqual(asked.map(\.listName), isAnsweredAgain ? [] : ["Again"])
    }
  }

  /// Whoever took part once is asked again: leaving ends the consent, too.
  func testLeavingEndsTheConsent() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.accept(invitation.id)
    try await bench.store.acknowledgeAll(of: account)
    let found = try await bench.store.syncAccounts().first { $0.share != nil }
    let share = try XCTUnwrap(found)
    try await bench.store.apply(
      [
        .live(.list("party"), ["name": .string("Party")], 2),
        .live(
          RecordKey(kind: .member, id: "party:ann"),
          ["listID": .string("party"), "user": .string("ann"), "role": .string("writer")], 1),
      ], from: share.id)
    try await bench.store.leaveList(party)
    var waiting = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(waiting, [], "what waits in the list needs the consent to arrive")
    try await bench.store.acknowledgeAll(of: share.id, version: .numbered(5))
    waiting = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(waiting, [consent()])
    let change = try await bench.store.pendingChange(for: consent(), of: account)
    XCTAssertEqual(change?.operation, .delete)
  }

  func testNoInvitationByAPersonWhoIsBlocked() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.block("bob", in: account)
    try await bench.store.apply([membership("second")], from: account)
    var left = try await bench.store.invitations()
    XCTAssertEqual(left, [])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [consent("bob:")])
    try await bench.store.apply([membership("x", of: "carl")], from: account)
    left = try await bench.store.invitations()
    XCTAssertEqual(left.map(\.id.owner), ["carl"])
    let blocked = try await bench.store.blocked()
    XCTAssertEqual(blocked.map(\.user), ["bob"])
    // What was not kept is read again.
    try await bench.store.apply(
      .listing([membership("x", of: "carl")]), of: .membership, from: account)
    try await bench.store.unblock("bob", in: account)
    left = try await bench.store.invitations()
    XCTAssertTrue(left.contains(invitation))
    let cursor = try await bench.store.syncCursor(of: .membership, of: account)
    XCTAssertNil(cursor)
  }

  /// What came while the person was blocked was kept on neither device.
  func testAPersonUnblockedOnAnotherDeviceIsAskedAboutAgain() async throws {
    let (bench, account, _) = try await invited()
    try await bench.store.block("bob", in: account)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.apply(
      .listing([membership("second")]), of: .membership, from: account)
    var cursor = try await bench.store.syncCursor(of: .membership, of: account)
    XCTAssertNotNil(cursor)
    try await bench.store.apply([.tombstone(consent("bob:"), 9)], from: account)
    let blocked = try await bench.store.blocked()
    XCTAssertEqual(blocked, [])
    cursor = try await bench.store.syncCursor(of: .membership, of: account)
    XCTAssertNil(cursor)
  }

  /// An invitation by somebody who is blocked here may have been accepted on a device that did not know of that.
  func testAnInvitationThatWasNotKeptIsReadAgainWhenItIsAccepted() async throws {
    for isAskedAgain in [false, true] {
      let (bench, account) = try await Bench.connected()
      let asked = RecordKey.membership(owner: "bob", member: "party:ann")
      if isAskedAgain { try await bench.store.apply([.tombstone(asked, 1)], from: account) }
      try await bench.store.block("bob", in: account)
      try await bench.store.acknowledgeAll(of: account)
      let listing = ChangePage.listing([membership("party", 2)])
      try await bench.store.apply(listing, of: .membership, from: account)
      let before = try await bench.store.syncCursor(of: .membership, of: account)
      XCTAssertNotNil(before)
      try await bench.store.apply([.accepted("party", of: "bob")], from: account)
      let after = try await bench.store.syncCursor(of: .membership, of: account)
      XCTAssertNil(after, "only this tells that it is to be read")
      try await bench.store.apply(listing, of: .membership, from: account)
      let here = try await shares(bench)
      XCTAssertEqual(here, 1)
      // Reading the same answer once more is no news.
      try await bench.store.apply([.accepted("party", of: "bob")], from: account)
      let last = try await bench.store.syncCursor(of: .membership, of: account)
      XCTAssertNotNil(last)
    }
  }

  /// A block and an answer about a list without a name would be the same record.
  func testAnAnswerWithoutAListDoesNotUnblock() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.block("bob", in: account)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.apply([.accepted("", of: "bob", 1_000_000)], from: account)
    let blocked = try await bench.store.blocked()
    XCTAssertEqual(blocked.map(\.user), ["bob"])
  }

  func testOnlySoManyInvitationsAreKept() async throws {
    let (bench, account) = try await Bench.connected()
    let limit = StoreTransaction.invitationLimit
    let flood = (0..<limit + 50).map { membership("l\($0)", of: "spam\($0 % 7)") }
    try await bench.store.apply(.listing(flood), of: .membership, from: account)
    var left = try await bench.store.invitations()
    XCTAssertEqual(left.count, limit)
    // A list that was accepted is not kept out by strangers.
    try await bench.store.apply([.accepted("party", of: "bob")], from: account)
    try await bench.store.apply(.listing([membership()]), of: .membership, from: account)
    let here = try await shares(bench)
    XCTAssertEqual(here, 1)
    let before = try await bench.store.syncCursor(of: .membership, of: account)
    XCTAssertNotNil(before)
    try await bench.store.decline(try XCTUnwrap(left.first).id)
    let after = try await bench.store.syncCursor(of: .membership, of: account)
    XCTAssertNil(after, "there is room for what was not kept")
    left = try await bench.store.invitations()
    XCTAssertEqual(left.count, limit - 1)
  }

  /// Reading them by name would change nothing, however often.
  func testInvitationsOfABlockedPersonAreNotWantedWhereTheyAreMany() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.block("spam", in: account)
    let many = (0...StoreTransaction.invitationLimit).map {
      RecordKey.membership(owner: "spam", member: "l\($0):ann")
    }
    var unwanted = try await bench.store.unwantedInvitations(among: [many[0]], of: account)
    XCTAssertEqual(unwanted, [])
    let keys = many + [membership().key]
    unwanted = try await bench.store.unwantedInvitations(among: keys, of: account)
    XCTAssertEqual(unwanted, Set(many))
    try await bench.store.apply([.accepted("l0", of: "spam")], from: account)
    unwanted = try await bench.store.unwantedInvitations(among: keys, of: account)
    XCTAssertEqual(unwanted, Set(many.dropFirst()))
  }

  func testWhatAStrangerWroteStaysOnOneBoundedLine() async throws {
    let (bench, account) = try await Bench.connected()
    let name = "a\nb\u{0}c\u{202E}d\u{9B}e" + String(repeating: "x\u{301}", count: 5_000)
    try await bench.store.apply([membership(named: name)], from: account)
    let found = try await bench.store.invitations().first
    let shown = try XCTUnwrap(found).listName
    XCTAssertTrue(shown.hasPrefix("a b c d e"))
    XCTAssertLessThanOrEqual(shown.unicodeScalars.count, Invitation.nameLimit + 1)
    let stored = try await bench.store.column("SELECT LENGTH(fields) FROM syncBase")
    XCTAssertLessThan(Int(stored.first ?? "") ?? .max, 2_000)
  }

  func testAMembershipUnderAnotherNameOrForAnotherPersonIsNone() async throws {
    let (bench, account) = try await Bench.connected()
    let fields: RecordFields = [
      "listID": .string("party"), "user": .string("eve"), "role": .string("writer"),
    ]
    try await bench.store.apply(
      [
        .live(.membership(owner: "bob", member: "party:eve"), fields),
        .live(
          .membership(owner: "bob", member: "other:ann"),
          fields.changing(["user": .string("ann")])),
      ], from: account)
    let left = try await bench.store.invitations()
    XCTAssertEqual(left, [])
  }

  /// Another person and another list may give the same name of an answer.
  func testAnAnswerToSomebodyElseIsNone() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      [membership("c", of: "a:b"), membership("b:c", of: "a"), membership("d", of: "a:b")],
      from: account)
    func asked() async throws -> [String] {
      try await bench.store.invitations().map { invitation in
        "\(invitation.id.owner)/\(invitation.id.list.rawValue) \(invitation.isAccepted)"
      }
    }
    let all = try await bench.store.invitations()
    let first = try XCTUnwrap(all.first { $0.id.owner == "a:b" && $0.id.list.rawValue == "c" })
    try await bench.store.accept(first.id)
    var left = try await asked()
    XCTAssertEqual(left, ["a/b:c false", "a:b/c true", "a:b/d false"])
    try await bench.store.acknowledgeAll(of: account)
    left = try await asked()
    XCTAssertEqual(left, ["a/b:c false", "a:b/d false"])
    // The list "b:" of "a" has the name that blocks "a:b".
    try await bench.store.apply([.accepted("b:", of: "a")], from: account)
    left = try await asked()
    XCTAssertEqual(left, ["a/b:c false", "a:b/d false"])
  }

  /// The same person may invite both.
  func testTwoAccountsAnswerForThemselves() async throws {
    let (bench, account) = try await Bench.connected()
    let other = try sampleAccount(user: "zoe")
    try await bench.store.connect(other)
    try await bench.store.apply([membership()], from: account)
    try await bench.store.apply(
      [
        .live(
          .membership(owner: "bob", member: "party:zoe"),
          ["listID": .string("party"), "user": .string("zoe"), "role": .string("reader")])
      ], from: other.id)
    for invitation in try await bench.store.invitations() where invitation.id.account == account {
      try await bench.store.decline(invitation.id)
    }
    let left = try await bench.store.invitations()
    XCTAssertEqual(left.map(\.id.account), [other.id])
    try await bench.store.accept(try XCTUnwrap(left.first).id)
    let keys = try await bench.store.waitingKeys(of: other.id)
    XCTAssertEqual(keys, [consent()])
  }

  func testSigningOutForgetsInvitationsAndAnswers() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.accept(invitation.id)
    try await bench.store.disconnect(account, isKeeping: true)
    let left = try await bench.store.column("SELECT id FROM consent")
    XCTAssertEqual(left, [])
  }

  /// The invitation was withdrawn and made again while this device was off.
  func testADeclinedInvitationThatWasMadeAgainUnseenIsAskedAbout() async throws {
    let (bench, account) = try await Bench.connected()
    let first = bench.clock.now
    try await bench.store.apply([membership(at: first)], from: account)
    let asked = try await bench.store.invitations()
    bench.clock.advance(by: 1_000)
    try await bench.store.decline(try XCTUnwrap(asked.first?.id))
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.apply([membership("party", 2, role: "reader", at: first)], from: account)
    var left = try await bench.store.invitations()
    XCTAssertEqual(left, [], "another role is no new invitation")
    bench.clock.advance(by: 1_000)
    let second = bench.clock.now
    try await bench.store.apply([membership("party", 3, at: second)], from: account)
    left = try await bench.store.invitations()
    XCTAssertEqual(left.count, 1)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [consent()])
  }

  /// Another device has declined the second invitation, which this one reads after that answer.
  func testTheAnswerToALaterInvitationStays() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply([membership(at: bench.clock.now)], from: account)
    let asked = try await bench.store.invitations()
    let second = Timestamp(milliseconds: bench.clock.now.milliseconds + 1_000)
    bench.clock.advance(by: 2_000)
    try await bench.store.decline(try XCTUnwrap(asked.first?.id))
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.apply([membership("party", 3, at: second)], from: account)
    let left = try await bench.store.invitations()
    XCTAssertEqual(left, [])
  }

  func testEndedInvitationsOfStrangersDoNotFillTheDisk() async throws {
    let (bench, account, _) = try await invited()
    try await bench.store.apply(
      (0..<3000).map { .tombstone(.membership(owner: "s\($0)", member: "l:ann"), 1) },
      from: account)
    let kept = try await bench.store.comparison(of: .membership, of: account).expectedCount
    XCTAssertLessThanOrEqual(kept, StoreTransaction.membershipLimit)
    let invitations = try await bench.store.invitations()
    XCTAssertEqual(invitations.count, 1)
  }
}
