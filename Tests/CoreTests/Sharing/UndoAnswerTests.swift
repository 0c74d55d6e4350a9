import TestSupport
import XCTest

@testable import Core

/// Taking back answers to invitations.
final class UndoAnswerTests: XCTestCase {
  private let recorder = UndoRecorder()
  private let party = ListID(rawValue: "party")

  private let membership = RecordKey.membership(owner: "bob", member: "party:ann")

  private func invitation(_ version: Int64 = 1) -> RemoteRecord {
    .live(
      membership,
      [
        "listID": .string("party"), "user": .string("ann"), "role": .string("writer"),
        "listName": .string("Party"),
      ], version)
  }

  private func invited() async throws -> (Bench, AccountID, Invitation) {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply([invitation()], from: account)
    let invitations = try await bench.store.invitations()
    return (bench.recording(in: recorder), account, try XCTUnwrap(invitations.first))
  }

  private func lastStep() throws -> UndoStep { try XCTUnwrap(recorder.take().last) }

  private func shares(_ bench: Bench) async throws -> [AccountID] {
    try await bench.store.syncAccounts().filter { $0.share != nil }.map(\.id)
  }

  func testADeclinedInvitationIsAskedAgain() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.decline(invitation.id)
    let step = try lastStep()
    XCTAssertEqual(step.edits.map(\.title), ["Party"])
    let redo = try await bench.store.undo(step)
    var left = try await bench.store.invitations()
    XCTAssertEqual(left, [invitation])
    try await bench.store.acknowledgeAll(of: account)
    _ = try await bench.store.undo(redo)
    left = try await bench.store.invitations()
    XCTAssertEqual(left, [])
  }

  /// The list goes when the server knows, and is not shown until then.
  func testAnAcceptedListGoes() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.accept(invitation.id)
    let step = try lastStep()
    try await bench.store.acknowledgeAll(of: account)
    let found = try await shares(bench)
    let share = try XCTUnwrap(found.first)
    try await bench.store.apply(
      [.live(.list("party"), ["name": .string("Party")], 2)], from: share)
    try await bench.add("Cake", to: party)
    _ = recorder.take()
    let redo = try await bench.store.undo(step)
    var hidden = try await bench.store.column("SELECT list FROM hiddenList")
    XCTAssertEqual(hidden, ["party"])
    let left = try await bench.store.invitations()
    XCTAssertEqual(left, [invitation], "it is asked again")
    // Redone before the server knew.
    let again = try await bench.store.undo(redo)
    hidden = try await bench.store.column("SELECT list FROM hiddenList")
    XCTAssertEqual(hidden, [])
    var present = try await shares(bench)
    XCTAssertEqual(present, [share])
    _ = try await bench.store.undo(again)
    try await bench.store.acknowledgeAll(of: account)
    present = try await shares(bench)
    XCTAssertEqual(present, [])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Cake"], "what was not sent is kept")
    hidden = try await bench.store.column("SELECT list FROM hiddenList")
    XCTAssertEqual(hidden, [])
  }

  /// An answer would be one to the next invitation.
  func testAnAnswerToAnInvitationThatIsGoneIsNotGivenAgain() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.accept(invitation.id)
    let redo = try await bench.store.undo(try lastStep())
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.apply([.tombstone(membership, 3)], from: account)
    let nothing = try await bench.store.undo(redo)
    XCTAssertTrue(nothing.isEmpty)
    try await bench.store.apply([self.invitation(4)], from: account)
    let left = try await bench.store.invitations()
    XCTAssertEqual(left.map(\.isAccepted), [false])
  }

  func testWhatAnotherDeviceAnsweredStays() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.decline(invitation.id)
    let step = try lastStep()
    try await bench.store.acknowledgeAll(of: account)
    bench.clock.advance(by: 1_000)
    var fields = try XCTUnwrap(RemoteRecord.accepted("party", of: "bob").fields)
    fields["modifiedAt"] = .timestamp(bench.clock.now)
    let answer = RecordKey(kind: .consent, id: "bob:party")
    try await bench.store.apply([.live(answer, fields, 9)], from: account)
    let nothing = try await bench.store.undo(step)
    XCTAssertTrue(nothing.isEmpty)
    let present = try await shares(bench)
    XCTAssertEqual(present.count, 1)
  }

  func testABlockedPersonMayInviteAgain() async throws {
    let (bench, account, invitation) = try await invited()
    try await bench.store.block("bob", in: account)
    let redo = try await bench.store.undo(try lastStep())
    var blocked = try await bench.store.blocked()
    XCTAssertEqual(blocked, [])
    let left = try await bench.store.invitations()
    XCTAssertEqual(left, [invitation])
    _ = try await bench.store.undo(redo)
    blocked = try await bench.store.blocked()
    XCTAssertEqual(blocked.map(\.user), ["bob"])
  }
}
