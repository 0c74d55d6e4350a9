import Synchronization
import TestSupport
import XCTest

@testable import Core

/// Rows, bases, outbox and cursor are stored together or not at all.
final class SyncAtomicityTests: XCTestCase {
  /// Lets commits fail from a moment on.
  private final class Disk: Sendable {
    let isFull = Mutex(false)

    func fail(in store: TodoStore) {
      store.aroundCommits(
        before: { () throws(StoreError) in
          if self.isFull.withLock({ $0 }) { throw .diskFull }
        }, after: {})
    }
  }

  func testNothingIsStoredWhenTheCommitFails() async throws {
    let folder = try TestFolder()
    let (bench, account, todo) = try await Bench.agreed(path: folder.file())
    let store = bench.store
    let gone = try await bench.add("gone", to: todo.listID)
    try await store.acknowledgeAll(of: account)
    _ = try await store.delete(gone.id)
    try await store.setDone(todo.id, true)
    let change = try await store.beginPush(todo.key, of: account)
    let theirs = todo.fields.changing(["content": .string("Eggs")])
    try await store.apply([.live(todo.key, theirs)], from: account)
    try await store.update(todo.id, to: TodoDraft(id: todo.id, content: "Tea"))
    try await store.apply(
      [.live(todo.key, theirs.changing(["content": .string("Soup")]), 3)], from: account)
    try await store.apply(
      [.live(.todo("orphan"), theirs.changing(["listID": .string("l")]))], from: account)
    try await store.addList(named: "Here only", to: .thisComputer)
    _ = try await store.holdUnsentChanges(of: account)
    let trash = try await store.newestTrash().id
    let conflict = try await store.newestConflict().id
    let records: [RemoteRecord] = [.live(.todo("new"), theirs), .tombstone(todo.key)]
    let retry = SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable)

    let steps: [(String, () async throws -> Void)] = [
      ("page", { try await store.apply(.listing(records), of: .todo, from: account) }),
      ("records", { try await store.apply(records, from: account) }),
      ("begin", { _ = try await store.beginPush([todo.key, gone.key], of: account) }),
      ("acknowledge", { try await store.acknowledge([change], versions: [.numbered(4)]) }),
      ("end", { try await store.endPush([change]) }),
      ("retry", { try await store.setRecordRetry(retry, for: todo.key, of: account) }),
      ("discard", { try await store.discard(todo.key, of: account, restoring: nil) }),
      ("reconcile lists", { try await store.reconcileLists(of: account) }),
      ("forget cursors", { try await store.forgetCursors(of: account) }),
      ("note", { try await store.noteSync(of: account) }),
      ("hold", { _ = try await store.holdUnsentChanges(of: account) }),
      ("release", { try await store.releaseUnsentChanges(of: account) }),
      ("restore", { try await store.restoreFromTrash(trash) }),
      ("empty", { try await store.emptyTrash(through: trash) }),
      ("restore conflict", { try await store.restoreConflict(conflict) }),
      ("dismiss", { try await store.dismissConflict(conflict) }),
      ("keep", { try await store.disconnect(account) }),
      ("remove", { try await store.disconnect(account, isKeeping: false) }),
      ("connect", { try await store.connect(try sampleAccount(user: "bob")) }),
    ]
    let disk = Disk()
    disk.fail(in: store)
    let signals = FeedLog(store.syncChanges())
    let hasStarted = await signals.wait { $0.items.count == 1 }
    XCTAssertTrue(hasStarted)
    let before = try await store.dump()
    disk.isFull.withLock { $0 = true }
    for (name, step) in steps {
      do {
        try await step()
        XCTFail("\(name) went through")
      } catch {
        XCTAssertEqual(error as? StoreError, .diskFull, name)
      }
      let after = try await store.dump()
      XCTAssertEqual(before, after, name)
    }
    XCTAssertEqual(signals.state.items.count, 1, "nobody is told of what is not there")
    disk.isFull.withLock { $0 = false }
    for (name, step) in steps.prefix(1) {
      try await step()
      let after = try await store.dump()
      XCTAssertNotEqual(before, after, name)
    }
  }
}
