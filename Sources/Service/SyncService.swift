import Basics
import Core
import Platform
import Sync

/// Runs one engine for each account, and wakes them when there is a reason.
@MainActor
package final class SyncService: SyncControlling {
  package let store: TodoStore
  package let onStoreError: @MainActor (StoreError) -> Void
  private let makeBackend: @MainActor (Account) -> any SyncBackend
  private let limiter: @MainActor (Account) -> SyncConcurrencyLimiter
  private let polling = PollingSchedule()
  private let clock: any SyncClock
  private let lease: SyncLease?
  private var waitingForLease: Task<Bool, Never>?
  /// Whether engines may run, because no other process runs any.
  private var mayRun: Bool
  private let observers = Observers()
  package private(set) var accountSyncs: [AccountSync] = []
  /// One live connection for each signed-in user, which also serves the lists shared with the user.
  private var live: [AccountID: LiveUpdates] = [:]
  private var reachabilities: [AccountID: ServerReachability] = [:]
  private var feeds: [Task<Void, Never>] = []
  private var network: NetworkMonitor?
  private var refreshing: Task<Void, Never>?
  private var isEnding = false
  private var hasStoppedWaiting = false
  private(set) var endWaiting: (@MainActor () -> Void)?
  private var pulledAt: ContinuousClock.Instant?
  /// Runs when the user asks for a sync, before it begins.
  package var onSyncNow: (@MainActor () -> Void)?

  /// How long a resume, and the network that comes back with it, count as one reason to read the servers.
  private static let debounce = Duration.seconds(2)
  /// How soon accounts that are added or removed without an edit are noticed.
  private static let accountPace = Duration.seconds(1)

  /// - Parameters:
  ///   - lease: what engines wait for; nil if no other process can use the file.
  ///   - makeBackend: creates the backend of one account, with that account's credentials and no other's.
  ///     Must not block.
  ///   - limiter: limits how many of an account's sync rounds run at a time.
  ///   - onStoreError: receives database errors during synchronisation.
  package init(
    store: TodoStore, clock: any SyncClock = SystemSyncClock(), lease: SyncLease? = nil,
    makeBackend: @escaping @MainActor (Account) -> any SyncBackend,
    limiter: (@MainActor (Account) -> SyncConcurrencyLimiter)? = nil,
    onStoreError: @escaping @MainActor (StoreError) -> Void
  ) {
    self.store = store
    self.clock = clock
    self.lease = lease
    mayRun = lease == nil
    self.makeBackend = makeBackend
    let common = SyncConcurrencyLimiter()
    self.limiter = limiter ?? { _ in common }
    self.onStoreError = onStoreError
  }

  isolated deinit {
    for feed in feeds { feed.cancel() }
  }

  // MARK: Start and stop

  /// Starts: reads every server, then sends each edit. If another process is synchronising, waits for it first. Neither
  /// that process's unsent changes nor edits that are made meanwhile are mistaken for unsent changes of the last
  /// session.
  /// - Parameter savesUnsentChanges: whether unsent changes of the last session are sent without asking.
  /// - Returns: how many such records wait for ``saveUnsentChanges()`` or ``discardUnsentChanges()``.
  package func start(savesUnsentChanges: Bool) async -> Int {
    // If this fails, the error occurs again and is reported when the changes are held.
    let newest = try? await store.newestOutboxEntry()
    guard await waitForLease() else { return 0 }
    let count = await holdUnsentChanges(upTo: newest, isReleasing: savesUnsentChanges)
    guard !isEnding else { return 0 }
    // The stream emits once at the start, which picks up the accounts.
    let edits = store.outboxAdditions()
    let changes = store.syncChanges()
    feeds = [
      Task { [weak self] in
        for await accounts in edits { await self?.push(accounts) }
      },
      Task { [weak self] in
        for await _ in changes {
          await self?.refresh()
          guard (try? await Task.pause(for: Self.accountPace)) != nil else { return }
        }
      },
    ]
    network = NetworkMonitor { [weak self] isAvailable in
      if isAvailable { self?.networkDidChange() }
    }
    return count
  }

  /// Stops. Unsent changes may still be sent if their server answered the last time.
  /// - Parameter limit: how long that may take.
  package func stop(within limit: Duration) async {
    isEnding = true
    waitingForLease?.cancel()
    for feed in feeds { feed.cancel() }
    network = nil
    await refreshing?.value
    var pushes = await syncsWithChanges().filter(\.isServerReachable).map { accountSync in
      Task { _ = await accountSync.sendAll(wake: false) }
    }
    if !pushes.isEmpty {
      let first = pushes
      pushes.append(
        Task {
          for push in first { await push.value }
          // A to-do that was moved is deleted only now at its old place (docs/decisions/0048).
          for accountSync in await self.syncsWithChanges()
          where accountSync.isServerReachable && !Task.isCancelled {
            _ = await accountSync.sendAll(wake: false)
          }
        })
    }
    if !pushes.isEmpty, !hasStoppedWaiting { await wait(for: pushes, limit) }
    for push in pushes { push.cancel() }
    for accountSync in accountSyncs { limiter(accountSync.account).close() }
    for connection in live.values { await connection.stop() }
    live = [:]
    for accountSync in accountSyncs { await accountSync.stop() }
    for push in pushes { await push.value }
    accountSyncs = []
    lease?.release()
  }

  /// - Returns: whether engines may run now; false if the service is stopped first.
  private func waitForLease() async -> Bool {
    guard let lease, !mayRun else { return !isEnding }
    let task = Task { await lease.acquire() }
    waitingForLease = task
    mayRun = await task.value && !isEnding
    if !mayRun { lease.release() }
    return mayRun
  }

  /// Ends the waiting of ``stop(within:)`` at once.
  package func stopWaiting() {
    hasStoppedWaiting = true
    endWaiting?()
  }

  private func wait(for tasks: [Task<Void, Never>], _ limit: Duration) async {
    let promise = Promise<Void>()
    endWaiting = { promise.resolve(()) }
    let all = Task {
      for task in tasks { await task.value }
      promise.resolve(())
    }
    await promise.wait(within: limit, late: ())
    endWaiting = nil
    all.cancel()
  }

  // MARK: Activity

  package var busyAccounts: Set<AccountID> { Set(accountSyncs.filter(\.isBusy).map(\.account.id)) }

  package func observeActivity(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    observers.add(onChange)
  }

  // MARK: Triggers

  /// The window has the focus: reads the accounts that were not read a moment ago.
  package func windowDidGetFocus() {
    polling.setLookedAt(true)
    for accountSync in accountSyncs { accountSync.pullIfStale() }
    for connection in live.values { connection.wake() }
  }

  /// Nobody is looking at the window: servers that have to be polled are polled less often.
  package func windowDidLoseFocus() {
    polling.setLookedAt(false)
  }

  package func networkDidChange() {
    pullAll()
  }

  /// The computer was asleep, or the clock was set: does what became due meanwhile.
  package func clockDidJump() {
    guard pulledAt.map({ ContinuousClock.now - $0 >= Self.debounce }) ?? true else { return }
    pullAll()
  }

  private func pullAll() {
    pulledAt = .now
    for accountSync in accountSyncs { accountSync.pull() }
    for connection in live.values { connection.wake() }
  }

  package func syncNow() {
    onSyncNow?()
    perform { service, accountSync throws(StoreError) in
      try await service.store.releaseUnsentChanges(of: accountSync.account.id)
      try await service.store.releaseQuarantined(of: accountSync.account.id)
    }
  }

  package func resyncEverything() {
    perform { service, accountSync throws(StoreError) in
      try await service.store.forgetCursors(of: accountSync.account.id)
    }
  }

  package func retry(_ key: RecordKey, of account: AccountID) {
    Task {
      do throws(StoreError) {
        try await self.store.releaseUnsentChange(key, of: account)
        try await self.store.setRecordRetry(nil, for: key, of: account)
      } catch {
        self.onStoreError(error)
      }
      self.accountSync(of: account)?.push()
    }
  }

  package func trust(_ certificate: String, of account: AccountID) {
    Task {
      do throws(StoreError) {
        try await self.store.trust(certificate, of: account)
      } catch {
        self.onStoreError(error)
      }
      // The account gets an engine with the new settings.
      await self.refresh()
      self.accountSync(of: account)?.pull()
    }
  }

  package func answer(
    _ answer: MissingAnswer, forMissingIn list: ListID, of account: AccountID
  ) {
    Task {
      do throws(StoreError) {
        try await self.store.answer(answer, forMissingIn: list, of: account)
      } catch {
        self.onStoreError(error)
      }
      self.accountSync(of: account)?.pull()
    }
  }

  package func discard(_ key: RecordKey, of account: AccountID) async throws(StoreError) {
    guard mayRun else { throw .busy }
    try await accountSync(of: account)?.discard([key])
  }

  // MARK: Parts

  private func accountSync(of account: AccountID) -> AccountSync? {
    accountSyncs.first { $0.account.id == account }
  }

  /// Prepares every account in the database, then starts a round.
  private func perform(
    _ prepare:
      @escaping @MainActor (SyncService, AccountSync) async throws(StoreError) -> Void
  ) {
    Task {
      await self.refresh()
      for accountSync in self.accountSyncs {
        do throws(StoreError) {
          try await prepare(self, accountSync)
        } catch {
          self.onStoreError(error)
        }
        accountSync.pull()
      }
      for connection in self.live.values { connection.wake() }
    }
  }

  private func push(_ accounts: Set<AccountID>) async {
    await refresh()
    for accountSync in accountSyncs where accounts.contains(accountSync.account.id) {
      accountSync.push()
    }
  }

  /// The accounts with unsent changes.
  private func syncsWithChanges() async -> [AccountSync] {
    do throws(StoreError) {
      let accounts = try await store.accountsWithChanges()
      return accountSyncs.filter { accounts.contains($0.account.id) }
    } catch {
      // A cancelled task is not an error.
      if error == .cancelled { return [] }
      onStoreError(error)
      return accountSyncs
    }
  }

  /// Starts and stops engines so that there is one for each account.
  private func refresh() async {
    let previous = refreshing
    let task = Task {
      await previous?.value
      await self.updateAccountSyncs()
    }
    refreshing = task
    await task.value
  }

  private func updateAccountSyncs() async {
    guard !isEnding, mayRun else { return }
    let accounts: [Account]
    do throws(StoreError) {
      accounts = try await store.syncAccounts()
    } catch {
      return onStoreError(error)
    }
    polling.setCount(accounts.count)
    let wanted = Set(accounts)
    // When an account is signed in again, it gets a new engine with the new credentials.
    let gone = accountSyncs.filter { !wanted.contains($0.account) }
    if !gone.isEmpty {
      accountSyncs.removeAll { !wanted.contains($0.account) }
      for accountSync in gone {
        await live.removeValue(forKey: accountSync.account.id)?.stop()
        await accountSync.stop()
      }
      observers.notify()
    }
    guard !isEnding else { return }
    let known = Dictionary(accountSyncs.map { ($0.account, $0) }, uniquingKeysWith: { $1 })
    accountSyncs = accounts.map { known[$0] ?? makeAccountSync($0) }
    listen()
  }

  /// Opens the live updates of every signed-in user, which also serve the lists shared with them.
  private func listen() {
    let shares = Dictionary(
      grouping: accountSyncs.filter { $0.account.share != nil }, by: \.account.id.root)
    for accountSync in accountSyncs where accountSync.account.share == nil {
      let members = (shares[accountSync.account.id] ?? []).map(\.listener)
      if let connection = live[accountSync.account.id] {
        connection.follow(members)
      } else {
        live[accountSync.account.id] = LiveUpdates(accountSync.listener, shares: members)
      }
    }
  }

  private func reachability(of account: Account) -> ServerReachability {
    let root = account.id.root
    if let known = reachabilities[root] { return known }
    let new = ServerReachability()
    reachabilities[root] = new
    return new
  }

  /// The server answers again: pulls its shared lists, so that they do not wait for their own retry.
  private func pullShares(of root: AccountID) {
    for accountSync in accountSyncs
    where accountSync.account.share != nil && accountSync.account.id.root == root {
      accountSync.pull()
    }
  }

  private func makeAccountSync(_ account: Account) -> AccountSync {
    AccountSync(
      account, store: store, backend: makeBackend(account), clock: clock,
      limiter: limiter(account), polling: polling, reachability: reachability(of: account),
      onActivity: { [weak self] in self?.observers.notify() },
      onRefusal: { [weak self] in
        // The list may no longer be shared. Reading the account itself shows which lists are.
        if account.share != nil { self?.accountSync(of: account.id.root)?.pull() }
      },
      onReturn: { [weak self] in self?.pullShares(of: account.id) },
      onStoreError: { [weak self] error in
        Task { @MainActor in self?.onStoreError(error) }
      })
  }
}
