import Basics
import Foundation
import TestSupport
import XCTest

@testable import Core

/// Swift takes two spellings of one word for equal texts; servers and SQLite do not.
final class ExactTests: XCTestCase {
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  private func assertDiffer<ID: Identifier>(_ type: ID.Type, line: UInt = #line) throws {
    let (a, b) = (ID(rawValue: composed), ID(rawValue: decomposed))
    XCTAssertFalse(a == b, line: line)
    XCTAssertTrue(a != b, line: line)
    XCTAssertEqual(a, ID(rawValue: composed), line: line)
    XCTAssertEqual(Set([a, b, a]).count, 2, line: line)
    // So that nobody can make all names fall into one place of a table.
    XCTAssertNotEqual(a.hashValue, b.hashValue, line: line)
    let written = try JSONEncoder().encode([b])
    XCTAssertEqual(String(decoding: written, as: UTF8.self), "[\"\(decomposed)\"]", line: line)
    let read = try JSONDecoder().decode([ID].self, from: written)
    XCTAssertEqual(read, [b], line: line)
  }

  func testIdentifiersAreTheirBytes() throws {
    XCTAssertEqual(composed, decomposed)
    try assertDiffer(TodoID.self)
    try assertDiffer(ListID.self)
    try assertDiffer(AccountID.self)
  }

  func testEverythingWithTextFromOutsideIsItsBytes() throws {
    let now = Timestamp(milliseconds: 1)
    func pair<Value: Hashable>(_ make: (String) throws -> Value) rethrows -> Int {
      Set([try make(composed), try make(decomposed)]).count
    }
    XCTAssertEqual(pair { RecordKey(kind: .todo, id: $0) }, 2)
    XCTAssertEqual(pair { RecordVersion(tag: $0) }, 2)
    XCTAssertEqual(pair { SyncCursor(token: $0) }, 2)
    XCTAssertEqual(pair { FieldValue.string($0) }, 2)
    XCTAssertEqual(pair { FieldValue.recurrence(RecurrenceRule($0)) }, 2)
    XCTAssertEqual(pair { Person(id: $0, username: "", fullname: "") }, 2)
    XCTAssertEqual(
      pair { Assignee(account: AccountID(rawValue: ""), user: $0, isMe: false) }, 2)
    XCTAssertEqual(try pair { try FirestoreSettings(project: "p", user: $0) }, 2)
    XCTAssertEqual(
      pair {
        TodoList(
          id: ListID(rawValue: ""), account: nil, name: $0, position: "", createdAt: now,
          modifiedAt: now)
      }, 2)
    for path in [\Todo.content, \Todo.notes, \Todo.position] {
      XCTAssertEqual(
        pair {
          var todo = Todo(
            id: TodoID(rawValue: ""), listID: ListID(rawValue: ""), content: "", position: "",
            createdAt: now, modifiedAt: now)
          todo[keyPath: path] = $0
          return todo
        }, 2)
    }
    XCTAssertNotEqual(["a": FieldValue.string(composed)], ["a": .string(decomposed)])
  }

  func testCuttingAndBeginningsLookAtBytes() {
    // A mark behind a slash makes one Character of both.
    XCTAssertFalse("a/\u{301}b".contains("/"))
    XCTAssertTrue("a/\u{301}b".containsExactly("/"))
    XCTAssertEqual("a/\u{301}b//c".splitExactly(at: "/"), ["a", "\u{301}b", "", "c"])
    XCTAssertEqual("a/b/c".splitExactly(at: "/", most: 1), ["a", "b/c"])
    XCTAssertEqual("list:\u{301}x".dropping(exactPrefix: "list:"), "\u{301}x")
    XCTAssertNil(composed.dropping(exactPrefix: "cafe"))
    XCTAssertEqual(decomposed.dropping(exactPrefix: "cafe"), "\u{301}")
    XCTAssertTrue("\u{E000}".precedesExactly("\u{10000}"))
    XCTAssertTrue("".isExactly(""))
    XCTAssertFalse("a".isExactly("a\0"))
  }

  func testAPersonWhoseNameBeginsWithAMarkHasAnAccount() throws {
    let account = Account(firestore: try FirestoreSettings(project: "p", user: "\u{301}ann"))
    let share = account.sharing(
      .init(owner: "\u{301}bob", list: ListID(rawValue: "\u{301}l"), role: .writer))
    XCTAssertEqual(share.id.root, account.id)
    XCTAssertEqual(account.id.root, account.id)
    XCTAssertEqual(
      RecordKey.membership(owner: "o", member: "\u{301}l:ann").sharedBy?.member, "\u{301}l:ann")
  }

  /// Rows on screen are placed by a search that needs the database's order.
  func testTheOrderIsTheDatabases() async throws {
    let (bench, account) = try await Bench.connected()
    let list = RecordKey.list("l")
    let odd = [
      "caf\u{E9}", "cafe\u{301}", "\u{10000}", "\u{FFFD}", "\u{E000}", "A", "a", "~~~~", "é",
      "e\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}",
    ]
    let records = odd.flatMap { position in
      odd.prefix(3).map { id in
        RemoteRecord.live(
          .todo(position + id),
          ["content": .string("c"), "listID": .string("l"), "position": .string(position)])
      }
    }
    try await bench.store.apply(
      .listing([.live(list, ["name": .string("L")])]), of: .list, from: account)
    try await bench.store.apply(.listing(records), of: .todo, from: account)
    let rows = try await bench.store.read { db in
      try TodoRow.fetch(db, "WHERE listID = ? ORDER BY position, id", ["l"])
    }
    XCTAssertEqual(rows.count, records.count)
    for (a, b) in zip(rows, rows.dropFirst()) {
      XCTAssertTrue(a.precedes(b), "\(a.position) \(b.position)")
      XCTAssertFalse(b.precedes(a))
    }
  }
}
