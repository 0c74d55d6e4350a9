import Core
import Sync

/// Keeps an engine at work for the account that is set up.
@MainActor
final class SyncService: SyncControlling {
  private struct Running {
    let account: Account
    let engine: SyncEngine
    let scheduler: SyncScheduler
  }

  private let store: TodoStore
  private let transport: any HTTPTransport
  private var running: Running?
  private var feed: Task<Void, Never>?
  private var network: NetworkMonitor?
  private let onStoreError: @MainActor (StoreError) -> Void

  /// - Parameter onStoreError: is told when the database failed while synchronising.
  init(
    store: TodoStore, transport: any HTTPTransport,
    onStoreError: @escaping @MainActor (StoreError) -> Void
  ) {
    self.store = store
    self.transport = transport
    self.onStoreError = onStoreError
  }

  isolated deinit {
    feed?.cancel()
  }

  /// Begins: an initial pull, then a push after each edit.
  func start() {
    let signs = store.outboxAdditions()
    feed = Task { [weak self] in
      for await _ in signs { await self?.push() }
    }
    network = NetworkMonitor { [weak self] isAvailable in
      if isAvailable { self?.running?.scheduler.requestSync(pull: true) }
    }
  }

  /// Ends the round under way.
  func stop() async {
    feed?.cancel()
    await running?.scheduler.stop()
    running = nil
  }

  func syncNow() {
    Task {
      guard await self.refresh() == false, let running = self.running else { return }
      do throws(StoreError) {
        try await self.store.releaseParked(of: running.account.id)
      } catch {
        self.onStoreError(error)
      }
      running.scheduler.requestSync(pull: true)
    }
  }

  func retry(_ key: RecordKey, of account: AccountID) {
    guard let running, running.account.id == account else { return }
    Task {
      do throws(StoreError) {
        try await self.store.setRecordRetry(nil, for: key, of: account)
      } catch {
        self.onStoreError(error)
      }
      running.scheduler.requestSync(pull: false)
    }
  }

  func discard(_ key: RecordKey, of account: AccountID) async throws(StoreError) {
    guard let running, running.account.id == account else { return }
    try await running.engine.discard(key)
    running.scheduler.requestSync(pull: false)
  }

  // MARK: Parts

  private func push() async {
    if await refresh() == false { running?.scheduler.requestSync(pull: false) }
  }

  /// Takes up the account that is set up now.
  /// - Returns: whether it is another one than before; then a first round with a pull has begun.
  private func refresh() async -> Bool {
    let account: Account?
    do throws(StoreError) {
      account = try await store.accounts().first
    } catch {
      onStoreError(error)
      return false
    }
    guard account != running?.account else { return false }
    let old = running
    running = account.map(run)
    await old?.scheduler.stop()
    return true
  }

  private func run(_ account: Account) -> Running {
    let backend: any SyncBackend =
      switch account.service {
      case .firestore(let settings):
        FirestoreBackend(settings: settings, transport: transport)
      }
    let engine = SyncEngine(account: account.id, store: store, backend: backend)
    let scheduler = SyncScheduler(engine: engine) { [weak self] error in
      Task { @MainActor in self?.onStoreError(error) }
    }
    scheduler.requestSync(pull: true)
    return Running(account: account, engine: engine, scheduler: scheduler)
  }
}
