import CGtk
import Platform

/// A notification of the desktop.
package struct Notification {
  /// An action of the application with a target, such as `show-todo` and the identifier of a to-do.
  package struct Action {
    package var name: String
    package var target: String?

    package init(_ name: String, _ target: String? = nil) {
      (self.name, self.target) = (name, target)
    }
  }

  package var title: String
  package var body: String
  /// What a click does.
  package var action: Action
  package var buttons: [(label: String, action: Action)] = []
  /// Whether it only takes its place among the notifications, without a banner.
  package var isQuiet = false

  package init(title: String, body: String, action: Action) {
    (self.title, self.body, self.action) = (title, body, action)
  }
}

extension ApplicationLoop {
  /// Shows a notification in the place of the one that was shown under the same id. It stays when the process ends; a
  /// click then starts the application.
  package func show(_ notification: Notification, as id: String) {
    let shown = ObjectReference(adopting: opaque(g_notification_new(notification.title)))
    if !notification.body.isEmpty { g_notification_set_body(shown.pointer, notification.body) }
    // GNOME Shell shows a banner for each notification that is sent, also in the place of another one, but not for those
    // of low urgency (js/ui/messageTray.js, `showNotification`).
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
