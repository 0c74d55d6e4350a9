import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The row of a list, with a switch that shows or hides the list in the main list.
@MainActor
final class ContentsRow: KeyedRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private let toggle: SwitchRow

  init(_ row: ContentsState.Row, onToggle: @escaping @MainActor (Bool) -> Void) {
    toggle = SwitchRow(title: "", onTurn: onToggle)
    widget = toggle.widget
    adw_preferences_row_set_use_markup(cast(widget), 0)
    show(row)
  }

  func show(_ row: ContentsState.Row) {
    adw_preferences_row_set_title(cast(widget), row.name)
    adw_action_row_set_subtitle(cast(widget), ContentsText.detail(row))
    toggle.show(row.isShown)
    let label = tr("Show “%s” in the main list", row.name)
    gtk_widget_set_tooltip_text(toggle.control, tr("Show in the Main List"))
    Accessibility.setLabel(label, on: toggle.control)
    Accessibility.setLabel(ContentsText.spoken(row), on: widget)
  }
}
