import Basics
import Core
import TestSupport
import XCTest

@testable import Sync

/// Who sees whom, from the stores of people who share lists, by the rules as delivered. Nobody here wants to be found.
final class AcquaintancesOnEmulatorTests: XCTestCase {
  private var people: [String: Participant] = [:]

  private func begin() async throws -> FirestoreEmulator {
    let emulator = try await emulator()
    for user in ["ann", "bob", "cat", "sam"] {
      people[user] = try await Participant(user, emulator)
      try await emulator.write(["users/" + user: ["username": PeopleFixture.text(user)]])
    }
    return emulator
  }

  private func sync(_ users: String...) async throws {
    for user in users { try await people[user]?.sync() }
  }

  private func invite(_ user: String, into name: String, by owner: String = "ann") async throws {
    let store = try XCTUnwrap(people[owner]).store
    let known = try await people[owner]?.list(named: name)
    let list = if let known { known } else { try await store.addList(named: name) }
    try await store.setMember(user, of: list.id, as: .reader)
    try await sync(owner, user)
  }

  private func accept(_ user: String) async throws {
    try await people[user]?.acceptAll()
    try await sync(user)
  }

  private func seen(by user: String, _ emulator: FirestoreEmulator) async throws -> [String] {
    let participant = try XCTUnwrap(people[user])
    let id = participant.account.id
    let known = try await participant.store.acquaintances(of: id)
    let source = FirestorePeople(
      access: try PeopleFixture.access(
        emulator.host, user: user, transport: SoupTransport(connections: 6)),
      related: { _ in known })
    return try await source.answers(id).last?.value.map(\.id) ?? []
  }

  private func assertSeen(
    _ expected: [String: [String]], _ emulator: FirestoreEmulator, line: UInt = #line
  ) async throws {
    for (user, others) in expected {
      let seen = try await seen(by: user, emulator)
      XCTAssertEqual(seen, others, user, line: line)
    }
  }

  func testFromTheInvitationToTheEnd() async throws {
    let emulator = try await begin()
    try await assertSeen(["ann": ["ann"], "sam": ["sam"]], emulator)
    try await invite("bob", into: "Party")
    try await invite("cat", into: "Party")
    // Who is invited sees who invites, and nobody is seen before they have accepted.
    try await assertSeen(
      ["ann": ["ann"], "bob": ["ann", "bob"], "cat": ["ann", "cat"]], emulator)
    try await accept("bob")
    try await accept("cat")
    try await sync("ann", "bob", "cat")
    let all = ["ann", "bob", "cat"]
    try await assertSeen(["ann": all, "bob": all, "cat": all, "sam": ["sam"]], emulator)
    let list = try await people["ann"]?.list(named: "Party")
    try await people["ann"]?.store.removeMember("cat", of: try XCTUnwrap(list).id)
    try await sync("ann", "bob", "cat")
    try await assertSeen(
      ["ann": ["ann", "bob"], "bob": ["ann", "bob"], "cat": ["cat"]], emulator)
  }

  /// Of several lists one is enough, whichever comes first.
  func testTheNextListIsTried() async throws {
    for name in ["Party", "Garden"] {
      let emulator = try await begin()
      try await invite("bob", into: "Party")
      try await invite("bob", into: "Garden")
      let found = try await people["bob"]?.store.invitations().first { $0.listName == name }
      try await people["bob"]?.store.accept(try XCTUnwrap(found).id)
      try await sync("bob")
      try await assertSeen(["ann": ["ann", "bob"]], emulator)
      // What was true the last time, and is true no more.
      let share = try await people["bob"]?.list(named: name)
      try await people["bob"]?.store.leaveList(try XCTUnwrap(share).id)
      try await sync("bob", "ann")
      try await assertSeen(["ann": ["ann"]], emulator)
    }
  }

  /// Rules of before there were such records refuse them, and let profiles be read.
  func testRulesThatDoNotKnowAcquaintances() async throws {
    let emulator = try await begin()
    try await invite("bob", into: "Party")
    try await emulator.setRules(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{user} { allow read: if request.auth != null; }
        }
      }
      """)
    try await assertSeen(["ann": ["ann", "bob"]], emulator)
  }
}
