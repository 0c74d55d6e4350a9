import CGtk
import Platform

/// A notification of the desktop.
package struct Notification {
  /// An action of the application with a target, such as `show-todo` and the ID of a to-do.
  package struct Action {
    package var name: String
    package var target: String?

    package init(_ name: String, _ target: String? = nil) {
      (self.name, self.target) = (name, target)
    }
  }

  package var title: String
  package var body: String
  /// The action of a click on the notification.
  package var action: Action
  package var buttons: [(label: String, action: Action)] = []
  /// Whether it is only added to the list of notifications, without a banner.
  package var isQuiet = false

  package init(title: String, body: String, action: Action) {
    (self.title, self.body, self.action) = (title, body, action)
  }
}

extension ApplicationLoop {
  /// Shows a notification, replacing one with the same ID. It stays when the process ends; a click then starts the
  /// application.
  package func show(_ notification: Notification, as id: String) {
    let shown = ObjectReference(adopting: opaque(g_notification_new(notification.title)))
    if !notification.body.isEmpty { g_notification_set_body(shown.pointer, notification.body) }
    // GNOME Shell shows a banner for each notification, even for one that replaces another, but not for those of low
    // urgency (js/ui/messageTray.js, `showNotification`).
    g_notification_set_priority(
      shown.pointer,
      notification.isQuiet ? G_NOTIFICATION_PRIORITY_LOW : G_NOTIFICATION_PRIORITY_HIGH)
    let action = notification.action
    g_notification_set_default_action_and_target_value(
      shown.pointer, "app.\(action.name)", action.target.flatMap { g_variant_new_string($0) })
    for button in notification.buttons {
      g_notification_add_button_with_target_value(
        shown.pointer, button.label, "app.\(button.action.name)",
        button.action.target.flatMap { g_variant_new_string($0) })
    }
    send(shown, as: id)
  }
}
