import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// A reminder in the details: its description, buttons for its day and time if it is at a fixed moment, and a button
/// that removes it.
@MainActor
final class ReminderRow: KeyedRow {
  struct Value: Equatable, Identifiable {
    let id: Int
    let reminder: Reminder
    /// Whether the to-do has the date to which the reminder is relative.
    let hasAnchor: Bool
    /// Whether it was made by snoozing the to-do.
    let isSnooze: Bool
    /// Whether other people may see the list.
    let isShared: Bool
    let isReadOnly: Bool
    /// Whether times of day are shown with twelve hours.
    let hasTwelveHours = DateText.hasTwelveHours
    /// The time zone in which moments are shown.
    let zone = LocalTime.zoneName
  }

  /// The `AdwActionRow`.
  let widget: Widget
  private let clock: ClockView
  private let choose: Widget
  private let remove: Widget

  init(_ value: Value, presenter: DetailsPresenter?) {
    let id = value.id
    widget = adw_action_row_new()
    clock = ClockView(named: tr("Time of the Reminder"))
    remove = RowButton.make("edit-clear-symbolic", named: tr("Remove Reminder"))
    let day = Shown()
    choose = CalendarButton.make(
      named: tr("Day of the Reminder"), day: { day.value },
      onDay: { [weak presenter] in presenter?.didChooseReminderDay($0, of: id) })
    self.day = day
    adw_preferences_row_set_use_markup(cast(widget), 0)
    gtk_widget_set_focusable(widget, 0)
    gtk_list_box_row_set_activatable(cast(widget), 0)
    for button in [clock.widget, choose, remove] {
      adw_action_row_add_suffix(cast(widget), button)
    }
    clock.onTime = { [weak presenter] in presenter?.didChooseReminderTime($0, of: id) }
    connect(remove, "clicked") { [weak presenter] _ in presenter?.didRemoveReminder(id) }
    ClickGesture.ignoreDoublePresses(of: remove)
    show(value)
  }

  func show(_ value: Value) {
    let words = ReminderText.words(
      value.reminder, zone: value.zone, cities: .system)
    adw_preferences_row_set_title(cast(widget), words)
    adw_action_row_set_subtitle(cast(widget), Self.detail(value))
    let time = value.reminder.alarm?.time
    day.value = time?.day
    for button in [clock.widget, choose] { gtk_widget_set_visible(button, (time != nil).gboolean) }
    if let time { clock.render(hour: time.hour, minute: time.minute) }
    gtk_widget_set_sensitive(widget, (!value.isReadOnly).gboolean)
    Accessibility.setLabel(tr("Time of “%s”", words), on: clock.widget)
    Accessibility.setLabel(tr("Day of “%s”", words), on: choose)
    Accessibility.setLabel(tr("Remove “%s”", words), on: remove)
  }

  private let day: Shown

  /// The day that the calendar shows at first.
  private final class Shown {
    var value: CalendarDay?
  }

  private static func detail(_ value: Value) -> String {
    switch value.reminder.trigger {
    case nil: ErrorText.short(value.reminder.text)
    case .offset(_, from: .due) where !value.hasAnchor: tr("Silent while nothing is due")
    case .offset(_, from: .start) where !value.hasAnchor: tr("Silent while there is no start")
    case .at where value.isSnooze:
      value.isShared ? tr("Rings only for the person who snoozed it") : tr("Snoozed")
    case .at, .offset: ""
    }
  }
}
