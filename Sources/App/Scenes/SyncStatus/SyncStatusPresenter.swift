import Core

/// Tells how far the changes have come: quietly while offline, with an alert when the server refuses.
@MainActor
final class SyncStatusPresenter {
  private let store: TodoStore
  private let sync: any SyncControlling
  weak var view: (any SyncStatusViewing)?
  weak var router: (any AlertPresenting)?

  private var state = SyncStatusState()
  private var rendered: SyncStatusState?
  private var feed: Task<Void, Never>?
  /// What a person has been told of; it is told once, until it has ended.
  private var told: Set<RecordKey> = []
  private var isAccountTold = false
  private var isAlertOpen = false

  init(store: TodoStore, sync: any SyncControlling) {
    self.store = store
    self.sync = sync
  }

  isolated deinit {
    feed?.cancel()
  }

  func didLoad() {
    let signs = store.syncChanges()
    feed = Task { [weak self, store] in
      for await _ in signs {
        do throws(StoreError) {
          guard let account = try await store.accounts().first else {
            self?.summaryDidChange(SyncSummary(), of: nil)
            continue
          }
          self?.summaryDidChange(try await store.syncSummary(of: account.id), of: account.id)
        } catch {
          await self?.show(error, title: tr("To-Dos Cannot Be Read"))
        }
      }
    }
  }

  // MARK: Parts

  private var latest: (summary: SyncSummary, account: AccountID?) = (SyncSummary(), nil)

  private func summaryDidChange(_ summary: SyncSummary, of account: AccountID?) {
    latest = (summary, account)
    state.banner = Self.banner(summary)
    if state != rendered {
      view?.render(state)
      rendered = state
    }
    told.formIntersection(summary.refused.map(\.key))
    if summary.retry == nil { isAccountTold = false }
    tellNext()
  }

  private static func banner(_ summary: SyncSummary) -> String? {
    switch summary.retry?.problem {
    case .unreachable:
      summary.waiting == 0
        ? tr("Offline")
        : ntr("Offline: %d change waiting", "Offline: %d changes waiting", summary.waiting)
    case .unavailable, .protocolViolation, .authentication, .refused:
      summary.waiting == 0
        ? tr("Server unavailable")
        : ntr(
          "Not synced: %d change waiting", "Not synced: %d changes waiting",
          summary.waiting)
    case nil:
      nil
    }
  }

  /// Shows one alert at a time. What is refused while one is open is told together in the next.
  private func tellNext() {
    guard !isAlertOpen, let account = latest.account else { return }
    let summary = latest.summary
    let refused = summary.refused.filter { !told.contains($0.key) }
    if let first = refused.first {
      told.formUnion(refused.map(\.key))
      ask(Self.question(first, count: refused.count)) { [weak self] answer in
        for item in refused {
          switch answer {
          case "retry": self?.sync.retry(item.key, of: account)
          case "discard": await self?.discard(item.key, of: account, title: item.title)
          default: break
          }
        }
      }
    } else if let retry = summary.retry, retry.problem != .unreachable, !isAccountTold,
      summary.waiting > 0
    {
      isAccountTold = true
      let question = Self.question(retry, title: summary.retryTitle, waiting: summary.waiting)
      ask(question) { [weak self] answer in
        switch (answer, retry.record) {
        case ("retry", _): self?.sync.syncNow()
        case ("discard", let key?): await self?.discard(key, of: account, title: summary.retryTitle)
        default: break
        }
      }
    }
  }

  private func ask(
    _ alert: Alert, then act: @escaping @MainActor (String) async -> Void
  ) {
    guard let router else { return }
    isAlertOpen = true
    Task {
      let answer = await router.present(alert)
      await act(answer)
      self.isAlertOpen = false
      self.tellNext()
    }
  }

  private func discard(_ key: RecordKey, of account: AccountID, title: String?) async {
    do throws(StoreError) {
      try await sync.discard(key, of: account)
    } catch {
      let title = title.named { tr("The Change to “%s” Was Not Discarded", $0) }
      await show(error, title: title ?? tr("The Change Was Not Discarded"))
    }
  }

  private static func question(_ refused: SyncSummary.Refused, count: Int) -> Alert {
    let others =
      count == 1
      ? ""
      : "\n\n"
        + ntr(
          "Your answer also applies to %d more refused change.",
          "Your answer also applies to %d more refused changes.", count - 1)
    return Alert(
      title: refused.title.named { tr("“%s” Was Not Accepted", $0) }
        ?? tr("A Change Was Not Accepted"),
      body: ErrorText.reason(refused.retry.problem) + others, responses: responses(true),
      defaultResponse: "keep", closeResponse: "keep")
  }

  private static func question(_ retry: SyncRetry, title: String?, waiting: Int) -> Alert {
    Alert(
      title: title.named { tr("“%s” Was Not Sent", $0) } ?? tr("Changes Were Not Sent"),
      body: ErrorText.reason(retry.problem) + "\n\n"
        + ntr(
          "%d change is kept on this computer.", "%d changes are kept on this computer.", waiting),
      responses: responses(retry.record != nil), defaultResponse: "keep", closeResponse: "keep")
  }

  private static func responses(_ canDiscard: Bool) -> [Alert.Response] {
    let discard = Alert.Response("discard", tr("_Discard Change"), .destructive)
    return (canDiscard ? [discard] : []) + [
      .init("keep", tr("_Keep for Later")), .init("retry", tr("_Try Again"), .suggested),
    ]
  }

  private func show(_ error: StoreError, title: String) async {
    _ = await router?.present(ErrorText.alert(error, title: title))
  }
}

extension String? {
  /// A text with the name in it; nil where there is no name.
  fileprivate func named(_ text: (String) -> String) -> String? {
    flatMap { $0.isEmpty ? nil : text(ErrorText.short($0)) }
  }
}

extension String {
  fileprivate func named(_ text: (String) -> String) -> String? { Optional(self).named(text) }
}
