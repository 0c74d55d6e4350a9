import Basics
import TestSupport
import XCTest

@testable import Core

/// A server that holds two records whose names differ in their bytes only.
final class TwoSpellingsTests: XCTestCase {
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  private func bench() async throws -> (Bench, AccountID) {
    let (bench, account) = try await Bench.connected()
    let lists = [composed, decomposed].map {
      RemoteRecord.live(.list($0), ["name": .string($0)])
    }
    let todos = [composed, decomposed].map {
      RemoteRecord.live(.todo($0), ["content": .string($0), "listID": .string($0)])
    }
    try await bench.store.apply(.listing(lists), of: .list, from: account)
    try await bench.store.apply(.listing(todos), of: .todo, from: account)
    return (bench, account)
  }

  func testBothAreKeptApart() async throws {
    let (bench, account) = try await bench()
    let lists = try await bench.store.lists()
    XCTAssertEqual(Set(lists.map(\.id)).count, 2)
    let all = try await bench.store.allTodos()
    XCTAssertEqual(Set(all.map(\.id)).count, 2)
    for todo in all { XCTAssertTrue(todo.listID.rawValue.isExactly(todo.id.rawValue)) }
    for list in lists {
      let count = try await bench.store.todoCount(in: list.id)
      XCTAssertEqual(count, 1)
    }

    let edited = TodoID(rawValue: decomposed)
    bench.clock.advance(by: 1)
    try await bench.store.setDone(edited, true)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [.todo(decomposed)])
    let other = try await bench.store.todo(TodoID(rawValue: composed))
    XCTAssertEqual(other?.isDone, false)
    let short = try await bench.store.shortIDs(of: all.map(\.id))
    XCTAssertEqual(short.count, 2)
  }

  func testAnotherSpellingOfATextIsAChange() async throws {
    let (bench, account) = try await bench()
    let id = TodoID(rawValue: composed)
    try await bench.store.apply(
      .changes([
        .live(
          .todo(composed),
          [
            "content": .string(decomposed), "notes": .string(decomposed),
            "listID": .string(composed),
          ],
          3)
      ]), of: .todo, from: account)
    let arrived = try await bench.store.todo(id)
    XCTAssertEqual(arrived?.content.isExactly(decomposed), true)

    bench.clock.advance(by: 1)
    try await bench.store.update(
      id, to: TodoDraft(id: id, content: composed, notes: decomposed))
    let change = try await bench.store.beginPush(.todo(composed), of: account)
    guard case .update(let fields) = change.operation else { return XCTFail("\(change)") }
    XCTAssertEqual(fields["content"], .string(composed))
    XCTAssertNil(fields["notes"])
  }

  /// The server has neither list yet. Sending one of them says nothing of the other, whose to-do has to wait.
  func testATodoDoesNotGoBeforeItsListBecauseAnotherSpellingGoes() async throws {
    for (sent, waiting) in [(composed, decomposed), (decomposed, composed)] {
      let (bench, account) = try await Bench.connected()
      try await bench.store.transaction { work in
        let now = work.environment.now()
        for name in [sent, waiting] {
          let list = TodoList(
            id: ListID(rawValue: name), account: account, name: name, position: "a", createdAt: now,
            modifiedAt: now)
          try work.insert(list)
          try work.enqueue(list)
          try work.insert(
            Todo(
              id: TodoID(rawValue: name), account: account, listID: list.id, content: name,
              position: "a", createdAt: now, modifiedAt: now), outbox: .edit)
        }
      }
      let changes = try await bench.store.beginPush(
        [.list(sent), .todo(sent), .todo(waiting)], of: account)
      XCTAssertEqual(changes.map(\.key), [.list(sent), .todo(sent)])
    }
  }

  /// The name of an answer's record says whom and which list it is about.
  func testAnAnswerIsNotStoredUnderAnotherSpelling() async throws {
    let (bench, account) = try await Bench.connected()
    let answer = { (user: String) in
      RemoteRecord.live(
        RecordKey(kind: .consent, id: self.composed + ":party"),
        ["user": .string(user), "listID": .string("party"), "choice": .string("accepted")])
    }
    try await bench.store.apply([answer(decomposed)], from: account)
    let wrong = try await bench.store.column("SELECT user FROM consent")
    XCTAssertEqual(wrong, [])
    try await bench.store.apply(
      [RemoteRecord.live(answer(composed).key, answer(composed).fields ?? [:], 3)], from: account)
    let right = try await bench.store.column("SELECT user FROM consent")
    XCTAssertEqual(right.map { ExactText($0) }, [ExactText(composed)])
  }

  /// A list is found by its exact name; only if there is none, by one that looks the same.
  func testACopyGoesToTheListOfItsSpelling() async throws {
    let (bench, account) = try await bench()
    for name in [composed, decomposed] {
      let list = try await putBack("put back", in: name, bench)
      XCTAssertEqual(list, ListID(rawValue: name))
    }
    try await bench.store.apply(
      .changes([.tombstone(.todo(composed), 5)]), of: .todo, from: account)
    try await bench.store.apply(
      .changes([.tombstone(.list(composed), 5)]), of: .list, from: account)
    try await bench.store.deleteList(ListID(rawValue: composed))
    let list = try await putBack("put back", in: composed, bench)
    XCTAssertEqual(list, ListID(rawValue: decomposed), "the names look the same")
  }

  private func putBack(_ content: String, in list: String, _ bench: Bench) async throws -> ListID? {
    let fields: RecordFields = ["content": .string(content), "listID": .string("gone")]
    let id = try await bench.store.transaction { work in
      try work.putBackAsOwn(.todo("gone"), fields, from: nil, listName: list)
      return work.change.todos.last?.after?.id
    }
    return try await bench.store.todo(try XCTUnwrap(id))?.listID
  }

  func testAnotherSpellingOfAnInvitationsListIsAChange() async throws {
    let (bench, account) = try await bench()
    for (version, name) in [composed, decomposed].enumerated() {
      let fields: RecordFields = [
        "listID": .string(composed), "user": .string("bob"), "role": .string("reader"),
        "listName": .string(name), "createdAt": .timestamp(bench.clock.now),
      ]
      let key = RecordKey(kind: .member, id: composed + ":bob")
      try await bench.store.apply(
        [.live(key, fields, Int64(version) + 1)], from: account)
      let stored = try await bench.store.column("SELECT listName FROM member")
      XCTAssertEqual(stored.map { ExactText($0) }, [ExactText(name)])
    }
  }

  func testProjectsAndDatabasesOfTwoSpellingsAreTwo() throws {
    let settings = try [composed, decomposed].map {
      try FirestoreSettings(project: $0, database: $0, user: "ann")
    }
    XCTAssertNotEqual(settings[0], settings[1])
    XCTAssertNotEqual(settings[0].hashValue, settings[1].hashValue)
  }
}
