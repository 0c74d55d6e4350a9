import Core
import Sync
import TestSupport
import XCTest

/// To-dos that go from one list of another person to the next one.
final class MoveBetweenSharedListsTests: SharedListsTestCase {
  func testFromOneListOfAPersonToAnother() async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    let before = server.records(of: "ann")[key]
    try await ben.store.move([id], to: list("Trip", of: ben))
    for _ in 0..<3 { try await ben.sync() }
    let trip = try await contents("Trip", of: ben)
    XCTAssertEqual(trip, ["Cake"])
    let after = try XCTUnwrap(server.records(of: "ann")[key])
    XCTAssertNotEqual(after["listID"], before?["listID"])
    XCTAssertEqual(after["notes"], .string("big"))
    for _ in 0..<2 {
      try await ann.sync()
      try await ben.sync()
    }
    let seen = try await contents("Trip", of: ann)
    XCTAssertEqual(seen, ["Cake"])
    let kept = try await contents("Trip", of: ben)
    XCTAssertEqual(kept, ["Cake"])
    let waiting = try await ben.store.syncSummaries().reduce(0) { $0 + $1.summary.waiting }
    XCTAssertEqual(waiting, 0)
  }

  /// Her server has it where it was, with what it said before: that is no value of somebody else.
  func testAnEditBeforeItGoesFromOneListOfAPersonToAnotherIsNoConflict() async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ben.store.edit(id) { $0.content = "Pie" }
    try await ben.store.move([id], to: list("Trip", of: ben))
    for _ in 0..<3 { try await ben.sync() }
    try await ann.sync()
    let trip = try await contents("Trip", of: ann)
    XCTAssertEqual(trip, ["Pie"])
    let conflicts = try await ben.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
  }

  /// Whoever made it again may not have known the last title: that is no later edit, so nothing is lost without a word.
  func testWhatWasDeletedAndMadeAgainBeforeItGoesToTheNextListIsNoEdit() async throws {
    try await checkMadeAgain(wasDeleted: true)
  }

  /// The same, sent again by another device after the server had lost it.
  func testWhatWasLostAndMadeAgainBeforeItGoesToTheNextListIsNoEdit() async throws {
    try await checkMadeAgain(wasDeleted: false)
  }

  private func checkMadeAgain(wasDeleted: Bool) async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ann.sync()
    var old = try XCTUnwrap(server.records(of: "ann")[key])
    try await ann.store.edit(id) { $0.content = "Pie" }
    try await ann.sync()
    try await ben.sync()
    try await ben.store.move([id], to: list("Trip", of: ben))
    // It comes from another device, which made it anew after a deletion, or sent again what the server had lost.
    let later = Timestamp(milliseconds: ben.clock.now().milliseconds + 1000)
    if wasDeleted { old[Todo.Field.createdAt] = .timestamp(later) }
    old[Todo.Field.notes] = .string("small")
    let account = try await account(of: "Trip", of: ben)
    try await ben.store.apply(
      [
        RemoteRecord(
          key: key, state: .live(old), version: RecordVersion(tag: "9999", ordinal: 9999),
          createdAt: wasDeleted ? nil : 9000)
      ], from: account.id)
    let kept = try await ben.store.todo(id)?.content
    let lost = try await ben.store.recentConflicts().compactMap { $0.lost[Todo.Field.content] }
    XCTAssertEqual(kept, "Pie")
    XCTAssertEqual(lost, [.string("Cake")])
  }

  /// Another list in which Ben takes part.
  private func club(of owner: Participant, for ben: Participant) async throws -> TodoList {
    let club = try await owner.store.addList(named: "Club")
    try await owner.store.setMember("ben", of: club.id, as: .writer)
    try await owner.sync()
    try await ben.sync()
    try await ben.acceptAll()
    return club
  }

  /// It went on to a third list, and its owner has put it back into the first one, with the words that it had there: these
  /// are later than what is known of the second one.
  func testOnlyTheLastPlaceKnownSaysWhatItWasMadeOf() async throws {
    let (ann, ben) = try await people()
    let club = try await club(of: ann, for: ben)
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    var first = try XCTUnwrap(server.records(of: "ann")[key])
    first[Todo.Field.notes] = .string("small")
    // Her first list is not read meanwhile, so its deletion waits there.
    try await ben.store.edit(id) { $0.content = "Pie" }
    try await ben.store.move([id], to: list("Trip", of: ben))
    _ = try await ben.engine(of: account(of: "Trip", of: ben)).syncOnce(pull: true, wake: true)
    try await ben.store.move([id], to: club.id)
    try await ben.store.apply(
      [
        RemoteRecord(
          key: key, state: .live(first), version: RecordVersion(tag: "9999", ordinal: 9999))
      ], from: account(of: "Club", of: ben).id)
    let conflicts = try await ben.store.recentConflicts()
    let words = conflicts.flatMap { [$0.lost, $0.kept] }.compactMap { $0[Todo.Field.content] }
    XCTAssertEqual(Set(words), [.string("Cake"), .string("Pie")])
  }

  /// Somebody else has another to-do of that identifier, and says that it is in Ann's list: it was not made of what Ben
  /// knows, so his words are listed if they give way.
  func testAnotherPersonsToDoOfTheSameIdentifierIsNotWhatItWasMadeOf() async throws {
    let (ann, ben) = try await people()
    let server = server
    let cleo = try await Participant("cleo") { SimulatedBackend(server, account: $0) }
    let club = try await club(of: cleo, for: ben)
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ann.sync()
    var other = try XCTUnwrap(server.records(of: "ann")[key])
    other[Todo.Field.content] = .string("Poison")
    try await ben.store.move([id], to: club.id)
    let account = try await account(of: "Club", of: ben)
    try await ben.store.apply(
      [
        RemoteRecord(
          key: key, state: .live(other), version: RecordVersion(tag: "9999", ordinal: 9999))
      ], from: account.id)
    let conflicts = try await ben.store.recentConflicts()
    let words = conflicts.flatMap { [$0.lost, $0.kept] }.compactMap { $0[Todo.Field.content] }
    XCTAssertEqual(Set(words), [.string("Cake"), .string("Poison")])
  }

  /// Her server has it where it was, and she has renamed it there: it was not edited here, so nothing gives way.
  func testWhatItsOwnerEditsBeforeItGoesFromOneListToAnotherIsNoConflict() async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ann.sync()
    try await ann.store.edit(id) { $0.content = "Pie" }
    try await ann.sync()
    try await ben.store.edit(id) { $0.notes = "small" }
    try await ben.store.move([id], to: list("Trip", of: ben))
    // What is sent to the new list comes before her other list is read again.
    let target = try await account(of: "Trip", of: ben)
    _ = await ben.engine(of: target).syncOnce(pull: true, wake: true)
    for _ in 0..<3 { try await ben.sync() }
    try await ann.sync()
    let trip = try await contents("Trip", of: ann)
    XCTAssertEqual(trip, ["Pie"])
    XCTAssertEqual(server.records(of: "ann")[key]?["notes"], .string("small"))
    let conflicts = try await ben.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
  }

  /// He deletes it in her next list before his computer has read that it has left the former one. She puts it back there.
  func testWhatIsDeletedInTheNextListIsNotKnownAsDeletedInTheFormerOne() async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ann.sync()
    try await ben.store.move([id], to: list("Trip", of: ben))
    let trip = try await account(of: "Trip", of: ben)
    _ = await ben.engine(of: trip).syncOnce(pull: true, wake: true)
    try await ann.sync()
    try await ben.store.delete([id])
    _ = await ben.engine(of: trip).syncOnce(pull: true, wake: true)
    XCTAssertNil(server.records(of: "ann")[key], "deleted")
    for _ in 0..<2 { try await ben.sync() }
    let former = try await ben.store.syncBase(for: key, of: account(of: "Party", of: ben).id)
    XCTAssertNil(former)
    try await ann.store.edit(id) { $0.content = "Pie" }
    try await ann.sync()
    for _ in 0..<2 { try await ben.sync() }
    let shown = try await contents("Trip", of: ben)
    XCTAssertEqual(shown, ["Pie"])
  }

  /// The server is restored from a backup of when it was in the former list. Nobody has moved it back, so what Ben has
  /// written since goes to where it was.
  func testAServerThatGoesBackToTheFormerListHasNotMovedIt() async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    let earlier = try XCTUnwrap(server.version(of: key, of: "ann"))
    try await ben.store.move([id], to: list("Trip", of: ben))
    for _ in 0..<3 { try await ben.sync() }
    try await ben.store.edit(id) { $0.content = "Pie" }
    try await ben.sync()
    server.restore(key, to: earlier, of: "ann")
    for account in try await ben.store.syncAccounts() {
      try await ben.store.requestComparison(of: [.todo], of: account.id)
    }
    for _ in 0..<3 { try await ben.sync() }
    for _ in 0..<2 { try await ann.sync() }
    let trip = try await contents("Trip", of: ann)
    XCTAssertEqual(trip, ["Pie"])
    let party = try await contents("Party", of: ann)
    XCTAssertEqual(party, [])
  }

  /// The server has lost it, and another device sends an earlier state again, in which it was in the other list: that is no
  /// move of what Ben knows, so his words do not give way unsaid.
  func testWhatIsLostAndMadeAgainInAnotherListWasNotMoved() async throws {
    let (_, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    let earlier = try XCTUnwrap(server.records(of: "ann")[key])
    try await ben.store.move([id], to: list("Trip", of: ben))
    for _ in 0..<3 { try await ben.sync() }
    try await ben.store.edit(id) { $0.content = "Pie" }
    try await ben.sync()
    server.erase(key, of: "ann")
    server.write(key, earlier, of: "ann")
    for account in try await ben.store.syncAccounts() {
      try await ben.store.requestComparison(of: [.todo], of: account.id)
    }
    for _ in 0..<3 { try await ben.sync() }
    let shown = try await ben.store.todo(id)?.content
    let listed = try await ben.store.recentConflicts().compactMap { $0.lost[Todo.Field.content] }
    XCTAssertEqual(Set([.string(shown ?? "")] + listed), [.string("Cake"), .string("Pie")])
  }

  /// Its owner moves it to her other list and deletes it there while he is away. It is not counted in the
  /// former list: what leaves that one is missed at once.
  func testWhatItsOwnerDeletesInTheNextListIsNotCountedInTheFormerOne() async throws {
    let (ann, ben) = try await people()
    let pie = TodoID(rawValue: "pie")
    try await ann.store.add(TodoDraft(id: pie, listID: list("Party", of: ann), content: "Pie"))
    try await ann.sync()
    for _ in 0..<2 { try await ben.sync() }
    try await ann.store.move([pie], to: list("Trip", of: ann))
    try await ann.sync()
    try await ann.store.delete([pie])
    try await ann.sync()
    for _ in 0..<3 { try await ben.sync() }
    let shown = try await ben.store.todo(pie)
    XCTAssertNil(shown)
    let former = try await ben.store.syncBase(
      for: RecordKey(kind: .todo, id: "pie"), of: account(of: "Party", of: ben).id)
    XCTAssertNil(former)
  }

  /// The official emulator judges by the rules, which let nobody take a to-do out of a list to where they may not write.
  func testTheRulesLetItThroughFromListToList() async throws {
    let emulator = try await emulator()
    let (ann, ben) = try await people { try await Participant($0, emulator) }
    for name in ["Party", "Trip", "Own", "Trip"] {
      let list = try await list(name, of: ben)
      try await ben.store.move([id], to: list)
      for _ in 0..<3 { try await ben.sync() }
      let here = try await ben.contents(of: list)
      XCTAssertEqual(here, ["Cake"], name)
      let waiting = try await ben.store.syncSummaries()
      XCTAssertEqual(waiting.map(\.summary.waiting).reduce(0, +), 0, name)
      XCTAssertEqual(waiting.flatMap(\.summary.quarantined), [], name)
      let documents = [
        try await emulator.document("users/ann/todos/cake"),
        try await emulator.document("users/ben/todos/cake"),
      ]
      let live = documents.compactMap { $0?["content"] }
      XCTAssertEqual(live, ["stringValue:Cake"], name)
    }
    for _ in 0..<2 { try await ann.sync() }
    let seen = try await contents("Trip", of: ann)
    XCTAssertEqual(seen, ["Cake"])
  }
}
