import Basics
import Foundation
import XCTest

@testable import Core

/// A device that did not know of a deletion makes the record anew with what it knew. Values that were
/// replaced before are not listed as if somebody had written them now.
final class FormerValuesTests: XCTestCase {
  /// A to-do that was called "Milk" and then "Oat milk", and is being renamed again.
  private func renamed() async throws -> (Bench, AccountID, Todo) {
    let (bench, account, todo) = try await Bench.agreed()
    bench.clock.advance(by: 1)
    for (name, number) in [("Oat milk", Int64(3)), ("Soy milk", 4)] {
      try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: name))
      if number == 3 {
        try await bench.store.acknowledgeAll(of: account, version: .numbered(number))
      }
    }
    return (bench, account, todo)
  }

  private let anew: RecordFields = ["createdAt": .timestamp(Timestamp(milliseconds: 9))]

  func testAnEarlierValueOfARecordMadeAnewIsNoConflict() async throws {
    let (bench, account, todo) = try await renamed()
    let fields = todo.fields.changing(["priority": .integer(1)]).changing(anew)
    try await bench.store.apply([.live(todo.key, fields, 6)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Soy milk")
    XCTAssertEqual(stored?.priority, .highest, "what was done there is taken")
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found, [])
  }

  /// Somebody put it back on purpose.
  func testAnEarlierValueOfTheSameRecordIsOne() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.live(todo.key, todo.fields, 6)], from: account)
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.map(\.lost), [["content": .string("Milk")]])
  }

  func testANewValueIsOne() async throws {
    let (bench, account, todo) = try await renamed()
    let fields = todo.fields.changing(["content": .string("Rice milk")]).changing(anew)
    try await bench.store.apply([.live(todo.key, fields, 6)], from: account)
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.map(\.lost), [["content": .string("Rice milk")]])
  }

  func testItIsKnownAcrossADeletion() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.tombstone(todo.key, 5)], from: account)
    let fields = todo.fields.changing(["content": .string("Oat milk")]).changing(anew)
    try await bench.store.apply([.live(todo.key, fields, 6)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Soy milk")
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found, [])
  }

  /// A server without tombstones: another program moved it to a list that was read before.
  func testItIsKnownAcrossAnAbsenceThatWasTakenForADeletion() async throws {
    let (bench, account, todo) = try await renamed()
    let gone = RemoteRecord(key: todo.key, state: .deleted, version: RecordVersion(tag: "gone"))
    try await bench.store.apply([gone], from: account)
    let fields = todo.fields.changing(["content": .string("Oat milk"), "notes": .string("new")])
    let found = RemoteRecord(
      key: todo.key, state: .live(fields), version: RecordVersion(tag: "e1"))
    try await bench.store.apply([found], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Soy milk")
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts.map(\.lost), [["notes": .string("new")]])
  }

  /// Before the server lost it, it may have been made anew and an earlier value put back on purpose.
  func testAcrossALossItMayHaveBeenPutBackOnPurpose() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.absent(todo.key)], from: account)
    let fields = todo.fields.changing(["content": .string("Oat milk")]).changing(anew)
    try await bench.store.apply([.live(todo.key, fields, 6)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Soy milk")
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.map(\.lost), [["content": .string("Oat milk")]])
  }

  /// Whoever put it back knew what was made anew here, though nobody here knows that it had arrived.
  func testAnEarlierValuePutBackInWhatWasMadeAnewHereIsTaken() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let first = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.setStarred(todo.id, true)
    _ = try await bench.store.beginPush(todo.key, of: account)
    let other = try XCTUnwrap(first.fields).changing(["content": .string("Oat milk")])
    try await bench.store.apply([.live(todo.key, other, 12)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Oat milk")
    XCTAssertEqual(stored?.priority, .highest, "what was edited after that is not lost")
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found, [])
  }

  func testAMemberRemovedFromWhatWasMadeAnewHereDoesNotComeBack() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.edit(todo.id) { $0.tags = ["home", "work"] }
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let first = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.edit(todo.id) { $0.tags.insert("later") }
    _ = try await bench.store.beginPush(todo.key, of: account)
    let other = try XCTUnwrap(first.fields).changing(["tags": .set(["work"])])
    try await bench.store.apply([.live(todo.key, other, 12)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.tags, ["work", "later"])
  }

  func testItIsListedIfItWasEditedHereMeanwhile() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let first = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Rice milk"))
    _ = try await bench.store.beginPush(todo.key, of: account)
    let other = try XCTUnwrap(first.fields).changing(["content": .string("Oat milk")])
    try await bench.store.apply([.live(todo.key, other, 12)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Rice milk")
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.map(\.lost), [["content": .string("Oat milk")]])
  }

  /// Then what arrived may be one that is not remembered any more.
  func testItIsListedIfItWasSentTooOftenToKnowWhatArrived() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let first = try await bench.store.beginPush(todo.key, of: account)
    for day in 1...SyncBaseTable.inFlightLimit {
      let date = CalendarDay.first.adding(days: day)
      try await bench.store.update(
        todo.id, to: TodoDraft(id: todo.id, content: "Soy milk", due: CalendarTime(day: date)))
      _ = try await bench.store.beginPush(todo.key, of: account)
    }
    let other = try XCTUnwrap(first.fields).changing(["content": .string("Oat milk")])
    try await bench.store.apply([.live(todo.key, other, 12)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Soy milk")
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.flatMap(\.lost.keys).sorted(), ["content", "due"])
  }

  func testAnEarlierNamePutBackInAListMadeAnewHereIsTaken() async throws {
    let (bench, account, todo) = try await renamed()
    let key = RecordKey.list(todo.listID.rawValue)
    for (name, number) in [("Shop", Int64(4)), ("Market", 5)] {
      try await bench.store.renameList(todo.listID, to: name)
      if number == 4 {
        try await bench.store.acknowledgeAll(of: account, version: .numbered(number))
      }
    }
    try await bench.store.apply([.tombstone(key)], from: account)
    let sent = try await bench.store.beginPush(key, of: account)
    let other = try XCTUnwrap(sent.fields).changing(["name": .string("Shop")])
    try await bench.store.apply([.live(key, other, 12)], from: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Shop"])
  }

  /// What it was called there it was not called by mistake: the new record says so by its time of creation.
  func testAValueFromBeforeAMoveIsPutBackOnPurpose() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let other = try sampleAccount(user: "office")
    try await bench.store.connect(other, isAdopting: false)
    let list = try await bench.store.addList(named: "Work", to: .account(other.id))
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Oat milk"))
    try await bench.store.acknowledgeAll(of: account, version: .numbered(3))
    try await bench.store.move([todo.id], to: list.id)
    try await bench.store.acknowledgeAll(of: other.id)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(4))
    bench.clock.advance(by: 1_000)
    try await bench.store.edit(todo.id) { $0.content = "Milk" }
    try await bench.store.apply([.tombstone(todo.key)], from: other.id)
    let change = try await bench.store.beginPush(todo.key, of: other.id)
    XCTAssertEqual(change.fields?["content"], .string("Milk"))
    XCTAssertEqual(change.fields?["createdAt"], todo.fields["createdAt"])
  }

  /// What the server lost and somebody sent again was not deleted: an earlier value in it may have been put
  /// back on purpose.
  func testAnEarlierValueOfWhatTheServerLostIsOne() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.absent(todo.key)], from: account)
    try await bench.store.apply([.live(todo.key, todo.fields, 6)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Soy milk")
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.map(\.lost), [["content": .string("Milk")]])
  }

  func testWhatWasSentWithoutAnAnswerIsKnownToo() async throws {
    let (bench, account, todo) = try await renamed()
    // "Soy milk" leaves, and is overwritten elsewhere before anybody here learns of it.
    _ = try await bench.store.beginPush(todo.key, of: account)
    let other = todo.fields.changing(["content": .string("Oat milk"), "priority": .integer(1)])
    try await bench.store.apply([.live(todo.key, other, 7)], from: account)
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Rice milk"))
    let late = other.changing(["content": .string("Soy milk")]).changing(anew)
    try await bench.store.apply([.live(todo.key, late, 8)], from: account)
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.flatMap(\.lost.keys), [])
  }

  /// The server lost the to-do, refused the edit, and has it again from somebody else: that is not what was
  /// sent from here.
  func testAnEditOfWhatTheServerLostIsNotTakenForArrived() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.absent(todo.key)], from: account)
    _ = try await bench.store.beginPush(todo.key, of: account)
    let later = todo.modifiedAt.milliseconds + 60_000
    let fields = todo.fields.changing([
      "content": .string("Oat milk"), "modifiedAt": .timestamp(Timestamp(milliseconds: later)),
    ])
    try await bench.store.apply([.live(todo.key, fields, 6)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Soy milk")
  }

  /// What is sent again after a deletion elsewhere tells that it is not the record of before.
  func testARecordThatADeletionGaveWayToIsMadeAnew() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let change = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(change.fields?["content"], .string("Soy milk"))
    XCTAssertEqual(change.fields?["createdAt"], .timestamp(bench.clock.now))
    XCTAssertNotEqual(bench.clock.now, todo.createdAt)
  }

  func testNotIfAnEarlierValueWasPutBackOnPurpose() async throws {
    let (bench, account, todo) = try await renamed()
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Milk"))
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let change = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(change.fields?["createdAt"], .timestamp(todo.createdAt))
  }

  func testOnlyTheLastFewAreKnownAndNothingEmpty() throws {
    var former = FormerValues()
    for number in 0..<20 {
      former.note(["content": .string("v\(number)"), "notes": .string("")], replacedBy: nil)
    }
    former.note(["content": .string("now")], replacedBy: ["content": .string("now")])
    let known = (0..<20).filter { former.contains(.string("v\($0)"), of: "content") }
    XCTAssertEqual(known, Array(12..<20))
    XCTAssertFalse(former.contains(.string("now"), of: "content"))
    XCTAssertFalse(former.contains(.string(""), of: "notes"))
    XCTAssertFalse(former.contains(.string("v19"), of: "notes"))
    XCTAssertFalse(former.contains(nil, of: "content"))
    XCTAssertFalse(former.contains(.string("done"), of: "status"))
  }

  func testSetsAreKnownForThemselves() throws {
    var former = FormerValues()
    let (none, home) = (FieldValue.set([]), FieldValue.set([ExactText("home")]))
    former.note(["tags": none, "snoozes": home], replacedBy: ["tags": home, "snoozes": home])
    XCTAssertTrue(former.containsSet(none, of: "tags"))
    for (value, name) in [(home, "tags"), (home, "snoozes"), (none, "snoozes")] {
      XCTAssertFalse(former.containsSet(value, of: name), name)
    }
    XCTAssertFalse(former.contains(none, of: "tags"), "a merge unites sets by itself")
    let stored = try JSONDecoder().decode(FormerValues.self, from: Data(#"{"marks":{}}"#.utf8))
    XCTAssertEqual(stored, FormerValues())
  }

  /// The values that the authors of FNV publish.
  func testTheHashIsFNV1a() {
    let table = [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ]
    for (text, expected) in table { XCTAssertEqual(StableHash.hex(text.utf8), expected) }
    XCTAssertNotEqual(StableHash.hex("a".utf8), StableHash.hex("a".utf8, salt: 1))
  }
}
