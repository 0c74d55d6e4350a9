import Core
import Platform
import Service
import Toolkit

/// Runs the reminders of the open database, with a window or without one.
@MainActor
final class ReminderHost {
  private let settings: Settings
  private let location: StoreLocation
  private let notifications: ReminderNotifications
  private var service: ReminderService?
  private var store: TodoStore?
  /// Without a window: notices changes that terminal commands write, so that their reminders ring too.
  private var watcher: StoreWatcher?
  /// Without a window: receives reminders that were set on other devices.
  private var sync: PeriodicSync?
  /// Runs when the set of pending reminders may have changed.
  var onUpdate: (@MainActor () -> Void)?

  init(loop: ApplicationLoop, settings: Settings, location: StoreLocation) {
    self.settings = settings
    self.location = location
    notifications = ReminderNotifications(loop: loop)
  }

  /// Whether any reminder is pending, as far as is known.
  var isWaiting: Bool { service?.isWaiting ?? false }

  /// Starts the reminder service, unless it is running already.
  /// - Parameter hasWindow: whether there is a window, which watches the database file itself.
  func start(_ store: TodoStore, hasWindow: Bool) {
    guard service == nil else { return }
    if !hasWindow { watcher = StoreWatcher(store, path: location.path) }
    let service = ReminderService(store: store, settings: settings, notifier: notifications) {
      BackgroundSync.start(.unsent)
    }
    service.onUpdate = { [weak self] in
      self?.followReminders()
      self?.onUpdate?()
    }
    self.service = service
    self.store = store
    service.start()
    service.refresh()
  }

  /// Whether a reminder is shown that may still be answered on another device.
  func isShowing() async -> Bool {
    guard let store, let shown = service?.moments.shown else { return false }
    let age = (store.now.milliseconds - shown.milliseconds) / 1000
    guard age < PeriodicSync.answering else { return false }
    return await hasAccounts()
  }

  /// Whether there are accounts on servers.
  func hasAccounts() async -> Bool {
    guard let store else { return false }
    do throws(StoreError) {
      return try await !store.accounts().isEmpty
    } catch {
      Log.warning("accounts: \(ErrorText.reason(error))")
      return false
    }
  }

  /// Receives from the servers periodically, until the process ends or a window opens.
  func startReceiving() async {
    guard sync == nil, await hasAccounts(), sync == nil, let store else { return }
    let sync = PeriodicSync(store: store)
    self.sync = sync
    sync.onTurn = { [weak self] in self?.onUpdate?() }
    sync.start()
    followReminders()
  }

  private func followReminders() {
    guard let sync, let moments = service?.moments else { return }
    sync.follow(shown: moments.shown, next: moments.next)
  }

  func stopReceiving() { sync = nil }

  func refresh() { service?.refresh() }

  func waitUntilIdle() async { await service?.waitUntilIdle() }

  func end() async {
    watcher = nil
    sync = nil
    await service?.end()
    (service, store) = (nil, nil)
  }

  /// Runs the action that the user chose in a notification.
  /// - Parameters:
  ///   - snooze: nil marks the to-do as done.
  ///   - window: the session in which the action can be undone; nil if there is no window.
  func didChoose(_ reminder: Int64, _ snooze: SnoozeLength?, in window: Session?) async {
    if let window {
      await window.didChoose(reminder, snooze)
    } else if let snooze {
      await service?.didChooseSnooze(reminder, snooze)
    } else {
      await service?.didChooseDone(reminder)
    }
  }
}
