import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The rows for a rule that is no simple one: its interval, its days, its start and its end.
@MainActor
final class CustomRepeatRow {
  /// The rows, to be stacked in this order.
  let rows: [Widget]
  private let interval = CustomRepeatRow.number(
    upTo: RepeatForm.longestInterval, named: trc("of a repetition", "Every"))
  private let count = CustomRepeatRow.number(
    upTo: RepeatForm.mostCount, named: trc("of a repetition", "Times"))
  private let unit: Widget = adw_combo_row_new()
  private let weekdays: WeekdaysRow
  private let place: Widget = adw_combo_row_new()
  private let origin: Widget = adw_combo_row_new()
  private let end: Widget = adw_combo_row_new()
  private let lastDay: Widget = adw_action_row_new()
  private var shown: RepeatForm?
  private weak var presenter: DetailsPresenter?

  init(presenter: DetailsPresenter) {
    self.presenter = presenter
    weekdays = WeekdaysRow()
    rows = [interval.row, unit, weekdays.widget, place, origin, end, lastDay, count.row]
    for (row, title) in [
      (unit, trc("of a repetition", "Unit")), (place, trc("of a month", "Day")),
      (origin, tr("Counts From")), (end, trc("of a repetition", "Ends")),
      (lastDay, trc("of a repetition", "Last Day")),
    ] {
      adw_preferences_row_set_title(cast(row), title)
    }
    // Long choices stand below the title, where they wrap; beside it, large text would be cut off.
    for row in [place, origin, end] { adw_combo_row_set_use_subtitle(cast(row), 1) }
    connectSignals()
  }

  /// - Parameter form: nil hides the rows.
  func render(_ form: RepeatForm?) {
    shown = form
    for row in rows { gtk_widget_set_visible(row, (form != nil).gboolean) }
    guard let form else { return }
    SpinButton.show(form.interval, in: interval.spin)
    ComboRow.show(
      RepeatForm.units.map(Self.words), chosen: RepeatForm.units.firstIndex(of: form.unit) ?? 0,
      in: unit)
    gtk_widget_set_visible(weekdays.widget, (form.unit == .weekly).gboolean)
    weekdays.render(form.weekdays)
    gtk_widget_set_visible(place, (form.unit == .monthly).gboolean)
    if form.unit == .monthly { render(form.places, of: form) }
    ComboRow.show(
      [trc("what a repetition counts from", "The Date"), tr("The Completion")],
      chosen: form.isFromCompletion ? 1 : 0, in: origin)
    ComboRow.show(
      RepeatForm.End.allCases.map(Self.words),
      chosen: RepeatForm.End.allCases.firstIndex(of: form.end) ?? 0, in: end)
    gtk_widget_set_visible(lastDay, (form.lastDay != nil).gboolean)
    adw_action_row_set_subtitle(cast(lastDay), form.lastDay.map { DateText.long($0) } ?? "")
    gtk_widget_set_visible(count.row, (form.count != nil).gboolean)
    if let number = form.count { SpinButton.show(number, in: count.spin) }
  }

  private func render(_ places: [RecurrencePattern], of form: RepeatForm) {
    ComboRow.show(
      places.map { RecurrenceText.place($0, anchor: form.anchor.day) ?? "" },
      chosen: places.firstIndex(of: form.pattern) ?? 0, in: place)
  }

  private func connectSignals() {
    onNumber(interval.spin) { $0.interval = $1 }
    onNumber(count.spin) { if $0.end == .afterCount { $0.count = $1 } }
    onChoice(unit) { if RepeatForm.units.indices.contains($1) { $0.unit = RepeatForm.units[$1] } }
    onChoice(place) { $0.choosePlace($1) }
    onChoice(origin) { $0.isFromCompletion = $1 == 1 }
    onChoice(end) {
      let ends = RepeatForm.End.allCases
      if ends.indices.contains($1) { $0.end = ends[$1] }
    }
    weekdays.onToggle = { [weak self] day, isOn in self?.change { $0.set(day, isOn) } }
    let choose = CalendarButton.make(
      named: tr("Choose the Last Day"), day: { [weak self] in self?.shown?.lastDay },
      onDay: { [weak self] day in self?.change { $0.lastDay = day } })
    adw_action_row_add_suffix(cast(lastDay), choose)
    RowButton.activate(choose, named: tr("Choose the Last Day"), by: lastDay)
  }

  private func change(isTyped: Bool = false, _ body: (inout RepeatForm) -> Void) {
    guard let presenter, !presenter.screen.isRendering else { return }
    presenter.didChangeRepeat(isTyped: isTyped, body)
  }

  private func onChoice(
    _ row: Widget, _ take: @escaping @MainActor (inout RepeatForm, Int) -> Void
  ) {
    connect(row, "notify::selected") { [weak self] _ in
      let index = Int(adw_combo_row_get_selected(cast(row)))
      self?.change { take(&$0, index) }
    }
  }

  private func onNumber(
    _ spin: Widget, _ take: @escaping @MainActor (inout RepeatForm, Int) -> Void
  ) {
    connect(spin, "value-changed") { [weak self] _ in
      let number = Int(gtk_spin_button_get_value_as_int(opaque(spin)))
      self?.change(isTyped: true) { take(&$0, number) }
    }
  }

  /// A row with a number from 1.
  private static func number(upTo limit: Int, named name: String) -> (row: Widget, spin: Widget) {
    let row: Widget = adw_action_row_new()
    let spin: Widget = gtk_spin_button_new_with_range(1, Double(limit), 1)
    adw_preferences_row_set_title(cast(row), name)
    gtk_widget_set_valign(spin, GTK_ALIGN_CENTER)
    gtk_editable_set_width_chars(opaque(spin), 4)
    ignoreScrollWheel(on: spin)
    adw_action_row_add_suffix(cast(row), spin)
    RowButton.activate(spin, named: name, by: row)
    return (row, spin)
  }

  private static func words(_ unit: RecurrencePattern.Frequency) -> String {
    switch unit {
    case .secondly, .minutely, .hourly, .daily: trc("of a repetition", "Days")
    case .weekly: trc("of a repetition", "Weeks")
    case .monthly: trc("of a repetition", "Months")
    case .yearly: trc("of a repetition", "Years")
    }
  }

  private static func words(_ end: RepeatForm.End) -> String {
    switch end {
    case .never: trc("the end of a repetition", "Never")
    case .onDay: trc("the end of a repetition", "On a Day")
    case .afterCount: trc("the end of a repetition", "After a Count")
    }
  }
}
