import Core
import Platform
import Service
import Toolkit

/// Shows reminders as desktop notifications, and reports the buttons pressed in them.
@MainActor
final class ReminderNotifications: ReminderNotifying {
  private weak var loop: ApplicationLoop?

  init(loop: ApplicationLoop) {
    self.loop = loop
  }

  func show(_ notice: ReminderNotice, snooze: SnoozeLength) {
    var notification = Notification(
      title: notice.title, body: notice.body, action: Self.action(notice.destination))
    notification.isQuiet = notice.isQuiet
    if let reminder = notice.reminder {
      let target = String(reminder)
      if notice.offersDone {
        notification.buttons.append((tr("Done"), .init("reminder-done", target)))
      }
      notification.buttons.append((snooze.label, .init(Self.snoozing(snooze), target)))
    }
    loop?.show(notification, as: notice.id)
  }

  func withdraw(_ id: String) { loop?.withdrawNotification(id) }

  /// Adds the actions of the notification buttons. Any process on the bus may activate them with any target.
  static func addActions(
    to actions: ActionGroup, _ perform: @escaping @MainActor (Int64, SnoozeLength?) -> Void
  ) {
    actions.add("reminder-done", target: { Int64($0).map { perform($0, nil) } })
    for length in SnoozeLength.allCases {
      actions.add(snoozing(length), target: { Int64($0).map { perform($0, length) } })
    }
  }

  private static func snoozing(_ length: SnoozeLength) -> String {
    "reminder-snooze-\(length.rawValue)"
  }

  private static func action(_ destination: ReminderNotice.Destination) -> Notification.Action {
    switch destination {
    case .todo(let id): .init("show-todo", id.rawValue)
    case .group(let id): .init("show-reminders", String(id))
    }
  }
}
