import Basics
import Core
import Platform
import Service
import Sync

/// Shows the state of synchronisation: unobtrusively while offline, with an alert when the server refuses a change, and
/// in full in the details.
@MainActor
final class SyncStatusPresenter: Presenter {
  private let store: TodoStore
  private let sync: any SyncControlling
  private let settings: Settings?
  private let pace: Duration
  private let alerts: SyncAlerts
  let screen = Screen<SyncStatusState>()

  private var info = SyncStatusInfo()
  private var feeds: [Task<Void, Never>] = []
  private var activity: AnyObject?
  private var clock: Task<Void, Never>?
  private var isOpen = false
  private let question = SingleQuestion()
  private var lastStarted = 0
  private var lastShown = 0

  /// A sync round that ends sooner is not shown.
  private static let patience = Duration.milliseconds(300)

  /// - Parameters:
  ///   - settings: holds the choice about changes from an earlier run; nil stores nothing.
  ///   - pace: the minimum time between two readings of the database.
  init(
    store: TodoStore, sync: any SyncControlling, settings: Settings? = nil,
    pace: Duration = .milliseconds(250)
  ) {
    self.store = store
    self.sync = sync
    self.settings = settings
    self.pace = pace
    alerts = SyncAlerts(sync: sync)
  }

  isolated deinit {
    for feed in feeds { feed.cancel() }
    clock?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    alerts.navigator = navigator
    let signals = store.syncChanges()
    let pace = pace
    feeds.append(
      Task { [weak self] in
        for await _ in signals {
          let start = ContinuousClock.now
          await self?.read()
          // Signals that arrive during a reading lead to one more reading. With many pending changes reading takes
          // longer, so the pauses grow too.
          let rest = max(pace, (.now - start) * 3)
          guard (try? await Task.pause(for: rest)) != nil else { return }
        }
      })
    activity = sync.observeActivity { [weak self] in self?.activityDidChange() }
    render()
  }

  /// The details have opened.
  func didOpen() {
    isOpen = true
    alerts.pauseReasons.insert(.detailsAreOpen)
    render()
    Task { await self.read() }
    clock = Task { [weak self] in
      while (try? await Task.pause(for: .seconds(20))) != nil { self?.render() }
    }
  }

  func didClose() {
    isOpen = false
    clock?.cancel()
    alerts.noteReported()
    alerts.pauseReasons.remove(.detailsAreOpen)
    for index in info.accounts.indices { info.accounts[index].items = [] }
    render()
  }

  func didChooseSyncNow() { sync.syncNow() }

  func didChooseResync() { sync.resyncEverything() }

  /// Shows which records of an account could not be read, and why.
  func didChooseUnreadable(of account: AccountID) {
    question.ask {
      do throws(StoreError) {
        let records = try await self.store.unreadableRecords(of: account)
        let count = try await self.store.syncSummary(of: account).unreadable
        _ = await self.navigator?.present(SyncStatusText.unreadable(records, of: count))
      } catch {
        _ = await self.navigator?.present(
          ErrorText.alert(error, title: tr("To-Dos Cannot Be Read")))
      }
    }
  }

  /// Asks an account's open questions again: what to do with missing to-dos, and whether to trust another certificate.
  func didChooseDeciding(about account: AccountID) {
    question.ask { await self.alerts.ask(about: account) }
  }

  func didChooseAccounts() { navigator?.open(AccountsRoute()) }

  func didChooseSavingUnsentChanges(_ isSaving: Bool) {
    settings?.savesUnsentChanges = isSaving
    render()
  }

  func didRetry(_ key: RecordKey, of account: AccountID) { sync.retry(key, of: account) }

  /// Discards a change after asking the user.
  func didDiscard(_ item: SyncStatusState.Item, of account: AccountID) {
    question.ask { await self.alerts.discard(item, of: account) }
  }

  // MARK: Changes from an earlier run

  /// Holds back alerts while the user is asked about changes from an earlier run.
  func pauseAlerts() { alerts.pauseReasons.insert(.unsentChanges) }

  /// - Parameter areReported: whether the user knows of the current problems.
  func resumeAlerts(areReported: Bool) {
    Task {
      // The user's answer may have changed everything.
      await self.read()
      if areReported { self.alerts.noteReported() }
      self.alerts.pauseReasons.remove(.unsentChanges)
    }
  }

  /// Shows the progress with changes from an earlier run; nil hides it.
  func show(notice: String?) {
    info.notice = notice
    render()
  }

  // MARK: Parts

  private func read() async {
    lastStarted += 1
    let number = lastStarted
    do throws(StoreError) {
      let accounts = try await SyncStatusInfo.read(store, withItems: isOpen)
      guard number > lastShown else { return }
      lastShown = number
      info.accounts = accounts
      render()
      alerts.didChange(accounts)
    } catch {
      await navigator?.presentReadingFailure(error)
    }
  }

  private func activityDidChange() {
    let busy = sync.busyAccounts
    info.busy.formIntersection(busy)
    render()
    guard !busy.isSubset(of: info.busy) else { return }
    Task {
      try? await Task.pause(for: Self.patience)
      self.info.busy.formUnion(busy.intersection(self.sync.busyAccounts))
      self.render()
    }
  }

  private func render() {
    info.savesUnsentChanges = settings?.savesUnsentChanges ?? false
    let state = info.state(at: store.now)
    screen.render(state)
  }
}
