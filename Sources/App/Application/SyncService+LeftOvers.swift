import Core
import Sync

// What an earlier run left over.

extension SyncService {
  /// Holds back what was left over, before any engine runs.
  /// - Parameter isReleasing: whether it is to be sent like any other change instead.
  /// - Returns: how many records are held back.
  func holdLeftOvers(isReleasing: Bool) async -> Int {
    var count = 0
    do throws(StoreError) {
      for account in try await store.accounts() {
        let held = try await store.holdLeftOvers(of: account.id)
        if isReleasing {
          try await release(account.id)
        } else {
          count += held
        }
      }
    } catch {
      onStoreError(error)
    }
    return count
  }

  func saveLeftOvers() async -> LeftOverFailure? {
    let tasks = lines.map { line in Task { await self.save(line) } }
    var failure: LeftOverFailure?
    for task in tasks {
      guard let next = await task.value else { continue }
      failure = failure ?? LeftOverFailure(reason: next.reason, remaining: 0)
      failure?.remaining += next.remaining
    }
    return failure
  }

  func discardLeftOvers() async throws(StoreError) {
    for line in lines {
      let id = line.account.id
      var keys = unsaved[id] ?? []
      if keys.isEmpty { keys = try await store.leftOverRecords(of: id) }
      if !keys.isEmpty { try await line.discard(keys) }
      unsaved[id] = nil
    }
  }

  // MARK: Parts

  /// Lets everything be sent, what a server refused in an earlier run as well.
  private func release(_ account: AccountID) async throws(StoreError) {
    try await store.releaseLeftOvers(of: account)
    try await store.releaseParked(of: account)
  }

  private func save(_ line: AccountSync) async -> LeftOverFailure? {
    let id = line.account.id
    var keys: [RecordKey] = unsaved[id] ?? []
    do throws(StoreError) {
      if keys.isEmpty { keys = try await store.leftOverRecords(of: id) }
      guard !keys.isEmpty else { return nil }
      try await release(id)
      let outcome = await line.sendAll(wake: true)
      guard let reason = try await reason(outcome, Set(keys), id) else {
        unsaved[id] = nil
        return nil
      }
      return LeftOverFailure(reason: reason, remaining: try await holdAgain(keys, id))
    } catch {
      return LeftOverFailure(reason: .store(error), remaining: keys.count)
    }
  }

  /// Why some of the records have not reached the server; nil if they have.
  private func reason(_ outcome: SyncOutcome, _ keys: Set<RecordKey>, _ account: AccountID)
    async throws(StoreError) -> LeftOverFailure.Reason?
  {
    let summary = try await store.syncSummary(of: account)
    if let refused = summary.refused.first(where: { keys.contains($0.key) }) {
      return .problem(refused.retry.problem, title: refused.title)
    }
    switch outcome.end {
    case .stopped(let retry), .tooEarly(let retry):
      return .problem(retry.problem, title: summary.retryTitle)
    case .storeFailed(let error): return .store(error)
    case .finished, .cancelled: return nil
    }
  }

  /// Holds back what could not be saved, unless that would hold back an edit of this run as well.
  /// - Returns: how many of the records are still left over.
  private func holdAgain(_ keys: [RecordKey], _ account: AccountID) async throws(StoreError)
    -> Int
  {
    _ = try await store.holdLeftOvers(of: account)
    let waiting = try await store.leftOverRecords(of: account)
    let old = Set(keys)
    let left = waiting.filter(old.contains)
    unsaved[account] = left
    if left.count < waiting.count { try await store.releaseLeftOvers(of: account) }
    return left.count
  }
}
