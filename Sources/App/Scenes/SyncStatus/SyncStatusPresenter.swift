import Basics
import Core
import Platform
import Service
import Sync

/// Tells how far the changes have come: quietly while offline, with an alert when the server refuses,
/// and in full to who asks.
@MainActor
final class SyncStatusPresenter: Presenter {
  private let store: TodoStore
  private let sync: any SyncControlling
  private let settings: Settings?
  private let pace: Duration
  private let alerts: SyncAlerts
  let screen = Screen<SyncStatusState>()

  private var facts = SyncStatusFacts()
  private var feeds: [Task<Void, Never>] = []
  private var activity: AnyObject?
  private var clock: Task<Void, Never>?
  private var isOpen = false
  private var lastStarted = 0
  private var lastShown = 0

  /// A round that is over sooner is not worth a word.
  private static let patience = Duration.milliseconds(300)

  /// - Parameters:
  ///   - settings: what the user wants done with changes from last time; nil: nothing is kept.
  ///   - pace: the shortest time between two looks into the database.
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
          // Change signals that arrive meanwhile are answered by one read. Where much waits and reading
          // takes long, it is done less often.
          let rest = max(pace, (.now - start) * 3)
          guard (try? await Task.pause(for: rest)) != nil else { return }
        }
      })
    activity = sync.observeActivity { [weak self] in self?.activityDidChange() }
    render()
  }

  /// The details are on the screen now.
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
    alerts.noteTold()
    alerts.pauseReasons.remove(.detailsAreOpen)
    for index in facts.accounts.indices { facts.accounts[index].items = [] }
    render()
  }

  func didChooseSyncNow() { sync.syncNow() }

  func didChooseResync() { sync.resyncEverything() }

  /// Tells which records of an account could not be read, and why.
  func didChooseUnreadable(of account: AccountID) {
    Task {
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

  /// Asks again what an account waits for: what becomes of missing to-dos, whether another certificate is trusted.
  func didChooseDeciding(about account: AccountID) {
    Task { await self.alerts.ask(about: account) }
  }

  func didChooseAccounts() { navigator?.open(AccountsRoute()) }

  func didChooseSavingUnsentChanges(_ isSaving: Bool) {
    settings?.savesUnsentChanges = isSaving
    render()
  }

  func didRetry(_ key: RecordKey, of account: AccountID) { sync.retry(key, of: account) }

  /// Gives a change up after asking.
  func didDiscard(_ item: SyncStatusState.Item, of account: AccountID) {
    Task { await self.alerts.discard(item, of: account) }
  }

  // MARK: Changes from last time

  /// Keeps back alerts while something is asked about changes from last time.
  func pauseAlerts() { alerts.pauseReasons.insert(.unsentChanges) }

  /// - Parameter isTold: whether the user knows of what stands in the way now.
  func resumeAlerts(isTold: Bool) {
    Task {
      // What was answered may have changed everything.
      await self.read()
      if isTold { self.alerts.noteTold() }
      self.alerts.pauseReasons.remove(.unsentChanges)
    }
  }

  /// Shows what goes on with changes from last time; nil: nothing.
  func show(notice: String?) {
    facts.notice = notice
    render()
  }

  // MARK: Parts

  private func read() async {
    lastStarted += 1
    let number = lastStarted
    do throws(StoreError) {
      let accounts = try await SyncStatusFacts.read(store, withItems: isOpen)
      guard number > lastShown else { return }
      lastShown = number
      facts.accounts = accounts
      render()
      alerts.didChange(accounts)
    } catch {
      await navigator?.presentReadingFailure(error)
    }
  }

  private func activityDidChange() {
    let busy = sync.busyAccounts
    facts.busy.formIntersection(busy)
    render()
    guard !busy.isSubset(of: facts.busy) else { return }
    Task {
      try? await Task.pause(for: Self.patience)
      self.facts.busy.formUnion(busy.intersection(self.sync.busyAccounts))
      self.render()
    }
  }

  private func render() {
    facts.savesUnsentChanges = settings?.savesUnsentChanges ?? false
    let state = facts.state(at: store.now)
    screen.render(state)
  }
}
