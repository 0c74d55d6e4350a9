import Core
import Platform
import Service
import Sync
import Toolkit

/// Tells with an alert what a server refuses, once in each episode, and does what is answered.
@MainActor
final class SyncAlerts {
  /// Why nothing is told now.
  enum Hold: Hashable {
    case detailsAreOpen
    case unsentChanges
  }

  private struct Record: Hashable {
    let account: AccountID
    let key: RecordKey
  }

  private let sync: any SyncControlling
  weak var navigator: (any Navigator)?
  var isHeld: Set<Hold> = [] {
    didSet { if isHeld.isEmpty { tellNext() } }
  }

  private var accounts: [SyncStatusFacts.AccountFacts] = []
  /// What a person has been told of; it is told once, until it has ended.
  private var told: Set<Record> = []
  /// The latest of a row of failures that a person has been told of.
  private var toldRetries: [AccountID: SyncRetry] = [:]
  private var isAlertOpen = false

  init(sync: any SyncControlling) {
    self.sync = sync
  }

  func didChange(_ accounts: [SyncStatusFacts.AccountFacts]) {
    self.accounts = accounts
    told.formIntersection(accounts.flatMap(Self.refused))
    toldRetries = toldRetries.reduce(into: [:]) { told, entry in
      // A row of failures may end and another begin between two looks.
      guard let retry = accounts.first(where: { $0.account.id == entry.key })?.summary.retry,
        retry.continues(entry.value)
      else { return }
      told[entry.key] = retry
    }
    tellNext()
  }

  /// What stands in the way now is known to the user.
  func noteTold() {
    for facts in accounts {
      told.formUnion(Self.refused(facts))
      if Self.isWorthTelling(facts) { toldRetries[facts.account.id] = facts.summary.retry }
    }
  }

  /// Gives a change up after asking.
  func discard(_ item: SyncStatusState.Item, of account: AccountID) async {
    let question = SyncAlertText.discard(item.title)
    guard await navigator?.present(question) == "discard" else { return }
    await discard(item.id, of: account, title: item.title)
  }

  // MARK: Parts

  /// Shows one alert at a time. What is refused while one is open is told together in the next.
  private func tellNext() {
    guard !isAlertOpen, isHeld.isEmpty else { return }
    for facts in accounts {
      let refused = facts.summary.refused.filter {
        !told.contains(Record(account: facts.account.id, key: $0.key))
      }
      if let first = refused.first {
        told.formUnion(refused.map { Record(account: facts.account.id, key: $0.key) })
        return ask(SyncAlertText.refused(first, count: refused.count, name(facts))) {
          [weak self] answer in await self?.act(on: answer, refused, facts.account.id)
        }
      }
      if let retry = facts.summary.retry, Self.isWorthTelling(facts),
        toldRetries[facts.account.id] == nil
      {
        toldRetries[facts.account.id] = retry
        return ask(SyncAlertText.notSent(retry, facts.summary, name(facts))) {
          [weak self] answer in await self?.act(on: answer, retry, facts)
        }
      }
    }
  }

  private func ask(
    _ alert: Alert, then act: @escaping @MainActor (String) async -> Void
  ) {
    guard let navigator else { return }
    isAlertOpen = true
    Task {
      let answer = await navigator.presentWhenQuiet(alert).response
      await act(answer)
      self.isAlertOpen = false
      self.tellNext()
    }
  }

  private func act(on answer: String, _ refused: [SyncSummary.Refused], _ account: AccountID) async
  {
    for item in refused {
      switch answer {
      case "retry": sync.retry(item.key, of: account)
      case "discard": await discard(item.key, of: account, title: item.title)
      default: break
      }
    }
  }

  private func act(on answer: String, _ retry: SyncRetry, _ facts: SyncStatusFacts.AccountFacts)
    async
  {
    switch (answer, retry.record) {
    case ("retry", _): sync.syncNow()
    case ("sign-in", _): navigator?.open(.accounts)
    case ("discard", let key?):
      await discard(key, of: facts.account.id, title: facts.summary.retryTitle)
    default: break
    }
  }

  private func discard(_ key: RecordKey, of account: AccountID, title: String?) async {
    do throws(StoreError) {
      try await sync.discard(key, of: account)
    } catch {
      let title = title.named { tr("The Change to “%s” Was Not Discarded", $0) }
      let alert = ErrorText.alert(error, title: title ?? tr("The Change Was Not Discarded"))
      _ = await navigator?.present(alert)
    }
  }

  private func name(_ facts: SyncStatusFacts.AccountFacts) -> String? {
    accounts.count > 1 ? facts.name : nil
  }

  private static func refused(_ facts: SyncStatusFacts.AccountFacts) -> [Record] {
    facts.summary.refused.map { Record(account: facts.account.id, key: $0.key) }
  }

  /// Being offline is normal, and a problem that keeps nothing back can wait.
  /// What becomes of a list that another person shares is told when it is known.
  private static func isWorthTelling(_ facts: SyncStatusFacts.AccountFacts) -> Bool {
    let summary = facts.summary
    return facts.account.share == nil && summary.waiting > 0
      && summary.retry.map { $0.problem != .unreachable } ?? false
  }
}
