import Foundation
import TestSupport
import XCTest

@testable import Core

/// Which records of a server could not be read, and why.
final class UnreadableTests: XCTestCase {
  private func odd(_ id: String, _ detail: String, _ version: Int64 = 9) -> RemoteRecord {
    RemoteRecord(
      key: .todo(id), state: .unreadable(detail: detail), version: .numbered(version))
  }

  func testTheyAreNamedWithTheReason() async throws {
    let (bench, account) = try await Bench.connected()
    let records = [odd("b", "notes is integerValue"), odd("a\0", "content is missing")]
    try await bench.store.apply(.listing(records), of: .todo, from: account)
    var told = try await bench.store.unreadableRecords(of: account)
    XCTAssertEqual(
      told,
      [
        UnreadableRecord(key: .todo("a\0"), detail: "content is missing"),
        UnreadableRecord(key: .todo("b"), detail: "notes is integerValue"),
      ])
    // Told again it is no other one, and what can be read now is none.
    try await bench.store.apply(
      .changes([odd("b", "date is mapValue", 10)]), of: .todo, from: account)
    try await bench.store.apply(
      .changes([.live(.todo("a\0"), ["content": .string("c"), "listID": .string("l")], 11)]),
      of: .todo, from: account)
    told = try await bench.store.unreadableRecords(of: account)
    XCTAssertEqual(told, [UnreadableRecord(key: .todo("b"), detail: "date is mapValue")])
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.unreadable, 1)
    try await bench.store.apply([.tombstone(.todo("b"), 12)], from: account)
    let none = try await bench.store.unreadableRecords(of: account)
    XCTAssertEqual(none, [])
  }

  func testAReasonOfAnyLengthIsShort() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .listing([odd("a", String(repeating: "x\n\u{202E}", count: 50_000))]), of: .todo,
      from: account)
    let told = try await bench.store.unreadableRecords(of: account)
    XCTAssertLessThanOrEqual(told[0].detail.unicodeScalars.count, 201)
    XCTAssertFalse(told[0].detail.contains("\n"))
    XCTAssertFalse(told[0].detail.contains("\u{202E}"))
    let problem = StoreError(NSError(domain: String(repeating: "é", count: 100_000), code: 1))
    guard case .inputOutput(let detail) = problem else { return XCTFail("\(problem)") }
    XCTAssertLessThanOrEqual(detail.unicodeScalars.count, 201)
  }

  func testTheyGoWithTheAccount() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(.listing([odd("a", "x")]), of: .todo, from: account)
    try await bench.store.disconnect(account)
    let told = try await bench.store.unreadableRecords(of: account)
    XCTAssertEqual(told, [])
  }
}
