import Foundation
import GRDB
import Synchronization
import XCTest

@testable import Core

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let milliseconds: Mutex<Int64>

  init(_ start: Int64 = 1_800_000_000_000) {
    milliseconds = Mutex(start)
  }

  var now: Timestamp { milliseconds.withLock { Timestamp(milliseconds: $0) } }

  func advance(by step: Int64) {
    milliseconds.withLock { $0 += step }
  }
}

/// Identifiers "id-0001", "id-0002" … in the order in which they are asked for.
final class CountingIDs: Sendable {
  private let last = Mutex(0)
  private let prefix: String

  init(prefix: String = "id-") {
    self.prefix = prefix
  }

  func next() -> String {
    last.withLock { last in
      last += 1
      return prefix + String(format: "%04d", last)
    }
  }
}

/// A folder that goes with the test.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "optimist-core-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String = "optimist.sqlite") -> String { path + "/" + name }

  /// Copies what is on disk now, as a crash would leave it.
  func copyOfEverything() throws -> TestFolder {
    let copy = try TestFolder()
    for name in try names() {
      try FileManager.default.copyItem(atPath: file(name), toPath: copy.file(name))
    }
    return copy
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func bytes(of name: String = "optimist.sqlite") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }
}

/// A store with a clock and identifiers that the test decides.
struct Bench: Sendable {
  let clock: TestClock
  let ids: CountingIDs
  let store: TodoStore

  /// - Parameter path: nil keeps the store in memory.
  init(
    path: String? = nil, clock: TestClock = TestClock(), ids: CountingIDs = CountingIDs(),
    naming: ListNaming = .english, zone: ZoneRules = .utc
  ) throws {
    self.clock = clock
    self.ids = ids
    let environment = StoreEnvironment(
      now: { clock.now }, makeID: { ids.next() }, naming: naming, zone: { zone })
    store =
      try path.map { try TodoStore.open(at: $0, environment: environment) }
      ?? TodoStore.inMemory(environment: environment)
  }

  private init(_ other: Bench, store: TodoStore) {
    (clock, ids) = (other.clock, other.ids)
    self.store = store
  }

  /// The same, with commands that can be taken back.
  func recording(in recorder: UndoRecorder) -> Bench {
    Bench(self, store: store.recording(in: recorder))
  }

  /// A store with an account, and that account.
  static func connected(path: String? = nil) async throws -> (Bench, AccountID) {
    let bench = try Bench(path: path)
    let account = try sampleAccount()
    try await bench.store.connect(account)
    return (bench, account.id)
  }

  /// A store with an account, and a to-do in a list that its server holds as they are here.
  static func agreed(path: String? = nil) async throws -> (Bench, AccountID, Todo) {
    let (bench, account) = try await connected(path: path)
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    return (bench, account, todo)
  }

  /// Adds a to-do one second after whatever was before.
  @discardableResult
  func add(
    _ content: String, to list: ListID? = nil, date: CalendarDay? = nil, isStarred: Bool = false
  ) async throws -> Todo {
    clock.advance(by: 1_000)
    return try await store.add(
      TodoDraft(
        id: TodoID(rawValue: ids.next()), listID: list, content: content,
        due: date.map { CalendarTime(day: $0) }, isStarred: isStarred))
  }
}

extension Bench {
  /// What was sent of a record and not answered.
  func sent(_ key: RecordKey, _ account: AccountID) async throws -> [RecordFields] {
    try await store.read { try SyncBaseTable(db: $0, account: account).inFlight(key) }
  }
}

func sampleAccount(user: String = "ann") throws -> Account {
  Account(
    firestore: try FirestoreSettings(project: "demo", host: "127.0.0.1:8080", user: user))
}

extension TodoStore {
  /// Restores the newest copy of a to-do from the trash, if it is there.
  func restore(_ todo: Todo) async throws(StoreError) {
    guard let copy = try await trash().first(where: { $0.key == todo.key }) else { return }
    try await restoreFromTrash(copy.id)
  }
}

extension Todo {
  var listKey: RecordKey { RecordKey(kind: .list, id: listID.rawValue) }
}

/// A stored line of the outbox.
struct OutboxLine: Hashable {
  let sequence: Int64
  let account: String
  let kind: String
  let record: String
  let reason: Int
}

extension TodoStore {
  func outbox() async throws -> [OutboxLine] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM outbox ORDER BY seq").map { row in
        OutboxLine(
          sequence: row["seq"], account: row["account"], kind: row["kind"],
          record: row["record"], reason: row["reason"])
      }
    }
  }

  /// Every stored value as text: equal before and after means that nothing was written.
  func dump() async throws -> [String] {
    try await read { try Self.dump($0) }
  }

  static func dump(_ db: Database) throws -> [String] {
    let tables = [
      "account", "list", "todo", "outbox", "syncBase", "inFlightWrite", "syncCursor", "syncRetry",
      "syncState", "syncConflict", "trash", "member", "hiddenList", "formerValues",
    ]
    return try tables.flatMap { table in
      try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
    }
  }

  func execute(_ sql: String) async throws {
    try await writer.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// Sends everything that waits, as an engine with a willing server would.
  func acknowledgeAll(of account: AccountID, version: RecordVersion = .numbered(1)) async throws {
    let changes = try await beginPush(try await waitingKeys(of: account), of: account)
    try await acknowledge(changes, versions: changes.map { _ in version })
  }

  /// The records that may be sent now, in the order in which they are.
  func waitingKeys(of account: AccountID) async throws -> [RecordKey] {
    try await pendingKeys(of: account).map(\.key)
  }

  /// The newest copy in the trash.
  func newestTrash() async throws -> TrashItem {
    let items = try await trash()
    return try XCTUnwrap(items.first)
  }

  /// The newest of the values that lost a merge.
  func newestConflict() async throws -> SyncConflict {
    let conflicts = try await recentConflicts()
    return try XCTUnwrap(conflicts.first)
  }

  /// Sends the lists that wait, as an engine does before it sends to-dos.
  func acknowledgeLists(of account: AccountID) async throws {
    let lists = try await waitingKeys(of: account).filter { $0.kind == .list }
    let changes = try await beginPush(lists, of: account)
    try await acknowledge(changes, versions: changes.map { _ in .numbered(1) })
  }

  /// Begins to send one record, for which something has to be sent. The list of a to-do is sent before.
  func beginPush(_ key: RecordKey, of account: AccountID) async throws -> PendingChange {
    if key.kind == .todo { try await acknowledgeLists(of: account) }
    let changes = try await beginPush([key], of: account)
    return try XCTUnwrap(changes.first)
  }
}

extension RecordVersion {
  /// The mark of a server that counts the states of a record.
  static func numbered(_ number: Int64) -> RecordVersion {
    RecordVersion(tag: "v\(number)", ordinal: number)
  }
}

extension RecordKey {
  static func list(_ id: String) -> RecordKey { RecordKey(kind: .list, id: id) }
  static func todo(_ id: String) -> RecordKey { RecordKey(kind: .todo, id: id) }
}

extension RemoteRecord {
  static func live(_ key: RecordKey, _ fields: RecordFields, _ number: Int64 = 2) -> RemoteRecord {
    RemoteRecord(key: key, state: .live(fields), version: .numbered(number))
  }

  static func tombstone(_ key: RecordKey, _ number: Int64 = 9) -> RemoteRecord {
    RemoteRecord(key: key, state: .deleted, version: .numbered(number))
  }

  static func unreadable(_ key: RecordKey, _ number: Int64 = 9) -> RemoteRecord {
    RemoteRecord(key: key, state: .unreadable(detail: "d"), version: .numbered(number))
  }

  static func absent(_ key: RecordKey) -> RemoteRecord {
    RemoteRecord(key: key, state: .absent, version: nil)
  }
}

extension RemoteRecord {
  /// That the user has accepted to take part in a list, as the server knows it.
  static func accepted(
    _ list: String, of owner: String, _ number: Int64 = 1
  ) -> RemoteRecord {
    return RemoteRecord(
      key: RecordKey(kind: .consent, id: owner + ":" + list),
      state: .live([
        "user": .string(owner), "listID": .string(list), "choice": .string("accepted"),
        "modifiedAt": .timestamp(Timestamp(milliseconds: number)),
      ]), version: .numbered(number))
  }
}

extension ChangePage {
  /// A part of a listing of everything.
  static func listing(
    _ records: [RemoteRecord] = [], next: String = "end", isLast: Bool = true, total: Int? = nil
  ) -> ChangePage {
    ChangePage(
      records: records, next: SyncCursor(token: next), isLast: isLast, isListing: true, total: total
    )
  }

  /// What changed since the page before.
  static func changes(
    _ records: [RemoteRecord] = [], next: String = "later", serverTime: Timestamp? = nil
  ) -> ChangePage {
    ChangePage(
      records: records, next: SyncCursor(token: next), isLast: true, isListing: false,
      serverTime: serverTime)
  }
}

extension RecordFields {
  /// The same fields with other values for some.
  func changing(_ fields: RecordFields) -> RecordFields { merging(fields) { $1 } }
}

/// Passes if the work fails with exactly this error.
func assertFails<T>(
  _ expected: StoreError, file: StaticString = #filePath, line: UInt = #line,
  _ work: () async throws -> T
) async {
  do {
    _ = try await work()
    XCTFail("nothing was thrown", file: file, line: line)
  } catch {
    XCTAssertEqual(error as? StoreError, expected, "\(error)", file: file, line: line)
  }
}

extension StoreError {
  var isDamaged: Bool {
    if case .damaged = self { return true }
    return false
  }
}

/// Chances that are the same in every run.
struct SeededChances: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64 (https://prng.di.unimi.it/splitmix64.c).
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension TodoStore {
  /// Adds many open rows in one commit, without outbox entries.
  /// - Parameter isChain: whether each is a part of the one before.
  func insertRows(_ count: Int, into list: TodoList, isChain: Bool = false) async throws {
    try await transaction { work in
      let now = work.environment.now()
      for index in 0..<count {
        try work.insert(
          Todo(
            id: TodoID(rawValue: "row-\(index)"), account: list.account, listID: list.id,
            content: "row \(index)",
            parent: isChain && index > 0 ? TodoID(rawValue: "row-\(index - 1)") : nil,
            position: PositionKey.initial(at: now), createdAt: now, modifiedAt: now), outbox: nil)
      }
    }
  }
}
