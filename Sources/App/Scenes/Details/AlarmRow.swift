import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The rows of the details that set an alarm: on or off, then its day and time.
@MainActor
final class AlarmRow {
  /// To be put one below the other.
  let rows: [Widget]
  private let toggle: Widget
  private let timeRow: Widget
  private let hour: Widget
  private let minute: Widget
  private var shown: DetailsState.AlarmTime?
  private var isRendering = false

  init(presenter: DetailsPresenter) {
    toggle = gtk_switch_new()
    timeRow = adw_action_row_new()
    hour = Self.number(upTo: 23, named: trc("of an alarm", "Hour"))
    minute = Self.number(upTo: 59, named: trc("of an alarm", "Minute"))
    let toggleRow: Widget = adw_action_row_new()
    rows = [toggleRow, timeRow]
    build(toggleRow, presenter)
  }

  func render(_ alarm: DetailsState.AlarmTime?) {
    isRendering = true
    defer { isRendering = false }
    shown = alarm
    gtk_switch_set_active(opaque(toggle), (alarm != nil).gboolean)
    gtk_widget_set_visible(timeRow, (alarm != nil).gboolean)
    guard let alarm else { return }
    adw_preferences_row_set_title(cast(timeRow), DateText.medium(alarm.day))
    adw_action_row_set_subtitle(cast(timeRow), alarm.zone.escapedMarkup)
    gtk_spin_button_set_value(opaque(hour), Double(alarm.hour))
    gtk_spin_button_set_value(opaque(minute), Double(alarm.minute))
  }

  private func build(_ toggleRow: Widget, _ presenter: DetailsPresenter) {
    adw_preferences_row_set_title(cast(toggleRow), tr("Alarm"))
    gtk_widget_set_valign(toggle, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(cast(toggleRow), toggle)
    adw_action_row_set_activatable_widget(cast(toggleRow), toggle)
    connect(toggle, "notify::active") { [weak self, weak presenter] _ in
      guard let self, !isRendering else { return }
      presenter?.didToggleAlarm(gtk_switch_get_active(opaque(toggle)) != 0)
    }
    let choose: Widget = gtk_button_new_from_icon_name("x-office-calendar-symbolic")
    gtk_widget_set_valign(choose, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(choose, "flat")
    gtk_widget_set_tooltip_text(choose, tr("Day of the Alarm"))
    Accessibility.setLabel(tr("Day of the Alarm"), on: choose)
    connect(choose, "clicked") { [weak self, weak presenter] arguments in
      CalendarPopover.show(
        over: arguments.emitter, day: self?.shown.map { ($0.day.year, $0.day.month, $0.day.day) }
      ) { year, month, day in
        guard let day = CalendarDay(year: year, month: month, day: day) else { return }
        presenter?.didChooseAlarmDay(day)
      }
    }
    let colon: Widget = gtk_label_new(":")
    Accessibility.markDecorative(colon)
    for child in [choose, hour, colon, minute] { adw_action_row_add_suffix(cast(timeRow), child) }
    for number in [hour, minute] {
      connect(number, "value-changed") { [weak self, weak presenter] _ in
        guard let self, !isRendering else { return }
        presenter?.didChooseAlarmTime(
          hour: Int(gtk_spin_button_get_value_as_int(opaque(hour))),
          minute: Int(gtk_spin_button_get_value_as_int(opaque(minute))))
      }
    }
  }

  /// A field for the hour or the minute of a time.
  static func number(upTo limit: Int, named name: String) -> Widget {
    let button: Widget = gtk_spin_button_new_with_range(0, Double(limit), 1)
    gtk_spin_button_set_wrap(opaque(button), 1)
    gtk_orientable_set_orientation(opaque(button), GTK_ORIENTATION_VERTICAL)
    gtk_editable_set_width_chars(opaque(button), 2)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    Accessibility.setLabel(name, on: button)
    return button
  }
}
