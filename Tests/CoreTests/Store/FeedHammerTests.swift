import Synchronization
import XCTest

@testable import Core

/// Feeds start while several tasks write; at the end each shows what the store holds.
final class FeedHammerTests: XCTestCase {
  private static let tasks = 4

  /// What the tasks know of each other's records.
  private final class Known: Sendable {
    struct Content {
      var todos: [TodoID] = []
      var deleted: [Todo] = []
      var lists: [ListID] = []
    }
    let content = Mutex(Content())

    func todo(_ chances: inout SeededChances) -> TodoID? {
      content.withLock { $0.todos.randomElement(using: &chances) }
    }

    func list(_ chances: inout SeededChances) -> ListID? {
      content.withLock { $0.lists.randomElement(using: &chances) }
    }
  }

  func testInMemory() async throws {
    try await hammer(try await Bench.connected(), seed: 11, commandsPerTask: 150)
  }

  func testInAFile() async throws {
    let folder = try TestFolder()
    let connected = try await Bench.connected(path: folder.file())
    // Nothing here asks whether the disk keeps it.
    try await connected.0.store.execute("PRAGMA synchronous = OFF")
    try await hammer(connected, seed: 12, commandsPerTask: 500)
  }

  private func hammer(_ connected: (Bench, AccountID), seed: UInt64, commandsPerTask: Int)
    async throws
  {
    let (bench, account) = connected
    let known = Known()
    for name in ["a", "b", "c"] {
      let list = try await bench.store.addList(named: name)
      known.content.withLock { $0.lists.append(list.id) }
    }
    let first = known.content.withLock { $0.lists[0] }
    let scopes: [TodoScope] = [.list(first), .important, .day(.first, .utc)]

    let (pages, overviews) = try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<Self.tasks {
        group.addTask {
          var chances = SeededChances(seed: seed &* 1_000 &+ UInt64(task))
          for _ in 0..<commandsPerTask {
            try await Self.oneCommand(bench, account, known, &chances)
          }
        }
      }
      var pages: [(TodoScope, FeedLog<StoreFeed<TodoSections>>)] = []
      var overviews: [FeedLog<StoreFeed<ListOverview>>] = []
      for _ in 0..<8 {
        for scope in scopes { pages.append((scope, FeedLog(bench.store.todos(in: scope)))) }
        overviews.append(FeedLog(bench.store.overview()))
        for _ in 0..<20 { try await bench.store.writer.writeWithoutTransaction { _ in } }
      }
      try await group.waitForAll()
      return (pages, overviews)
    }

    // The last commit of all, by which each reader knows that it has everything.
    let last = try await bench.add("last", to: first, date: .first, isStarred: true)
    let lastList = try await bench.store.addList(named: "last")
    for (scope, feed) in pages {
      let hasAll = await feed.wait { Self.tells(last.id, $0.items.last) }
      XCTAssertTrue(hasAll, "\(scope)")
      let expected = try await bench.store.sections(of: scope)
      let model = PageModel(scope, feed.state.items)
      XCTAssertEqual(model.sections, expected, "\(scope)")
      XCTAssertEqual(model.misfits, 0, "\(scope)")
    }
    let fresh = FeedLog(bench.store.overview())
    let hasStarted = await fresh.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    let expected = try XCTUnwrap(overview(from: fresh.state.items))
    for feed in overviews {
      let hasAll = await feed.wait { Self.tells(lastList.id, $0.items.last) }
      XCTAssertTrue(hasAll)
      XCTAssertEqual(overview(from: feed.state.items), expected)
    }
    let counts = try await bench.store.read { db in
      try db.number("SELECT COUNT(*) FROM todo WHERE isDone = 0")
    }
    XCTAssertEqual(expected.openCounts.values.reduce(0, +), counts)
  }

  private static func tells(_ id: TodoID, _ item: StoreFeed<TodoSections>?) -> Bool {
    switch item {
    case .snapshot(let sections): sections.open.contains { $0.id == id }
    case .change(let change): change.todos.contains { $0.after?.id == id }
    default: false
    }
  }

  private static func tells(_ id: ListID, _ item: StoreFeed<ListOverview>?) -> Bool {
    switch item {
    case .snapshot(let overview): overview.lists.contains { $0.id == id }
    case .change(let change): change.lists.contains { $0.after?.id == id }
    default: false
    }
  }

  private static func oneCommand(
    _ bench: Bench, _ account: AccountID, _ known: Known, _ chances: inout SeededChances
  ) async throws {
    let store = bench.store
    let date =
      [nil, CalendarDay.first, CalendarDay.first.adding(days: 1)]
      .randomElement(using: &chances) ?? nil
    let isStarred = Bool.random(using: &chances)
    do {
      switch Int.random(in: 0..<200, using: &chances) {
      case 0..<60:
        let todo = try await bench.add(
          "x", to: known.list(&chances), date: date, isStarred: isStarred)
        known.content.withLock { $0.todos.append(todo.id) }
      case 60..<90:
        guard let id = known.todo(&chances) else { return }
        try await store.setDone(id, Bool.random(using: &chances))
      case 90..<110:
        guard let id = known.todo(&chances) else { return }
        try await store.setStarred(id, isStarred)
      case 110..<135:
        guard let id = known.todo(&chances) else { return }
        try await store.update(
          id,
          to: TodoDraft(
            id: id, content: "y", due: date.map { CalendarTime(day: $0) }, isStarred: isStarred))
      case 135..<150:
        guard let id = known.todo(&chances) else { return }
        let todo = try await store.delete(id)
        known.content.withLock { $0.deleted.append(todo) }
      case 150..<158:
        guard let todo = known.content.withLock({ $0.deleted.popLast() }) else { return }
        try await store.restore(todo)
      case 158..<166:
        guard let id = known.list(&chances) else { return }
        try await store.renameList(id, to: "list \(Int.random(in: 0..<20, using: &chances))")
      case 166..<170:
        let list = try await store.addList(named: "")
        known.content.withLock { $0.lists.append(list.id) }
      case 170..<172:
        guard let id = known.list(&chances), id != known.content.withLock({ $0.lists[0] })
        else { return }
        try await store.deleteList(id)
      case 172..<176:
        let keys = try await store.pendingKeys(of: account, limit: 10).map(\.key)
        let changes = try await store.beginPush(keys, of: account)
        if Bool.random(using: &chances) {
          try await store.acknowledge(changes, versions: changes.map { _ in .numbered(1) })
        } else {
          try await store.endPush(changes)
        }
      case 176..<198:
        try await store.apply(remoteRecords(known, &chances), from: account)
      default:
        // Everything changes at once: readers begin anew.
        try await store.disconnect(account)
        try await store.connect(try sampleAccount())
      }
    } catch StoreError.missing {
      // Another task was faster.
    }
  }

  /// What a server could say: moved, changed and deleted records.
  private static func remoteRecords(_ known: Known, _ chances: inout SeededChances)
    -> [RemoteRecord]
  {
    var records: [RemoteRecord] = []
    for _ in 0..<3 {
      guard let id = known.todo(&chances), let list = known.list(&chances) else { continue }
      let key = RecordKey(kind: .todo, id: id.rawValue)
      let version = RecordVersion(tag: "v\(chances.next())")
      if Int.random(in: 0..<6, using: &chances) == 0 {
        records.append(RemoteRecord(key: key, state: .deleted, version: version))
        continue
      }
      records.append(
        RemoteRecord(
          key: key,
          state: .live([
            "content": .string("remote"), "listID": .string(list.rawValue),
            "status": .string(Bool.random(using: &chances) ? "done" : "open"),
            "priority": .integer(Int64.random(in: 0...9, using: &chances)),
            "date": Bool.random(using: &chances) ? .time(CalendarTime(day: .first)) : .null,
          ]), version: version))
    }
    return records
  }
}
