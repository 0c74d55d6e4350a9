import Basics
import Core
import Platform
import Service
import Sync

/// Waits for the end of a round that sends what an account has waiting, but not for ever.
@MainActor
final class AccountFlush {
  private let account: AccountID
  private let store: TodoStore
  private let sync: any SyncControlling
  private let limit: Duration
  private var hasBegun = false
  private var isLate = false

  /// - Parameter limit: after so long the round counts as failed.
  init(
    _ account: AccountID, store: TodoStore, sync: any SyncControlling,
    limit: Duration = .seconds(45)
  ) {
    self.account = account
    self.store = store
    self.sync = sync
    self.limit = limit
  }

  /// Asks for a round.
  /// - Returns: why something was left, in words; nil if all was sent.
  func run() async throws(StoreError) -> String? {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observation = sync.observeActivity { [weak self] in
      self?.lookWhetherBusy()
      signal.yield()
    }
    let changes = store.syncChanges()
    let forwarding = Task {
      for await _ in changes { signal.yield() }
    }
    let timer = Task { [weak self, limit] in
      guard (try? await Task.pause(for: limit)) != nil else { return }
      self?.isLate = true
      signal.yield()
    }
    defer {
      forwarding.cancel()
      timer.cancel()
      signal.finish()
      withExtendedLifetime(observation) {}
    }
    sync.syncNow()
    lookWhetherBusy()
    for await _ in signals {
      let summaries = try await store.summaries(below: account).filter { $0.waiting > 0 }
      if summaries.isEmpty { return nil }
      let reason = summaries.lazy.compactMap(reason(_:)).first
      if isLate { return reason ?? tr("The server did not answer in time.") }
      if hasBegun, !isBusy, let reason { return reason }
    }
    return tr("Sending was interrupted.")
  }

  private var isBusy: Bool { sync.busyAccounts.contains { $0.root == account } }

  private func lookWhetherBusy() {
    if isBusy { hasBegun = true }
  }

  private func reason(_ summary: SyncSummary) -> String? {
    if let problem = summary.retry?.problem { return ErrorText.reason(problem) }
    guard summary.refused.count >= min(summary.waiting, SyncSummary.limit) else { return nil }
    return summary.refused.first.map { ErrorText.reason($0.retry.problem) }
  }
}
