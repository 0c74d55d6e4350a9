import Core
import Sync
import Synchronization
import TestSupport

/// One computer: a store and an engine, with time and chance in the hands of the test.
struct Device {
  let store: TodoStore
  let engine: SyncEngine
  let account: AccountID
  let clock: ManualClock

  /// - Parameter name: begins the identifiers this device makes.
  init(
    _ server: SimulatedServer, name: String = "a",
    clock: ManualClock = ManualClock(skipsSleep: true), seed: UInt64 = 1, pageSize: Int = 300,
    batchLimit: Int = 500, requests: any RequestStarter = RequestsInOrder()
  ) async throws {
    try await self.init(
      backend: SimulatedBackend(server, pageSize: pageSize, batchLimit: batchLimit), name: name,
      clock: clock, seed: seed, requests: requests)
  }

  /// - Parameter path: where the database is; nil keeps it in memory.
  init(
    backend: any SyncBackend, name: String = "a",
    clock: ManualClock = ManualClock(skipsSleep: true), seed: UInt64 = 1, path: String? = nil,
    requests: any RequestStarter = RequestsInOrder()
  ) async throws {
    let count = Mutex(0)
    let environment = StoreEnvironment(
      now: { clock.now() },
      makeID: {
        count.withLock { count in
          count += 1
          return "\(name)\(count)"
        }
      })
    if let path {
      store = try TodoStore.open(at: path, environment: environment)
    } else {
      store = try TodoStore.inMemory(environment: environment)
    }
    let account = Account(firestore: try FirestoreSettings(project: "p", user: "u"))
    try await store.connect(account)
    self.account = account.id
    self.clock = clock
    engine = SyncEngine(
      account: account.id, store: store, backend: backend, clock: clock,
      random: SplitMix64(seed: seed), requests: requests)
  }

  /// Adds a to-do to the first list.
  @discardableResult
  func add(_ content: String, to list: ListID? = nil) async throws -> Todo {
    try await store.add(
      TodoDraft(id: TodoID(rawValue: store.makeID()), listID: list, content: content))
  }

  /// Changes the title.
  func rename(_ id: TodoID, _ content: String) async throws {
    guard let todo = try await store.todo(id) else { return }
    try await store.update(
      id, to: TodoDraft(id: id, listID: todo.listID, content: content, notes: todo.notes))
  }

  /// How many records wait to be sent.
  func waiting() async throws -> Int {
    try await store.syncSummary(of: account).waiting
  }

  /// Lets a record be sent again that was quarantined, as a person does, and sends what waits.
  func sendAgain(_ key: RecordKey) async throws -> SyncOutcome {
    try await store.setRecordRetry(nil, for: key, of: account)
    return await engine.syncOnce(pull: false, wake: true)
  }

  func retry() async throws -> SyncRetry? {
    try await store.accountRetry(of: account)
  }
}

extension RecordKey {
  init(_ todo: Todo) {
    self.init(kind: .todo, id: todo.id.rawValue)
  }

  init(_ list: TodoList) {
    self.init(kind: .list, id: list.id.rawValue)
  }
}
