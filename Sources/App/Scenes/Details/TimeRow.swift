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
  private let clear: Widget
  private let clock: ClockView
  /// Whether the time is the same in every time zone.
  private let floating: Widget
  /// Gives a whole day the time that is shown; any other time is set by its numbers.
  private let set: Widget
  /// What there is to choose only where there is a time.
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
    // Without a zone of this computer, there is nothing to choose.
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
      // An offer: whoever only looks leaves the day whole.
      clock.render(hour: 9, minute: 0)
    }
    gtk_widget_set_visible(set, isDay.gboolean)
    for control in ofTime { gtk_widget_set_sensitive(control, (!isDay).gboolean) }
    clock.setCheck(floating, time?.isFloating == true)
  }

  /// The same, and whether it is the time of every zone.
  private static func wordsWithZone(_ time: CalendarTime) -> String {
    guard time.isFloating else { return words(time) }
    // Translators: %s is a day with a time
    return tr("%s (in every time zone)", words(time))
  }

  /// A day, with its time where there is one, and the zone of that where it is not this computer's.
  static func words(_ time: CalendarTime) -> String {
    guard let clock = time.time else { return DateText.long(time.day) }
    // The words for what a clock shows do not depend on the zone.
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
      // The focus would be lost with the button.
      gtk_widget_grab_focus(choose)
      onDay(nil)
    }
  }
}
