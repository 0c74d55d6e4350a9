import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The row of the details that says how a to-do repeats.
@MainActor
final class RepeatRow {
  /// The `AdwActionRow`.
  let widget: Widget

  init(presenter: DetailsPresenter) {
    widget = adw_action_row_new()
    adw_preferences_row_set_title(cast(widget), trc("how a to-do repeats", "Repeat"))
    let end: Widget = gtk_button_new_from_icon_name("edit-clear-symbolic")
    gtk_widget_set_valign(end, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(end, "flat")
    gtk_widget_set_tooltip_text(end, tr("End Repeating"))
    adw_action_row_add_suffix(cast(widget), end)
    Accessibility.setLabel(tr("End Repeating"), on: end)
    connect(end, "clicked") { [weak presenter] _ in presenter?.didEndRepeating() }
  }

  func render(_ rule: RecurrenceRule?) {
    gtk_widget_set_visible(widget, (rule != nil).gboolean)
    if let rule {
      adw_action_row_set_subtitle(cast(widget), RecurrenceText.words(rule).escapedMarkup)
    }
  }
}
