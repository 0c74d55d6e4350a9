import XCTest

@testable import Core

/// A state that is known, or was overtaken on its way, changes nothing.
final class StaleStateTests: XCTestCase {
  private let kinds: [(String, (RecordKey, RecordFields, RecordVersion) -> RemoteRecord)] = [
    ("live", { RemoteRecord(key: $0, state: .live($1), version: $2) }),
    ("deleted", { key, _, version in RemoteRecord(key: key, state: .deleted, version: version) }),
  ]

  /// A to-do whose fifth state is known, as it is after each of some commands.
  private func situations() async throws -> [(String, Bench, AccountID, Todo)] {
    var found: [(String, Bench, AccountID, Todo)] = []
    for name in ["agreed", "edited", "deleted", "deleted there"] {
      let (bench, account, todo) = try await Bench.agreed()
      try await bench.store.apply([.live(todo.key, todo.fields, 5)], from: account)
      switch name {
      case "edited": try await bench.store.setDone(todo.id, true)
      case "deleted": _ = try await bench.store.delete(todo.id)
      case "deleted there":
        try await bench.store.apply([.tombstone(todo.key, 6)], from: account)
      default: break
      }
      found.append((name, bench, account, todo))
    }
    return found
  }

  func testOlderStates() async throws {
    for (situation, bench, account, todo) in try await situations() {
      let before = try await bench.store.dump()
      let fields = todo.fields.changing(["content": .string("old")])
      for (state, make) in kinds {
        for number in Int64(1)...4 {
          try await bench.store.apply([make(todo.key, fields, .numbered(number))], from: account)
          let after = try await bench.store.dump()
          XCTAssertEqual(before, after, "\(situation): \(state) \(number)")
        }
      }
    }
  }

  func testTheKnownState() async throws {
    for (situation, bench, account, todo) in try await situations() {
      let before = try await bench.store.dump()
      let fields = todo.fields.changing(["content": .string("other")])
      let base = try await bench.store.syncBase(for: todo.key, of: account)
      let version = try XCTUnwrap(base?.version)
      for (state, make) in kinds {
        try await bench.store.apply([make(todo.key, fields, version)], from: account)
        let after = try await bench.store.dump()
        XCTAssertEqual(before, after, "\(situation): \(state)")
      }
    }
  }

  /// Another process read a later state while the server was asked.
  func testAnOlderStateDoesNotComeBackWithADiscardedEdit() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setDone(todo.id, true)
    let later = todo.fields.changing(["content": .string("Oat milk")])
    try await bench.store.apply([.live(todo.key, later, 5)], from: account)
    let answers = [RemoteRecord.live(todo.key, todo.fields, 2), .tombstone(todo.key, 4)]
    for answer in answers {
      try await bench.store.setDone(todo.id, true)
      try await bench.store.discard(todo.key, of: account, restoring: answer)
      let stored = try await bench.store.todo(todo.id)
      XCTAssertEqual(stored?.content, "Oat milk")
      XCTAssertEqual(stored?.isDone, false)
      let base = try await bench.store.syncBase(for: todo.key, of: account)
      XCTAssertEqual(base?.version, .numbered(5))
    }
  }

  /// What the server repeats is believed although it is older, but not if another process has read a later state.
  func testWhatIsRepeatedIsBelievedInsteadOfWhatWasKnownOnly() async throws {
    for number in [Int64(5), 7] {
      let (bench, account, todo) = try await Bench.agreed()
      try await bench.store.apply([.live(todo.key, todo.fields, 5)], from: account)
      let known = try await bench.store.versions(of: [todo.key], of: account)
      XCTAssertEqual(known, [todo.key: .numbered(5)])
      let later = todo.fields.changing(["content": .string("Oat milk")])
      try await bench.store.apply([.live(todo.key, later, number)], from: account)
      let old = todo.fields.changing(["content": .string("old")])
      try await bench.store.mergeConfirmed(
        [.live(todo.key, old, 3)], insteadOf: known, from: account)
      let stored = try await bench.store.todo(todo.id)
      XCTAssertEqual(stored?.content, number == 5 ? "old" : "Oat milk")
    }
  }

  /// A server was restored twice: the first time was noticed, and what it had lost has been sent again by another process.
  func testWhatTheServerLostAgainIsNotBelieved() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let later = todo.fields.changing(["content": .string("Oat milk")])
    try await bench.store.apply([.live(todo.key, later, 5)], from: account)
    let known = try await bench.store.versions(of: [todo.key], of: account)
    let restored = RemoteRecord(
      key: todo.key, state: .live(todo.fields), version: .numbered(3), readAt: 6)
    try await bench.store.mergeConfirmed([restored], insteadOf: known, from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Oat milk")
    let waiting = try await bench.store.syncSummary(of: account).waiting
    XCTAssertEqual(waiting, 1, "it is sent again")
  }

  /// The deletion from here was refused; then the server was restored, and had it deleted at that time.
  func testADeletionThatTheServerHadOnceWaitsNoLonger() async throws {
    for isRefused in [false, true] {
      let (bench, account, todo) = try await Bench.agreed()
      try await bench.store.apply([.live(todo.key, todo.fields, 5)], from: account)
      _ = try await bench.store.delete(todo.id)
      if isRefused {
        let retry = SyncRetry(
          attempts: 1, notBefore: Timestamp(milliseconds: 0),
          problem: .refused(status: 403, code: "PERMISSION_DENIED"))
        try await bench.store.setRecordRetry(retry, for: todo.key, of: account)
      }
      let restored = RemoteRecord(
        key: todo.key, state: .deleted, version: .numbered(3), readAt: 6)
      try await bench.store.apply([restored], from: account)
      let summary = try await bench.store.syncSummary(of: account)
      XCTAssertEqual(summary.waiting, 0)
      XCTAssertEqual(summary.quarantined.count, 0)
    }
  }

  /// Marks without an order only tell whether they are the same.
  func testAStateWhoseMarkHasNoOrderIsTaken() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    for name in ["b", "a"] {
      let fields = todo.fields.changing(["content": .string(name)])
      try await bench.store.apply(
        [
          RemoteRecord(
            key: todo.key, state: .live(fields), version: RecordVersion(tag: name))
        ], from: account)
      let stored = try await bench.store.todo(todo.id)
      XCTAssertEqual(stored?.content, name)
    }
  }

  func testTellsWhichStatesAreKnown() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.apply([.live(todo.key, todo.fields, 5)], from: account)
    let table: [([RecordKey: RecordVersion?], Bool)] = [
      ([:], true), ([todo.key: .numbered(5)], true), ([todo.key: .numbered(4)], true),
      ([todo.key: .numbered(6)], false), ([todo.key: RecordVersion(tag: "v4")], false),
      ([todo.key: nil], false), ([.todo("x"): .numbered(1)], false),
      ([todo.key: .numbered(5), todo.listKey: .numbered(1)], true),
      ([todo.key: .numbered(5), todo.listKey: .numbered(2)], false),
    ]
    for (versions, expected) in table {
      let isKnown = try await bench.store.unknown(versions, of: account).isEmpty
      XCTAssertEqual(isKnown, expected, "\(versions)")
    }
  }
}
