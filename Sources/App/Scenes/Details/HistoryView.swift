import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// When a repeating to-do was completed, the latest occurrence first.
@MainActor
final class HistoryView {
  /// The `AdwPreferencesGroup`.
  let widget: Widget
  private let rows = KeyedWidgets { HistoryRow($0) }
  private let more: Widget
  private var limit = HistoryView.first
  private var completions: Set<Completion> = []
  private var values: [HistoryRow.Value] = []
  /// The number of rows shown at first.
  private static let first = 5
  /// The number of rows added each time.
  private static let step = 20

  init() {
    widget = adw_preferences_group_new()
    more = moreButton(named: tr("Show More History"))
    adw_preferences_group_set_title(cast(widget), trc("of a repeating to-do", "History"))
    Accessibility.setLabel(trc("of a repeating to-do", "History"), on: rows.container)
    adw_preferences_group_add(cast(widget), rows.container)
    adw_preferences_group_add(cast(widget), more)
    gtk_widget_set_visible(widget, 0)
    connect(more, "clicked") { [weak self] _ in
      self?.limit += Self.step
      self?.show()
    }
  }

  func render(_ new: Set<Completion>) {
    guard new != completions || values.first?.isOutdated == true else { return }
    completions = new
    values = new.history.map { HistoryRow.Value(occurrence: $0, completedAt: $1) }
    adw_preferences_group_set_description(
      cast(widget), Self.summary(values.count, isCut: new.mayLackEarlier))
    show()
  }

  /// - Parameters:
  ///   - count: the number of known completions.
  ///   - isCut: whether there may have been earlier ones.
  static func summary(_ count: Int, isCut: Bool) -> String {
    isCut
      ? ntr(
        "Done at least %d time; only the latest are kept",
        "Done at least %d times; only the latest are kept", count)
      : ntr("Done %d time", "Done %d times", count)
  }

  private func show() {
    gtk_widget_set_visible(widget, (!values.isEmpty).gboolean)
    rows.render(Array(values.prefix(limit)))
    let hadFocus = hasFocus(within: more)
    gtk_widget_set_visible(more, (values.count > limit).gboolean)
    // Hiding the focused button would lose the focus.
    if hadFocus, values.count <= limit { FocusChain.leave(rows.container, isBackward: true) }
  }
}

/// One completion.
@MainActor
private final class HistoryRow: KeyedRow {
  struct Value: Equatable, Identifiable {
    let occurrence: CalendarTime
    let completedAt: Timestamp
    var id: CalendarTime { occurrence }
    let zone = LocalTime.zoneName
    let hasTwelveHours = DateText.hasTwelveHours

    /// Whether the time zone or the format of times has changed since.
    var isOutdated: Bool {
      zone != LocalTime.zoneName || hasTwelveHours != DateText.hasTwelveHours
    }
  }

  /// The `AdwActionRow`.
  let widget: Widget

  init(_ value: Value) {
    widget = adw_action_row_new()
    adw_preferences_row_set_use_markup(cast(widget), 0)
    gtk_list_box_row_set_activatable(cast(widget), 0)
    gtk_widget_set_focusable(widget, 0)
    show(value)
  }

  func show(_ value: Value) {
    adw_preferences_row_set_title(cast(widget), TimeRow.words(value.occurrence))
    let moment = DateText.medium(milliseconds: value.completedAt.milliseconds)
    adw_action_row_set_subtitle(cast(widget), tr("Done %s", moment))
  }
}
