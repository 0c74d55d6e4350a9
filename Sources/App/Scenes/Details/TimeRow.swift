import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// A row of the details with a day, or a day with a time: when something is due, when it starts.
@MainActor
final class TimeRow {
  /// What the row and its buttons are called.
  struct Names {
    let title: String
    /// The button with the calendar.
    let day: String
    /// The button that takes the day away.
    let clear: String
    /// The button with the time.
    let time: String
  }

  /// The `AdwActionRow`.
  let widget: Widget
  private let field: WritableKeyPath<Todo, CalendarTime?>
  private let presenter: WeakPresenter
  private let clear: Widget
  private let clock: Widget
  private let popover: Widget
  private let hour: Widget
  private let minute: Widget
  private var shown: CalendarTime?
  private var isRendering = false

  private final class WeakPresenter {
    weak var value: DetailsPresenter?
  }

  init(_ names: Names, of field: WritableKeyPath<Todo, CalendarTime?>, presenter: DetailsPresenter)
  {
    self.field = field
    self.presenter = WeakPresenter()
    self.presenter.value = presenter
    widget = adw_action_row_new()
    clear = gtk_button_new_from_icon_name("edit-clear-symbolic")
    clock = gtk_menu_button_new()
    popover = gtk_popover_new()
    hour = AlarmRow.number(upTo: 23, named: trc("of a time", "Hour"))
    minute = AlarmRow.number(upTo: 59, named: trc("of a time", "Minute"))
    adw_preferences_row_set_title(cast(widget), names.title)
    build(names)
    buildPopover()
  }

  func render(_ time: CalendarTime?) {
    isRendering = true
    defer { isRendering = false }
    shown = time
    adw_action_row_set_subtitle(
      cast(widget), time.map { Self.words($0).escapedMarkup } ?? trc("no day", "None"))
    gtk_widget_set_visible(clear, (time != nil).gboolean)
    gtk_widget_set_visible(clock, (time != nil).gboolean)
    guard let clock = time?.time else { return }
    gtk_spin_button_set_value(opaque(hour), Double(clock.hour))
    gtk_spin_button_set_value(opaque(minute), Double(clock.minute))
  }

  /// A day, with its time and the zone of that where there are any.
  static func words(_ time: CalendarTime) -> String {
    guard let clock = time.time else { return DateText.long(time.day) }
    // The words for what a clock shows do not depend on the zone.
    let moment = CalendarTime(day: time.day, time: clock).moment(local: .utc)
    let words = DateText.long(milliseconds: moment.milliseconds, zone: "UTC")
    return time.zone.map { tr("%1$s (%2$s)", words, $0.text) } ?? words
  }

  private func build(_ names: Names) {
    let choose: Widget = gtk_button_new_from_icon_name("x-office-calendar-symbolic")
    gtk_menu_button_set_icon_name(opaque(clock), "preferences-system-time-symbolic")
    gtk_menu_button_set_popover(opaque(clock), popover)
    for (button, name) in [(clear, names.clear), (clock, names.time), (choose, names.day)] {
      gtk_widget_set_tooltip_text(button, name)
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      gtk_widget_add_css_class(button, "flat")
      adw_action_row_add_suffix(cast(widget), button)
    }
    adw_action_row_set_activatable_widget(cast(widget), choose)
    // The row has just named it.
    for (button, name) in [(clear, names.clear), (clock, names.time), (choose, names.day)] {
      Accessibility.setLabel(name, on: button)
    }
    connect(choose, "clicked") { [weak self] arguments in
      CalendarPopover.show(
        over: arguments.emitter, day: (self?.shown?.day).map { ($0.year, $0.month, $0.day) }
      ) { [weak self] year, month, day in
        guard let self, let day = CalendarDay(year: year, month: month, day: day) else { return }
        presenter.value?.didChooseDay(day, of: field)
      }
    }
    connect(clear, "clicked") { [weak self] _ in
      guard let self else { return }
      // The focus would be lost with the button.
      gtk_widget_grab_focus(choose)
      presenter.value?.didChooseDay(nil, of: field)
    }
  }

  private func buildPopover() {
    let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    let colon: Widget = gtk_label_new(":")
    Accessibility.markDecorative(colon)
    for child in [hour, colon, minute] { gtk_box_append(cast(row), child) }
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    let whole: Widget = gtk_button_new_with_mnemonic(tr("_Whole Day"))
    Accessibility.useTextAsLabel(of: whole)
    for child in [row, whole] { gtk_box_append(cast(column), child) }
    gtk_popover_set_child(cast(popover), column)
    connect(whole, "clicked") { [weak self] _ in
      guard let self else { return }
      gtk_popover_popdown(cast(popover))
      presenter.value?.didChooseTime(nil, of: field)
    }
    // Whoever opens it wants a time.
    connect(popover, "show") { [weak self] _ in
      guard let self, shown?.isDay == true else { return }
      presenter.value?.didChooseTime(TimeOfDay(hour: 9, minute: 0), of: field)
    }
    for number in [hour, minute] {
      connect(number, "value-changed") { [weak self] _ in
        guard let self, !isRendering else { return }
        let time = TimeOfDay(
          hour: Int(gtk_spin_button_get_value_as_int(opaque(hour))),
          minute: Int(gtk_spin_button_get_value_as_int(opaque(minute))))
        presenter.value?.didChooseTime(time, of: field)
      }
    }
  }
}
