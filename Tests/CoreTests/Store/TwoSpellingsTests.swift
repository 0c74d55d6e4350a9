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
}
