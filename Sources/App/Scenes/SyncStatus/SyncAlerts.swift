import Core
import Platform
import Service
import Sync
import Toolkit

/// Shows an alert about what a server refuses, or what is missing on it, once for each episode, and acts on the answer.
@MainActor
final class SyncAlerts {
  /// Why no alerts are shown at present.
  enum PauseReason: Hashable {
    case detailsAreOpen
    case unsentChanges
  }

  private struct Record: Hashable {
    let account: AccountID
    let key: RecordKey

    init(account: AccountID, key: RecordKey) {
      self.account = account
      self.key = key
    }

    init(account: AccountID, list: ListID) {
      self.init(account: account, key: RecordKey(kind: .list, id: list.rawValue))
    }
  }

  private let sync: any SyncControlling
  weak var navigator: (any Navigator)?
  var pauseReasons: Set<PauseReason> = [] {
    didSet { if pauseReasons.isEmpty { showNext() } }
  }

  private var accounts: [SyncStatusInfo.AccountInfo] = []
  /// The quarantined records that were reported to the user; each is reported once until its quarantine ends.
  private var reported: Set<Record> = []
  /// The lists about whose missing to-dos the user was asked.
  private var asked: Set<Record> = []
  /// For each account, the latest failure of a series that was reported to the user.
  private var reportedRetries: [AccountID: SyncRetry] = [:]
  private var isAlertOpen = false

  init(sync: any SyncControlling) {
    self.sync = sync
  }

  func didChange(_ accounts: [SyncStatusInfo.AccountInfo]) {
    self.accounts = accounts
    reported.formIntersection(accounts.flatMap(Self.quarantined))
    asked.formIntersection(accounts.flatMap(Self.missing))
    reportedRetries = reportedRetries.reduce(into: [:]) { reported, entry in
      // Between two looks, one series of failures may end and another begin.
      guard let retry = accounts.first(where: { $0.account.id == entry.key })?.summary.retry,
        retry.continues(entry.value)
      else { return }
      reported[entry.key] = retry
    }
    showNext()
  }

  /// Marks all current problems as known to the user.
  func noteReported() {
    for info in accounts {
      reported.formUnion(Self.quarantined(info))
      asked.formUnion(Self.missing(info))
      if Self.deservesAlert(info) { reportedRetries[info.account.id] = info.summary.retry }
    }
  }

  /// Discards a change after asking the user.
  func discard(_ item: SyncStatusState.Item, of account: AccountID) async {
    let question = SyncAlertText.discard(item.title)
    guard await navigator?.present(question) == "discard" else { return }
    await discard(item.id, of: account, title: item.title)
  }

  /// Asks all open questions of an account, even if they were asked before.
  func ask(about account: AccountID) async {
    guard let info = accounts.first(where: { $0.account.id == account }) else { return }
    if let (question, certificate) = Self.certificate(info) {
      guard let answer = await navigator?.present(question.alert) else { return }
      act(on: answer, certificate, account)
    }
    for missing in info.summary.missing {
      guard let answer = await navigator?.present(SyncAlertText.missing(missing, nil)) else {
        return
      }
      act(on: answer, missing, account)
    }
  }

  // MARK: Parts

  /// Shows one alert at a time. Records that are refused while an alert is open are reported together in the next one.
  private func showNext() {
    guard !isAlertOpen, pauseReasons.isEmpty else { return }
    for info in accounts {
      let account = info.account.id
      if let missing = info.summary.missing.first(where: {
        !asked.contains(Record(account: account, list: $0.list))
      }) {
        asked.insert(Record(account: account, list: missing.list))
        return ask(SyncAlertText.missing(missing, name(info))) { [weak self] answer in
          self?.act(on: answer, missing, account)
        }
      }
      let quarantined = info.summary.quarantined.filter {
        !reported.contains(Record(account: info.account.id, key: $0.key))
      }
      if let first = quarantined.first {
        reported.formUnion(quarantined.map { Record(account: info.account.id, key: $0.key) })
        return ask(SyncAlertText.quarantined(first, count: quarantined.count, name(info))) {
          [weak self] answer in await self?.act(on: answer, quarantined, info.account.id)
        }
      }
      if let retry = info.summary.retry, Self.deservesAlert(info),
        reportedRetries[info.account.id] == nil
      {
        reportedRetries[info.account.id] = retry
        if let (question, certificate) = Self.certificate(info, name(info)) {
          return ask(question.alert) { [weak self] answer in
            self?.act(on: answer, certificate, account)
          }
        }
        return ask(SyncAlertText.notSent(retry, info.summary, name(info))) {
          [weak self] answer in await self?.act(on: answer, retry, info)
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
      self.showNext()
    }
  }

  private func act(
    on answer: String, _ certificate: UntrustedCertificate, _ account: AccountID
  ) {
    guard CertificateQuestion.Answer(rawValue: answer) == .trust else { return }
    sync.trust(certificate.fingerprint, of: account)
  }

  private func act(on answer: String, _ missing: SyncSummary.Missing, _ account: AccountID) {
    guard let answer = MissingAnswer(rawValue: answer) else { return }
    sync.answer(answer, forMissingIn: missing.list, of: account)
  }

  private func act(on answer: String, _ records: [SyncSummary.Quarantined], _ account: AccountID)
    async
  {
    for item in records {
      switch answer {
      case "retry": sync.retry(item.key, of: account)
      case "discard": await discard(item.key, of: account, title: item.title)
      default: break
      }
    }
  }

  private func act(on answer: String, _ retry: SyncRetry, _ info: SyncStatusInfo.AccountInfo)
    async
  {
    switch (answer, retry.record) {
    case ("retry", _): sync.syncNow()
    case ("sign-in", _): navigator?.open(AccountsRoute())
    case ("discard", let key?):
      await discard(key, of: info.account.id, title: info.summary.retryTitle)
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

  private func name(_ info: SyncStatusInfo.AccountInfo) -> String? {
    accounts.count > 1 ? info.name : nil
  }

  private static func quarantined(_ info: SyncStatusInfo.AccountInfo) -> [Record] {
    info.summary.quarantined.map { Record(account: info.account.id, key: $0.key) }
  }

  private static func missing(_ info: SyncStatusInfo.AccountInfo) -> [Record] {
    info.summary.missing.map { Record(account: info.account.id, list: $0.list) }
  }

  /// Whether an account's failure deserves an alert. Being offline is normal, and a failure that holds back no changes
  /// can wait. For another person's list, only its end is reported, by ``ShareRevocationPresenter``.
  private static func deservesAlert(_ info: SyncStatusInfo.AccountInfo) -> Bool {
    let summary = info.summary
    guard info.account.share == nil, let problem = summary.retry?.problem else { return false }
    if case .untrusted = problem { return true }
    return summary.waiting > 0 && problem != .unreachable
  }

  /// The question about an untrusted certificate, if that is what stops the account.
  private static func certificate(
    _ info: SyncStatusInfo.AccountInfo, _ name: String? = nil
  ) -> (CertificateQuestion, UntrustedCertificate)? {
    guard case .untrusted(let certificate)? = info.summary.retry?.problem else { return nil }
    let question = CertificateQuestion(
      certificate: certificate, former: info.account.trustedCertificate, account: name)
    return (question, certificate)
  }
}
