import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// One list, and the switch that puts it into the main list.
@MainActor
final class ContentsRow: KeyedRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private let toggle: Widget
  private var isShowing = false

  init(_ row: ContentsState.Row, onToggle: @escaping @MainActor (Bool) -> Void) {
    widget = adw_action_row_new()
    toggle = makeSwitch()
    adw_preferences_row_set_use_markup(cast(widget), 0)
    gtk_widget_set_valign(toggle, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(cast(widget), toggle)
    adw_action_row_set_activatable_widget(cast(widget), toggle)
    connect(toggle, "notify::active") { [weak self] _ in
      guard let self, !isShowing else { return }
      onToggle(gtk_switch_get_active(opaque(toggle)) != 0)
    }
    show(row)
  }

  func show(_ row: ContentsState.Row) {
    isShowing = true
    defer { isShowing = false }
    adw_preferences_row_set_title(cast(widget), row.name)
    adw_action_row_set_subtitle(cast(widget), ContentsText.detail(row))
    gtk_switch_set_active(opaque(toggle), row.isShown.gboolean)
    let label = tr("Show “%s” in the main list", row.name)
    gtk_widget_set_tooltip_text(toggle, tr("Show in the Main List"))
    Accessibility.setLabel(label, on: toggle)
    Accessibility.setLabel(ContentsText.spoken(row), on: widget)
  }
}
