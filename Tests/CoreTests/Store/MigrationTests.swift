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
    let base = try await store.syncBase(for: RecordKey(kind: .todo, id: "t1"), of: account.id)
    XCTAssertEqual(
      base,
      RemoteRecord(
        key: RecordKey(kind: .todo, id: "t1"),
        state: .live([
          "content": .string("Milk"), "priority": .integer(0), "assignee": .null,
        ]),
        version: RecordVersion(tag: "v1")))
  }

  /// The first version wrote an empty mark where the server had told none.
  func testAnEmptyMarkOfTheFirstVersionIsNone() async throws {
    let folder = try TestFolder()
    try Version1.write(to: folder.file(), also: "UPDATE syncBase SET version = '';")
    let store = try Bench(path: folder.file()).store
    let account = AccountID(rawValue: Version1.account)
    let key = RecordKey(kind: .todo, id: "t1")
    let base = try await store.syncBase(for: key, of: account)
    XCTAssertNotNil(base?.fields)
    XCTAssertNil(base?.version)
    let change = try await store.beginPush(key, of: account)
    XCTAssertEqual(change.precondition, .unknown)
  }

  /// What the first version knew of a server is read again from the beginning, and nothing is asked for
  /// that a listing shows.
  func testTheFirstVersionIsListedAgain() async throws {
    let folder = try TestFolder()
    try Version1.write(
      to: folder.file(), also: "INSERT INTO syncCursor VALUES ('\(Version1.account)', 'c', 't');")
    let store = try Bench(path: folder.file()).store
    let account = AccountID(rawValue: Version1.account)
    let cursor = try await store.syncCursor(of: .todo, of: account)
    XCTAssertNil(cursor)
    let unseen = try await store.apply(
      ChangePage(records: [], next: SyncCursor(token: "n"), isLast: true, isListing: true),
      of: .todo, from: account)
    XCTAssertEqual(unseen, [RecordKey(kind: .todo, id: "t1")])
  }

  func testTheSecondVersionIsReadInFull() async throws {
    let folder = try TestFolder()
    try Version2.write(to: folder.file())
    let store = try Bench(path: folder.file()).store
    let account = AccountID(rawValue: Version2.account)
    let accounts = try await store.accounts()
    XCTAssertEqual(
      accounts.map(\.signIn),
      [SignIn(email: "ann@example.org", identity: try IdentitySettings(apiKey: "key"))])
    XCTAssertEqual(accounts.map(\.id), [account])
    let todo = RecordKey(kind: .todo, id: "t1")
    let bases = [todo, RecordKey(kind: .todo, id: "gone")]
    var found: [RemoteRecord?] = []
    for key in bases { found.append(try await store.syncBase(for: key, of: account)) }
    XCTAssertEqual(
      found,
      [
        .live(todo, ["content": .string("Tea"), "assignee": .null], 3),
        RemoteRecord(key: bases[1], state: .deleted, version: RecordVersion(tag: "v4")),
      ])
    let cursors = [
      try await store.syncCursor(of: .todo, of: account),
      try await store.syncCursor(of: .list, of: account),
    ]
    XCTAssertEqual(cursors, [SyncCursor(token: "token"), nil])
    var summary = SyncSummary(waiting: 1)
    summary.leftOver = 1
    summary.lastSyncAt = Timestamp(milliseconds: 8)
    summary.download = .init(received: 10, expected: 20)
    let told = try await store.syncSummary(of: account)
    XCTAssertEqual(told, summary)
    let conflicts = try await store.recentConflicts()
    XCTAssertEqual(
      conflicts,
      [
        SyncConflict(
          id: 1, key: todo, title: "Milk", lost: ["content": .string("Beer")],
          kept: ["content": .string("Milk")], at: Timestamp(milliseconds: 9))
      ])
    let trash = try await store.trash()
    XCTAssertEqual(
      trash,
      [
        TrashItem(
          id: 3, key: RecordKey(kind: .todo, id: "t9"), title: "Salt", listName: "Home",
          reason: .discarded, todoCount: 0, at: Timestamp(milliseconds: 11)),
        TrashItem(
          id: 1, key: RecordKey(kind: .list, id: "l0"), title: "Old", listName: nil,
          reason: .deleted, todoCount: 1, at: Timestamp(milliseconds: 10)),
      ])
    // What the server has is known to come from here, see ``ThreeWayMerge``.
    try await store.apply(
      [.live(todo, ["content": .string("Juice"), "assignee": .null], 4)], from: account)
    let stored = try await store.todo(TodoID(rawValue: "t1"))
    XCTAssertEqual(stored?.content, "Milk")
    let after = try await store.recentConflicts()
    XCTAssertEqual(after, conflicts)
  }

  func testTheThirdVersionIsReadInFull() async throws {
    let folder = try TestFolder()
    try Version3.write(to: folder.file())
    let store = try Bench(path: folder.file()).store
    let own = try await store.accounts()
    XCTAssertEqual(own.map(\.id.rawValue), [Version3.account])
    let all = try await store.syncAccounts()
    XCTAssertEqual(all.map(\.id.rawValue), [Version3.account, Version3.share])
    let share = try XCTUnwrap(all.last)
    XCTAssertEqual(
      share.share, Account.Share(owner: "bob", list: ListID(rawValue: "l2"), role: .writer))
    XCTAssertEqual(share.signIn?.email, "ann@example.org")
    XCTAssertEqual(share.id.root.rawValue, Version3.account)
    let mine = try await store.sections(of: .assignedToMe).open
    XCTAssertEqual(
      mine.map(\.assignee),
      [Assignee(account: AccountID(rawValue: Version3.account), user: "ann", isMe: true)])
    let members = try await store.members(of: ListID(rawValue: "l1"))
    XCTAssertEqual(members.map(\.user), ["eve"])
  }

  /// Who is signed in is what tells whose a to-do is.
  func testTheUserOfAnAccountOfTheSecondVersionIsKnown() async throws {
    let folder = try TestFolder()
    try Version2.write(to: folder.file())
    let store = try Bench(path: folder.file()).store
    try await store.assign(TodoID(rawValue: "t1"), to: "ann")
    let mine = try await store.sections(of: .assignedToMe).open
    XCTAssertEqual(mine.map(\.id.rawValue), ["t1"])
  }

  func testANewFileHasTheTablesOfTheLatestVersion() async throws {
    let frozen = try DatabaseQueue()
    try await frozen.writeWithoutTransaction {
      try $0.execute(sql: Version6.schema + Version7.additions + Version8.additions)
    }
    let store = try Bench().store
    let expected = try await frozen.read { try Self.shape($0) }
    let found = try await store.read { try Self.shape($0) }
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
    try Bench(path: folder.file()).store.close()
    let bench = try Bench(path: folder.file())
    XCTAssertEqual(StoreBackup(databasePath: folder.file()).copies(), [])
    withExtendedLifetime(bench) {}
  }

  func testACopyIsMadeBeforeAMigration() async throws {
    let folder = try TestFolder()
    try Version1.write(to: folder.file())
    let bench = try Bench(path: folder.file())
    let copies = StoreBackup(databasePath: folder.file()).copies()
    XCTAssertEqual(copies.count, 1)
    let queue = try DatabaseQueue(path: try XCTUnwrap(copies.first).path)
    let steps = try await queue.read { db in
      try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
    }
    XCTAssertEqual(steps, ["1"])
    withExtendedLifetime(bench) {}
  }

  /// The statements of all tables and indexes, written in one way.
  private static func shape(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'grdb%' AND sql IS NOT NULL"
    ).map { sql in
      var words = ""
      for character in sql where character != "\"" {
        words += "(),".contains(character) ? " \(character) " : String(character)
      }
      return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.sorted()
  }
}
