import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The preferences about reminders.
@MainActor
final class ReminderPreferencesView {
  let group: Widget
  private let presenter: PreferencesPresenter
  private let time: Widget
  private let dueTimes: SwitchRow
  private let snooze: Widget
  private let login: SwitchRow
  private var isRendering: Bool { presenter.screen.isRendering }

  init(presenter: PreferencesPresenter) {
    self.presenter = presenter
    group = adw_preferences_group_new()
    time = adw_combo_row_new()
    dueTimes = SwitchRow(title: tr("_Due Times Ring"), subtitle: tr("Also without a reminder")) {
      [weak presenter] in presenter?.didSetDueTimesRing($0)
    }
    snooze = adw_combo_row_new()
    login = SwitchRow(
      title: tr("Start at _Login"), subtitle: tr("Without a window, so that reminders ring")
    ) { [weak presenter] in presenter?.didSetStartsAtLogin($0) }
    build()
  }

  private func build() {
    adw_preferences_group_set_title(cast(group), tr("Reminders"))
    Accessibility.setLabel(tr("Due times ring"), on: dueTimes.control)
    Accessibility.setLabel(tr("Start at login"), on: login.control)
    adw_action_row_set_subtitle_lines(cast(login.widget), 0)
    let rows = [
      (time, tr("_Reminders of Days Ring At")), (snooze, tr("Button in _Notifications")),
    ]
    for (row, title) in rows {
      adw_preferences_row_set_title(cast(row), title)
      // Beside such a long title, large text would cut off the chosen value.
      adw_combo_row_set_use_subtitle(cast(row), 1)
    }
    for row in [time, dueTimes.widget, snooze, login.widget] {
      adw_preferences_row_set_use_underline(cast(row), 1)
      adw_preferences_group_add(cast(group), row)
    }
    connectAll()
  }

  private func connectAll() {
    connect(time, "notify::selected") { [weak self] _ in
      guard let self, !isRendering, let state = presenter.screen.rendered else { return }
      let index = Int(adw_combo_row_get_selected(cast(time)))
      guard state.reminderTimes.indices.contains(index) else { return }
      presenter.didChooseReminderTime(state.reminderTimes[index])
    }
    connect(snooze, "notify::selected") { [weak self] _ in
      guard let self, !isRendering else { return }
      let index = Int(adw_combo_row_get_selected(cast(snooze)))
      guard SnoozeLength.allCases.indices.contains(index) else { return }
      presenter.didChoose(SnoozeLength.allCases[index])
    }
  }

  func render(_ state: PreferencesState) {
    let times = state.reminderTimes
    ComboRow.show(
      times.map(Self.text), chosen: times.firstIndex(of: state.reminderTime) ?? 0, in: time)
    ComboRow.show(
      SnoozeLength.allCases.map(\.label),
      chosen: SnoozeLength.allCases.firstIndex(of: state.snooze) ?? 0, in: snooze)
    dueTimes.show(state.dueTimesRing)
    login.show(state.startsAtLogin)
    let note = state.loginNote ?? tr("Without a window, so that reminders ring")
    adw_action_row_set_subtitle(cast(login.widget), note.escapedMarkup)
  }

  private static func text(_ minutes: Int) -> String {
    // UTC is used because it skips no time of day.
    DateText.time(milliseconds: Int64(minutes) * 60_000, zone: "UTC")
  }
}
