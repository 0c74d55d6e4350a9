import Foundation
import GRDB
import XCTest

@testable import Core

/// When a record was made is sent once and never again, so nothing that is put back may change it here.
final class CreationTimeTests: XCTestCase {
  /// A list and a to-do that the server has, and that another device was the first to make.
  private func agreed() async throws -> (Bench, AccountID, TodoList, Todo) {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Shopping")
    let todo = try await bench.add("Milk", to: list.id)
    return (bench, account, list, todo)
  }

  /// What the server tells of a record, made at another time.
  private func earlier(_ key: RecordKey, _ fields: RecordFields, _ number: Int64 = 5)
    -> RemoteRecord
  {
    .live(key, fields.changing(["createdAt": .timestamp(Timestamp(milliseconds: 7))]), number)
  }

  private func createdAt(_ key: RecordKey, _ bench: Bench) async throws -> FieldValue? {
    try await bench.store.allRecords()[key]?["createdAt"]
  }

  private let seven = FieldValue.timestamp(Timestamp(milliseconds: 7))

  func testAListThatCameBackMeanwhileKeepsIt() async throws {
    let (bench, account, list, todo) = try await agreed()
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.deleteList(list.id)
    let copy = try await bench.store.newestTrash()
    try await bench.store.acknowledgeAll(of: account, version: .numbered(4))
    try await bench.store.apply(
      [earlier(list.key, list.fields), earlier(todo.key, todo.fields)], from: account)
    try await bench.store.restoreFromTrash(copy.id)
    for key in [list.key, todo.key] {
      let time = try await createdAt(key, bench)
      XCTAssertEqual(time, seven, key.id)
    }
  }

  func testWhatWasDeletedHereOnlyKeepsIt() async throws {
    for isUndo in [true, false] {
      let (bench, account, _, todo) = try await agreed()
      try await bench.store.acknowledgeAll(of: account)
      let deleted = try await bench.store.delete(todo.id)
      // Nothing else differs, so that the deletion goes on.
      let change = try await bench.store.beginPush(todo.key, of: account)
      XCTAssertEqual(change.operation, .delete)
      try await bench.store.setCreationTime(7, in: "syncBase", of: todo.key)
      let base = try await bench.store.syncBase(for: todo.key, of: account)
      XCTAssertEqual(base?.fields?["createdAt"], seven)
      if isUndo {
        try await bench.store.restore(deleted)
      } else {
        try await bench.store.restoreFromTrash(try await bench.store.newestTrash().id)
      }
      let time = try await createdAt(todo.key, bench)
      XCTAssertEqual(time, seven, "undo: \(isUndo)")
    }
  }

  func testAListThatATodoBringsBackKeepsIt() async throws {
    let (bench, account, list, todo) = try await agreed()
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.apply([earlier(list.key, list.fields)], from: account)
    try await bench.store.deleteList(list.id)
    try await bench.store.setCreationTime(9, in: "trash", of: list.key)
    try await bench.store.apply(
      [.live(todo.key, todo.fields.changing(["content": .string("Eggs")]))], from: account)
    try await bench.store.reconcileLists(of: account)
    let time = try await createdAt(list.key, bench)
    XCTAssertEqual(time, seven)
  }
}

extension TodoStore {
  /// Changes the time of creation in stored fields.
  fileprivate func setCreationTime(_ milliseconds: Int64, in table: String, of key: RecordKey)
    async throws
  {
    try await transaction { work in
      let place: [(any StoredValue)?] = [key.kind.rawValue, key.id]
      let data = try Data.fetchOne(
        work.db.statement("SELECT fields FROM \(table) WHERE kind = ? AND record = ?", place))
      var fields = try StoredFields.decode(XCTUnwrap(data))
      fields["createdAt"] = .timestamp(Timestamp(milliseconds: milliseconds))
      try work.db.run(
        "UPDATE \(table) SET fields = ? WHERE kind = ? AND record = ?",
        [StoredFields.encode(fields)] + place)
    }
  }
}
