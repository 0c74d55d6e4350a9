import CAdwaita
import CGtk
import Platform

/// A row with a switch; a click anywhere on the row toggles the switch.
@MainActor
package final class SwitchRow {
  /// The `AdwActionRow`.
  package let widget: Widget
  /// The `GtkSwitch`.
  package let control: Widget
  private var isShowing = false

  /// - Parameters:
  ///   - subtitle: plain text.
  ///   - onTurn: called with the new state when the user has toggled the switch.
  package init(
    title: String, subtitle: String? = nil, onTurn: @escaping @MainActor (Bool) -> Void
  ) {
    widget = adw_action_row_new()
    control = makeSwitch()
    adw_preferences_row_set_title(cast(widget), title)
    if let subtitle { adw_action_row_set_subtitle(cast(widget), subtitle.escapedMarkup) }
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(cast(widget), control)
    adw_action_row_set_activatable_widget(cast(widget), control)
    connect(control, "notify::active") { [weak self] _ in
      guard let self, !isShowing else { return }
      onTurn(gtk_switch_get_active(opaque(control)) != 0)
    }
  }

  /// Sets the switch without reporting it as a gesture.
  package func show(_ isOn: Bool) {
    isShowing = true
    defer { isShowing = false }
    gtk_switch_set_active(opaque(control), isOn.gboolean)
  }
}

/// Makes a switch that changes its state as soon as the user toggles it.
///
/// GTK changes the state only when the animation of the handle has ended, a tenth of a second later, and not at all if
/// the window is gone by then.
@MainActor
package func makeSwitch() -> Widget {
  let control: Widget = gtk_switch_new()
  connect(control, "activate") { arguments in arrive(cast(arguments.emitter)) }
  for controller in controllers(of: control, gtk_gesture_click_get_type()) {
    connect(controller.pointer, "released") { arguments in
      let control: Widget = gtk_event_controller_get_widget(arguments.emitter)
      let (x, y) = (arguments.double(1), arguments.double(2))
      if gtk_widget_contains(control, x, y) != 0 { arrive(control) }
    }
  }
  return control
}

/// Ends the animation of a handle that has just started to move.
@MainActor
private func arrive(_ control: Widget) {
  // Without animations, GTK has changed the state already.
  guard optimist_widget_is_animated(control) != 0 else { return }
  gtk_switch_set_active(opaque(control), (gtk_switch_get_active(opaque(control)) == 0).gboolean)
}
