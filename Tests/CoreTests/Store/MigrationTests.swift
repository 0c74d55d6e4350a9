import Foundation
import GRDB
import XCTest

@testable import Core

final class MigrationTests: XCTestCase {
  func testTheFirstVersionIsReadInFull() async throws {
    let folder = try TestFolder()
    try Version1.write(to: folder.file())
    let store = try Bench(path: folder.file()).store
    let accounts = try await store.accounts()
    let account = try XCTUnwrap(accounts.first)
    XCTAssertEqual(account, try sampleAccount())
    XCTAssertEqual(account.id.rawValue, Version1.account)
    let lists = try await store.lists()
    XCTAssertEqual(lists.map(\.name), ["Home", "Here only"])
    let todo = try await store.todo(TodoID(rawValue: "t1"))
    XCTAssertEqual(
      todo,
      Todo(
        id: TodoID(rawValue: "t1"), account: account.id, listID: ListID(rawValue: "l1"),
        content: "Milk", notes: "two litres", date: CalendarDay(iso8601: "2028-02-29"),
        alarm: Alarm(at: Timestamp(milliseconds: 5), zone: "Asia/Seoul"), priority: .highest,
        position: "0UMgABf0", createdAt: Timestamp(milliseconds: 6),
        modifiedAt: Timestamp(milliseconds: 7)))
    let sections = try await store.sections(of: .list(ListID(rawValue: "l1")))
    XCTAssertEqual(sections.open.map(\.mark), [.waiting])
    XCTAssertEqual(sections.done.map(\.content), ["Eggs"])
    let summary = try await store.syncSummary(of: account.id)
    XCTAssertEqual(
      summary,
      SyncSummary(
        waiting: 2,
        retry: SyncRetry(
          attempts: 3, notBefore: Timestamp(milliseconds: 11), problem: .unreachable,
          record: RecordKey(kind: .todo, id: "t1")), retryTitle: "Milk",
        refused: [
          .init(
            key: RecordKey(kind: .todo, id: "gone"), title: "",
            retry: SyncRetry(
              attempts: 2, notBefore: Timestamp(milliseconds: 10),
              problem: .refused(status: 403, code: "PERMISSION_DENIED")))
        ]))
    try await store.setDone(TodoID(rawValue: "t1"), true)
    let numbers = try await store.outbox().map(\.sequence)
    XCTAssertEqual(numbers, [41, 42, 43])
  }

  func testANewFileHasTheTablesOfTheLatestVersion() async throws {
    let frozen = try DatabaseQueue()
    try await frozen.writeWithoutTransaction { try $0.execute(sql: Version1.schema) }
    let store = try Bench().store
    @Sendable func shape(_ db: Database) throws -> [String] {
      try String.fetchAll(
        db, sql: "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'grdb%' AND sql IS NOT NULL"
      ).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.sorted()
    }
    let expected = try await frozen.read { try shape($0) }
    let found = try await store.read { try shape($0) }
    XCTAssertEqual(found, expected, "a released step is never edited")
  }

  func testAFileOfALaterVersionIsRefusedAndNotTouched() async throws {
    let closed = try TestFolder()
    try Version1.write(
      to: closed.file(), also: "INSERT INTO grdb_migrations VALUES ('99'), ('98');")
    // The same as a crash leaves it: everything still in the log.
    let holder = try DatabasePool(path: closed.file())
    try await holder.writeWithoutTransaction { try $0.execute(sql: "UPDATE list SET name = 'x'") }
    let unclosed = try closed.copyOfEverything()
    try holder.close()
    for folder in [closed, unclosed] {
      let names = try folder.names().filter { !$0.hasSuffix("-shm") }
      let bytes = try names.map { try folder.bytes(of: $0) }
      XCTAssertThrowsError(try TodoStore.open(at: folder.file())) { error in
        XCTAssertEqual(error as? StoreError, .tooNew(version: "99"))
      }
      XCTAssertEqual(try names.map { try folder.bytes(of: $0) }, bytes)
    }
  }

  func testOpeningPresentDataMakesNoCopy() async throws {
    let folder = try TestFolder()
    try Version1.write(to: folder.file())
    let bench = try Bench(path: folder.file())
    XCTAssertEqual(StoreBackup(databasePath: folder.file()).copies(), [])
    withExtendedLifetime(bench) {}
  }
}
