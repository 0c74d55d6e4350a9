import XCTest

@testable import Core

/// What is known of servers that choose names and versions themselves.
final class RemoteResourceTests: XCTestCase {
  private static func version(_ tag: String, at path: String = "/l/1.ics") -> RecordVersion {
    RecordVersion(tag: tag, resource: RemoteResource(path: path, etag: tag, text: "text " + tag))
  }

  private func record(_ todo: Todo, _ tag: String, at path: String = "/l/1.ics") -> RemoteRecord {
    RemoteRecord(
      key: todo.key, state: .live(todo.fields), version: Self.version(tag, at: path))
  }

  func testThePlaceIsOfTheSameVersionAsTheBase() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.acknowledge([sent], versions: [Self.version("a")])
    let made = try await bench.store.resource(of: todo.key, in: account)
    XCTAssertEqual(made, RemoteResource(path: "/l/1.ics", etag: "a", text: "text a"))
    let known = try await bench.store.resources(of: .todo, below: "/l/", in: account)
    XCTAssertEqual(known.map(\.version), ["a"])
    let others = try await bench.store.resources(of: .todo, below: "/L/", in: account)
    XCTAssertEqual(others, [])
    let named = try await bench.store.resources(
      of: .todo, at: ["/l/0.ics", "/l/1.ics"], in: account)
    XCTAssertEqual(named, known)
    let there = try await bench.store.record(at: "/l/1.ics", of: .todo, in: account)
    XCTAssertEqual(there, todo.key)

    // Moved, with the same version.
    try await bench.store.apply([record(todo, "a", at: "/m/1.ics")], from: account)
    let moved = try await bench.store.resource(of: todo.key, in: account)
    XCTAssertEqual(moved?.path, "/m/1.ics")

    try await bench.store.apply(
      [RemoteRecord(key: todo.key, state: .deleted, version: RecordVersion(tag: "gone"))],
      from: account)
    let gone = try await bench.store.resource(of: todo.key, in: account)
    XCTAssertNil(gone)
  }

  func testWhatCannotBeReadHasAPlaceAndNoBase() async throws {
    let (bench, account) = try await Bench.connected()
    let key = RecordKey.todo("odd")
    try await bench.store.apply(
      [
        RemoteRecord(
          key: key, state: .unreadable(detail: "d"), version: Self.version("a"))
      ], from: account)
    let known = try await bench.store.resources(of: .todo, below: "", in: account)
    XCTAssertEqual(known.map(\.key), [key])
    XCTAssertEqual(known.map(\.version), [nil])
  }

  func testThePlaceOfWhatCannotBeReadGoesWithTheAccount() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let odd = RemoteRecord(
      key: .todo("odd"), state: .unreadable(detail: "d"),
      version: Self.version("b", at: "/l/2.ics"))
    try await bench.store.apply([record(todo, "a"), odd], from: account)
    try await bench.store.disconnect(account)
    let known = try await bench.store.resources(of: .todo, below: "", in: account)
    XCTAssertEqual(known.map(\.key), [todo.key])
  }

  func testAnAnswerThatAWriteHasOvertakenIsAskedForAgain() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let before = try await bench.store.syncBase(for: todo.key, of: account)?.version?.tag
    let old = RemoteRecord(
      key: todo.key, state: .live(todo.fields), version: RecordVersion(tag: "read before"),
      askedAfter: .version(before ?? ""))
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Eggs"))
    let sent = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.acknowledge([sent], versions: [RecordVersion(tag: "written")])
    let place = try await bench.store.syncCursor(of: .todo, of: account)
    let again = try await bench.store.apply(
      .changes([old]), of: .todo, from: account, askedSince: place)
    XCTAssertEqual(again, [todo.key])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Eggs")
    let next = try await bench.store.syncCursor(of: .todo, of: account)
    XCTAssertEqual(next, place, "what could not be read again would otherwise be missed")
  }

  func testAnAnswerFromBeforeARecordWasMadeIsAskedForAgain() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let old = RemoteRecord(
      key: todo.key, state: .deleted, version: RecordVersion(tag: "read before"),
      askedAfter: .absent)
    let place = try await bench.store.syncCursor(of: .todo, of: account)
    let again = try await bench.store.apply(
      .changes([old]), of: .todo, from: account, askedSince: place)
    XCTAssertEqual(again, [todo.key])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, todo.content)
  }

  func testARefusedToDoIsSentAgainWithItsList() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let changes = try await bench.store.beginPush([todo.listKey, todo.key], of: account)
    let retry = SyncRetry(
      attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 409, code: ""))
    try await bench.store.quarantine(changes[1], retry)
    let held = try await bench.store.pendingKeys(of: account).map(\.key)
    XCTAssertEqual(held, [todo.listKey])
    try await bench.store.acknowledge([changes[0]], versions: [Self.version("l", at: "/l/")])
    let free = try await bench.store.pendingKeys(of: account).map(\.key)
    XCTAssertEqual(free, [todo.key])
  }
}
