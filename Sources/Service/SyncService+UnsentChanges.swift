import Core
import Sync

/// Why unsent changes of the last session could not be sent now.
package struct UnsentChangesFailure: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// The server or the network; the title is that of the change that failed, if any.
    case problem(SyncProblem, title: String?)
    case store(StoreError)
  }

  package var reason: Reason
  /// How many records are still unsent.
  package var remaining: Int
}

// Unsent changes of the last session.

extension SyncService {
  /// Holds back the unsent changes of the last session, before any engine runs.
  /// - Parameters:
  ///   - newest: the newest outbox entry of the last session; nil if this session has added none.
  ///   - isReleasing: whether to send them like any other change instead.
  /// - Returns: how many records are held.
  package func holdUnsentChanges(upTo newest: Int64?, isReleasing: Bool) async -> Int {
    var count = 0
    do throws(StoreError) {
      for account in try await store.accountsWithChanges() {
        let held = try await store.holdUnsentChanges(of: account, upTo: newest)
        if isReleasing {
          try await release(account)
        } else {
          count += held
        }
      }
    } catch {
      onStoreError(error)
    }
    return count
  }

  package func saveUnsentChanges() async -> UnsentChangesFailure? {
    let tasks = accountSyncs.map { accountSync in Task { await self.save(accountSync) } }
    var failure: UnsentChangesFailure?
    for task in tasks {
      guard let next = await task.value else { continue }
      failure = failure ?? UnsentChangesFailure(reason: next.reason, remaining: 0)
      failure?.remaining += next.remaining
    }
    return failure
  }

  package func discardUnsentChanges() async throws(StoreError) {
    for accountSync in accountSyncs {
      let keys = try await store.unsentRecordsOfLastSession(of: accountSync.account.id)
      if !keys.isEmpty { try await accountSync.discard(keys) }
    }
  }

  // MARK: Parts

  /// Lets all of them be sent, including those that were quarantined in the last session.
  /// - Returns: the last outbox entry that has to be held if they are to be held again.
  @discardableResult
  private func release(_ account: AccountID) async throws(StoreError) -> Int64 {
    let place = try await store.releaseUnsentChanges(of: account)
    try await store.releaseQuarantined(of: account)
    return place
  }

  private func save(_ accountSync: AccountSync) async -> UnsentChangesFailure? {
    let id = accountSync.account.id
    var keys: [RecordKey] = []
    do throws(StoreError) {
      keys = try await store.unsentRecordsOfLastSession(of: id)
      guard !keys.isEmpty else { return nil }
      let place = try await release(id)
      let outcome = await accountSync.sendAll(wake: true)
      guard let reason = try await reason(outcome, Set(keys), id) else { return nil }
      let remaining = try await store.holdUnsentChanges(of: id, through: place)
      return UnsentChangesFailure(reason: reason, remaining: remaining)
    } catch {
      return UnsentChangesFailure(reason: .store(error), remaining: keys.count)
    }
  }

  /// Why some of the records have not reached the server; nil if all have.
  private func reason(_ outcome: SyncOutcome, _ keys: Set<RecordKey>, _ account: AccountID)
    async throws(StoreError) -> UnsentChangesFailure.Reason?
  {
    let summary = try await store.syncSummary(of: account)
    if let record = summary.quarantined.first(where: { keys.contains($0.key) }) {
      return .problem(record.retry.problem, title: record.title)
    }
    switch outcome.end {
    case .stopped(let retry), .tooEarly(let retry):
      return .problem(retry.problem, title: summary.retryTitle)
    case .storeFailed(let error): return .store(error)
    case .finished, .cancelled: return nil
    }
  }
}
