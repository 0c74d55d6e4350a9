import Core
import Sync

/// Synchronises every account once, in this process.
@MainActor
final class SyncRun {
  private let store: TodoStore
  private let makeBackend: @MainActor (Account) -> any SyncBackend
  private let clock: any SyncClock
  private let limiter: @MainActor (Account) -> SyncConcurrencyLimiter
  private var engines: [AccountID: SyncEngine] = [:]
  private var reports: [SyncReport] = []
  /// The accounts with which a round did not end well, which are not tried again.
  private var failed: Set<AccountID> = []

  /// - Parameter makeBackend: creates the backend of one account, with only that account's credentials.
  /// - Parameter limiter: limits how many of an account's sync rounds run at a time.
  init(
    store: TodoStore, clock: any SyncClock = SystemSyncClock(),
    makeBackend: @escaping @MainActor (Account) -> any SyncBackend,
    limiter: (@MainActor (Account) -> SyncConcurrencyLimiter)? = nil
  ) {
    let common = SyncConcurrencyLimiter()
    self.limiter = limiter ?? { _ in common }
    self.store = store
    self.clock = clock
    self.makeBackend = makeBackend
  }

  /// Sends all unsent changes, including quarantined ones, and reads what is new.
  ///
  /// Reading an account may add lists of other people, which are read afterwards.
  /// - Returns: a report for each account, in the order of the accounts.
  func syncEverything() async throws(StoreError) -> [SyncReport] {
    let before = try await RecordSnapshot.read(store)
    var seen: Set<AccountID> = []
    while !Task.isCancelled {
      let accounts = try await store.syncAccounts().filter { !seen.contains($0.id) }
      if accounts.isEmpty { break }
      for account in accounts {
        seen.insert(account.id)
        try await store.releaseUnsentChanges(of: account.id)
        try await store.releaseQuarantined(of: account.id)
      }
      try await run(accounts, pull: true)
    }
    try await sendWaiting()
    try await askOwnersOfRefusedShares()
    let after = try await RecordSnapshot.read(store)
    for index in reports.indices {
      let account = reports[index].account.id
      reports[index].received = after.changes(since: before, of: account)
      let summaries = try await store.summaries(below: account)
      reports[index].unreadable = summaries.reduce(0) { $0 + $1.unreadable }
      reports[index].missing = summaries.flatMap(\.missing)
    }
    return reports
  }

  /// Sends unsent changes, except those that wait for the user's answer, and reads what is new.
  func exchange() async throws(StoreError) {
    var seen: Set<AccountID> = []
    while !Task.isCancelled {
      // Reading an account may add lists of other people.
      let accounts = try await store.syncAccounts().filter { seen.insert($0.id).inserted }
      if accounts.isEmpty { break }
      try await run(accounts, pull: true)
    }
    try await sendWaiting()
  }

  /// Sends unsent changes, except quarantined ones. An account whose server fails is skipped.
  func sendWaiting() async throws(StoreError) {
    while !Task.isCancelled {
      var accounts: [Account] = []
      for account in try await store.syncAccounts() where !failed.contains(account.id) {
        // What one server has taken, another account may have waited for: a to-do that was moved is deleted only then
        // at its old place (docs/decisions/0048). Another command may have written meanwhile, too.
        if try await !store.pendingKeys(of: account.id, limit: 1).isEmpty {
          accounts.append(account)
        }
      }
      if accounts.isEmpty { return }
      let outcomes = try await run(accounts, pull: false)
      // What is left after rounds that sent nothing cannot be sent now, for instance a list of which the server takes
      // no more for a while.
      guard outcomes.values.contains(where: { $0.sent > 0 }) else { return }
    }
  }

  // MARK: Parts

  /// Runs one round for each account, a few at a time for each server. A slow server delays no other one, and the
  /// number of connections stays small however many lists there are.
  @discardableResult
  private func run(_ accounts: [Account], pull: Bool) async throws(StoreError)
    -> [AccountID: SyncOutcome]
  {
    var outcomes: [AccountID: SyncOutcome] = [:]
    var free: [Account] = []
    for account in accounts {
      if let retry = try await askedPause(of: account) {
        let outcome = SyncOutcome(tooEarly: retry)
        outcomes[account.id] = outcome
        failed.insert(account.id)
        note(outcome, account)
      } else {
        free.append(account)
      }
    }
    let tasks = free.map { account in
      let engine = engine(account)
      let limiter = limiter(account)
      return Task { () -> SyncOutcome? in
        guard pull else {
          return await limiter.runUrgent { await engine.syncOnce(pull: false, wake: true) }
        }
        return await limiter.runOrdinary { await engine.syncOnce(pull: true, wake: true) }
      }
    }
    for (account, task) in zip(free, tasks) {
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      // Nil if cancelled while waiting for its turn.
      let outcome = result ?? .cancelled
      outcomes[account.id] = outcome
      if outcome.end != .finished { failed.insert(account.id) }
      note(outcome, account)
      if case .storeFailed(let error) = outcome.end { throw error }
    }
    return outcomes
  }

  /// The pause that the server asked for, if it has not ended. This program's own back-off is ignored, because a user
  /// who runs a command wants the result now. A shared list is on the server of the account that takes part in it.
  private func askedPause(of account: Account) async throws(StoreError) -> SyncRetry? {
    let now = clock.now()
    for id in [account.id, account.id.root] {
      if let retry = try await store.accountRetry(of: id), retry.isAskedToWait(at: now) {
        return retry
      }
    }
    return nil
  }

  private func engine(_ account: Account) -> SyncEngine {
    if let engine = engines[account.id] { return engine }
    let engine = SyncEngine(
      account: account.id, store: store, backend: makeBackend(account), clock: clock)
    engines[account.id] = engine
    return engine
  }

  private func note(_ outcome: SyncOutcome, _ account: Account) {
    let root = account.id.root
    if let index = reports.firstIndex(where: { $0.account.id == root }) {
      reports[index].add(outcome, of: account)
    } else {
      reports.append(SyncReport(account, outcome))
    }
  }

  /// Reads the accounts whose shared lists were refused as a whole. Such a list may no longer be shared, which the
  /// account learns from its memberships.
  private func askOwnersOfRefusedShares() async throws(StoreError) {
    let refused = reports.flatMap(\.refusedShares)
    guard !refused.isEmpty, !Task.isCancelled else { return }
    let roots = try await store.accounts().filter { account in
      refused.contains { $0.root == account.id }
    }
    try await run(roots, pull: true)
    let left = Set(try await store.syncAccounts().map(\.id))
    for index in reports.indices { reports[index].forget(sharesBut: left) }
  }
}
