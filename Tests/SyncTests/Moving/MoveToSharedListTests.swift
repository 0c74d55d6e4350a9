import Core
import Sync
import TestSupport
import XCTest

/// To-dos that go to a list of another person, or out of it.
final class MoveToSharedListTests: SharedListsTestCase {
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
