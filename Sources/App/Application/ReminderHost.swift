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
  /// What commands in a terminal write rings too.
  private var watcher: StoreWatcher?
  var onRound: (@MainActor () -> Void)?

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
    service.onRound = { [weak self] in self?.onRound?() }
    self.service = service
    service.start()
    service.refresh()
  }

  func refresh() { service?.refresh() }

  func settle() async { await service?.settle() }

  func end() async {
    watcher = nil
    await service?.end()
    service = nil
  }

  /// What was chosen in a notification.
  /// - Parameter snooze: nil marks the to-do as done.
  func didChoose(_ reminder: Int64, _ snooze: SnoozeLength?) async {
    if let snooze {
      await service?.didChooseSnooze(reminder, snooze)
    } else {
      await service?.didChooseDone(reminder)
    }
  }
}
