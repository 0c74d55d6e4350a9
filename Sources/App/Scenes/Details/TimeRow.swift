import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// A row of the details with a day, or a day and a time: the due date or the start.
@MainActor
final class TimeRow {
  /// The names of the row and its buttons.
  struct Names {
    let title: String
    /// The name of the button with the calendar.
    let day: String
    /// The name of the button that clears the day.
    let clear: String
    /// The name of the button with the time.
    let time: String
  }

  /// The `AdwActionRow`.
  let widget: Widget
  private let clear: Widget
  private let clock: ClockView
  /// The check box for a time that applies in every time zone.
  private let floating: Widget
  /// The button that gives a whole day the shown time. Any other time is set by its numbers.
  private let set: Widget
  /// The controls that are enabled only if there is a time.
  private let ofTime: [Widget]
  private var shown: CalendarTime?

  init(_ names: Names, of field: WritableKeyPath<Todo, CalendarTime?>, presenter: DetailsPresenter)
  {
    widget = adw_action_row_new()
    clear = RowButton.make("edit-clear-symbolic", named: names.clear)
    let clock = ClockView(named: names.time)
    self.clock = clock
    set = clock.addButton(tr("Set _Time")) { [weak clock] in clock?.chooseShown() }
    floating = clock.addCheck(tr("_Same Time in Every Time Zone")) { [weak presenter] in
      presenter?.didChooseFloating($0, of: field)
    }
    let zone = clock.addButton(tr("_Other Time Zone…")) { [weak presenter] in
      presenter?.didRequestZone(of: field)
    }
    let day = clock.addButton(tr("_Whole Day")) { [weak presenter] in
      presenter?.didChooseTime(nil, of: field)
    }
    ofTime = [floating, zone, day]
    // Without a known zone of this computer, there is no choice.
    gtk_widget_set_visible(floating, (LocalClock.zone != nil).gboolean)
    adw_preferences_row_set_title(cast(widget), names.title)
    clock.onTime = { [weak presenter] in presenter?.didChooseTime($0, of: field) }
    build(names) { [weak presenter] in presenter?.didChooseDay($0, of: field) }
  }

  func render(_ time: CalendarTime?) {
    let wasDay = shown?.isDay == true
    shown = time
    adw_action_row_set_subtitle(
      cast(widget), time.map { Self.wordsWithZone($0).escapedMarkup } ?? trc("no day", "None"))
    gtk_widget_set_visible(clear, (time != nil).gboolean)
    gtk_widget_set_visible(clock.widget, (time != nil).gboolean)
    let isDay = time?.isDay == true
    if let time = time?.time {
      clock.render(hour: time.hour, minute: time.minute)
    } else if isDay, !wasDay {
      // Only a suggestion: the day gets a time only if the user sets one.
      clock.render(hour: 9, minute: 0)
    }
    gtk_widget_set_visible(set, isDay.gboolean)
    for control in ofTime { gtk_widget_set_sensitive(control, (!isDay).gboolean) }
    clock.setCheck(floating, time?.isFloating == true)
  }

  /// The date in words, with a note if the time applies in every time zone.
  private static func wordsWithZone(_ time: CalendarTime) -> String {
    guard time.isFloating else { return words(time) }
    // Translators: %s is a day with a time
    return tr("%s (in every time zone)", words(time))
  }

  /// A day in words, with its time if there is one, and the time's zone if it is not that of this computer.
  static func words(_ time: CalendarTime) -> String {
    guard let clock = time.time else { return DateText.long(time.day) }
    // How a clock time is written does not depend on the zone.
    let moment = CalendarTime(day: time.day, time: clock).moment(local: .utc)
    let words = DateText.long(milliseconds: moment.milliseconds, zone: "UTC")
    guard let zone = time.zone, zone != LocalClock.zone else { return words }
    return tr("%1$s (%2$s)", words, ZoneCities.system.words(zone))
  }

  private func build(_ names: Names, onDay: @escaping @MainActor (CalendarDay?) -> Void) {
    let choose = CalendarButton.make(
      named: names.day, day: { [weak self] in self?.shown?.day }, onDay: onDay)
    for button in [clear, clock.widget, choose] { adw_action_row_add_suffix(cast(widget), button) }
    RowButton.activate(choose, named: names.day, by: widget)
    Accessibility.setLabel(names.time, on: clock.widget)
    connect(clear, "clicked") { _ in
      // The focus would be lost with the hidden button.
      gtk_widget_grab_focus(choose)
      onDay(nil)
    }
  }
}
