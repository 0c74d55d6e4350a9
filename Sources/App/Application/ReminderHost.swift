import Core
import Platform
import Service
import Toolkit

/// The reminders of the one open file, with a window or without.
@MainActor
final class ReminderHost {
  private let settings: Settings
  private let location: StoreLocation
  private let notifications: ReminderNotifications
  private var service: ReminderService?
  private var store: TodoStore?
  /// What commands in a terminal write rings too.
  private var watcher: StoreWatcher?
  /// Without a window: brings what was set on other devices.
  private var sync: PeriodicSync?
  /// Runs when other reminders may wait than before.
  var onUpdate: (@MainActor () -> Void)?

  init(loop: ApplicationLoop, settings: Settings, location: StoreLocation) {
    self.settings = settings
    self.location = location
    notifications = ReminderNotifications(loop: loop)
  }

  /// Whether any reminder waits, as far as is known.
  var isWaiting: Bool { service?.isWaiting ?? false }

  /// Begins to let reminders ring; nothing happens if it has begun.
  /// - Parameter hasWindow: whether there is a window, which watches the file itself.
  func start(_ store: TodoStore, hasWindow: Bool) {
    guard service == nil else { return }
    if !hasWindow { watcher = StoreWatcher(store, path: location.path) }
    let service = ReminderService(store: store, settings: settings, notifier: notifications)
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

  /// Whether there are servers.
  func hasAccounts() async -> Bool {
    guard let store else { return false }
    do throws(StoreError) {
      return try await !store.accounts().isEmpty
    } catch {
      Log.warning("accounts: \(ErrorText.reason(error))")
      return false
    }
  }

  /// Receives from the servers now and then, until the end or until there is a window.
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

  /// What was chosen in a notification.
  /// - Parameters:
  ///   - snooze: nil marks the to-do as done.
  ///   - window: does it where it can be undone; nil where there is none.
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
