import Core
import Sync
import TestSupport
import XCTest

/// To-dos that go to a list of another person, out of it, or from one such list to another.
final class MoveToSharedListTests: XCTestCase {
  private let server = SimulatedServer()

  /// Ann shares two lists with Ben, who has a list with a to-do.
  private func people() async throws -> (ann: Participant, ben: Participant) {
    let server = server
    return try await people { user in
      try await Participant(user) { SimulatedBackend(server, account: $0) }
    }
  }

  private func people(_ make: (String) async throws -> Participant) async throws
    -> (ann: Participant, ben: Participant)
  {
    let ann = try await make("ann")
    let ben = try await make("ben")
    for name in ["Party", "Trip"] {
      let list = try await ann.store.addList(named: name)
      try await ann.store.setMember("ben", of: list.id, as: .writer)
    }
    let own = try await ben.store.addList(named: "Own")
    try await ben.store.add(TodoDraft(id: id, listID: own.id, content: "Cake", notes: "big"))
    for _ in 0..<2 {
      try await ann.sync()
      try await ben.sync()
      try await ben.acceptAll()
    }
    try await ben.sync()
    return (ann, ben)
  }

  private let id = TodoID(rawValue: "cake")
  private let key = RecordKey(kind: .todo, id: "cake")

  private func list(_ name: String, of person: Participant) async throws -> ListID {
    let list = try await person.list(named: name)
    return try XCTUnwrap(list).id
  }

  private func contents(_ name: String, of person: Participant) async throws -> [String] {
    try await person.contents(of: list(name, of: person))
  }

  func testItIsAssignedToNobodyWhoDoesNotTakePart() async throws {
    let (ann, _) = try await people()
    let own = try await ann.store.addList(named: "Own")
    let party = try await list("Party", of: ann)
    try await ann.store.add(
      TodoDraft(id: TodoID(rawValue: "pie"), listID: party, content: "Pie", assignee: "ben"))
    for (name, assignee) in [("Trip", "ben"), ("Own", nil)] {
      let target = name == "Own" ? own.id : try await list(name, of: ann)
      try await ann.store.move([TodoID(rawValue: "pie")], to: target)
      let moved = try await ann.store.todo(TodoID(rawValue: "pie"))?.assignee
      XCTAssertEqual(moved, assignee, name)
    }
  }

  func testIntoASharedListAndOutAgain() async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ann.sync()
    let shared = try await contents("Party", of: ann)
    XCTAssertEqual(shared, ["Cake"])
    XCTAssertNil(server.records(of: "ben")[key])
    try await ann.store.edit(id) { $0.notes = "huge" }
    try await ann.sync()
    try await ben.store.move([id], to: list("Own", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ann.sync()
    let left = try await contents("Party", of: ann)
    XCTAssertEqual(left, [])
    XCTAssertEqual(server.records(of: "ben")[key]?["notes"], .string("huge"))
    XCTAssertNil(server.records(of: "ann")[key])
  }

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
    let target = try await list("Trip", of: ben)
    let accounts = try await ben.store.syncAccounts()
    let account = try XCTUnwrap(accounts.first { $0.share?.list == target })
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

  /// It went on to a third list, and its owner has put it back into the first one, with the words that it had there: these
  /// are later than what is known of the second one.
  func testOnlyTheLastPlaceKnownSaysWhatItWasMadeOf() async throws {
    let (ann, ben) = try await people()
    let club = try await ann.store.addList(named: "Club")
    try await ann.store.setMember("ben", of: club.id, as: .writer)
    try await ann.sync()
    try await ben.sync()
    try await ben.acceptAll()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    var first = try XCTUnwrap(server.records(of: "ann")[key])
    first[Todo.Field.notes] = .string("small")
    let accounts = try await ben.store.syncAccounts()
    func account(of list: ListID) throws -> Account {
      try XCTUnwrap(accounts.first { $0.share?.list == list })
    }
    // Her first list is not read meanwhile, so its deletion waits there.
    let trip = try await list("Trip", of: ben)
    try await ben.store.edit(id) { $0.content = "Pie" }
    try await ben.store.move([id], to: trip)
    _ = try await ben.engine(of: account(of: trip)).syncOnce(pull: true, wake: true)
    try await ben.store.move([id], to: club.id)
    try await ben.store.apply(
      [
        RemoteRecord(
          key: key, state: .live(first), version: RecordVersion(tag: "9999", ordinal: 9999))
      ], from: account(of: club.id).id)
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
    let club = try await cleo.store.addList(named: "Club")
    try await cleo.store.setMember("ben", of: club.id, as: .writer)
    try await cleo.sync()
    try await ben.sync()
    try await ben.acceptAll()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ann.sync()
    var other = try XCTUnwrap(server.records(of: "ann")[key])
    other[Todo.Field.content] = .string("Poison")
    try await ben.store.move([id], to: club.id)
    let accounts = try await ben.store.syncAccounts()
    let account = try XCTUnwrap(accounts.first { $0.share?.list == club.id })
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

  private func account(of list: String, of person: Participant) async throws -> Account {
    let list = try await self.list(list, of: person)
    let accounts = try await person.store.syncAccounts()
    return try XCTUnwrap(accounts.first { $0.share?.list == list })
  }

  /// She moves it to a list that he does not see while he edits it, and then lets him take part there.
  func testWordsThatGiveWayToAnEditInTheFormerListAreListed() async throws {
    let (ann, ben) = try await people()
    let pie = TodoID(rawValue: "pie")
    try await ann.store.add(TodoDraft(id: pie, listID: list("Party", of: ann), content: "Pie"))
    try await ann.sync()
    try await ben.sync()
    let later = try await ann.store.addList(named: "Later")
    try await ann.store.edit(pie) { $0.notes = "hers" }
    try await ann.store.move([pie], to: later.id)
    try await ann.sync()
    try await ben.store.edit(pie) { $0.notes = "his" }
    try await ben.sync()
    try await ann.store.setMember("ben", of: later.id, as: .writer)
    try await ann.sync()
    try await ben.sync()
    try await ben.acceptAll()
    for _ in 0..<2 { try await ben.sync() }
    // Until then it was refused.
    for account in try await ben.store.syncAccounts() {
      try await ben.store.releaseQuarantined(of: account.id)
    }
    for _ in 0..<2 { try await ben.sync() }
    let kept = server.records(of: "ann")[RecordKey(kind: .todo, id: "pie")]?["notes"]
    let listed = try await ben.store.recentConflicts().compactMap { $0.lost["notes"] }
    XCTAssertEqual(Set([kept].compactMap { $0 } + listed), [.string("his"), .string("hers")])
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

  func testAListThatMayOnlyBeReadTakesNothingAndGivesNothing() async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    for _ in 0..<2 { try await ben.sync() }
    try await ann.store.setMember("ben", of: list("Party", of: ann), as: .reader)
    try await ann.sync()
    for _ in 0..<2 { try await ben.sync() }
    for name in ["Own", "Trip"] {
      do {
        try await ben.store.move([id], to: list(name, of: ben))
        XCTFail("out of a list that may only be read")
      } catch {
        XCTAssertEqual(error as? StoreError, .notAllowed)
      }
    }
    let own = try await ben.store.add(
      TodoDraft(id: TodoID(rawValue: "tea"), listID: list("Own", of: ben), content: "Tea"))
    do {
      try await ben.store.move([own.id], to: list("Party", of: ben))
      XCTFail("into a list that may only be read")
    } catch {
      XCTAssertEqual(error as? StoreError, .notAllowed)
    }
    let kept = try await ben.store.todo(own.id)
    XCTAssertEqual(kept, own)
  }

  func testAShareThatEndsBeforeItHasTheToDoGivesItBack() async throws {
    let (ann, ben) = try await people()
    try await ben.store.move([id], to: list("Party", of: ben))
    try await ann.store.removeMember("ben", of: list("Party", of: ann))
    try await ann.sync()
    _ = await ben.engine(of: ben.account).syncOnce(pull: true)
    let own = try await contents("Own", of: ben)
    XCTAssertEqual(own, ["Cake"])
    for _ in 0..<2 { try await ben.sync() }
    XCTAssertEqual(server.records(of: "ben")[key]?["notes"], .string("big"))
    XCTAssertNil(server.records(of: "ann")[key])
  }

  /// What who takes part has changed meanwhile waits, and nothing else of what they have is a change.
  func testItsOwnerMovesItOutOfSightAndBackWithOtherWords() async throws {
    let (ann, ben) = try await people()
    let pie = TodoID(rawValue: "pie")
    let party = try await list("Party", of: ann)
    let own = try await ann.store.addList(named: "Own")
    try await ann.store.add(TodoDraft(id: pie, listID: party, content: "Pie"))
    try await ann.sync()
    try await ben.sync()
    try await ben.store.edit(pie) { $0.notes = "his" }
    try await ann.store.move([pie], to: own.id)
    try await ann.sync()
    try await ben.sync()
    try await ann.store.edit(pie) { $0.content = "Tart" }
    try await ann.store.move([pie], to: party)
    for _ in 0..<3 {
      try await ann.sync()
      for account in try await ben.store.syncAccounts() {
        try await ben.store.releaseQuarantined(of: account.id)
      }
      try await ben.sync()
    }
    for person in [ann, ben] {
      let todo = try await person.store.todo(pie)
      XCTAssertEqual(todo?.content, "Tart")
      XCTAssertEqual(todo?.notes, "his")
      let listed = try await person.store.recentConflicts()
      XCTAssertEqual(listed.map(\.lost), [])
    }
  }

  /// Who gives up an edit of what its owner has moved to another list finds it in that one.
  func testAnEditIsGivenUpThatWasMadeBeforeItsOwnerMovedIt() async throws {
    let (ann, ben) = try await people()
    let pie = TodoID(rawValue: "pie")
    try await ann.store.add(TodoDraft(id: pie, listID: list("Party", of: ann), content: "Pie"))
    try await ann.sync()
    try await ben.sync()
    try await ben.store.edit(pie) { $0.notes = "his" }
    let trip = try await list("Trip", of: ann)
    try await ann.store.move([pie], to: trip)
    try await ann.sync()
    let before = try await ben.store.todo(pie)
    for account in try await ben.store.syncAccounts() where account.id == before?.account {
      try await ben.engine(of: account).discard([RecordKey(kind: .todo, id: "pie")])
    }
    for _ in 0..<2 { try await ben.sync() }
    let todo = try await ben.store.todo(pie)
    XCTAssertEqual(todo?.listID, trip)
    XCTAssertEqual(todo?.notes, "")
  }
}
