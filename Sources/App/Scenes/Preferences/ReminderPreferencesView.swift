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
  private let dueTimes: Widget
  private let snooze: Widget
  private let login: Widget
  private let loginRow: Widget
  private var isRendering: Bool { presenter.screen.isRendering }

  init(presenter: PreferencesPresenter) {
    self.presenter = presenter
    group = adw_preferences_group_new()
    time = adw_combo_row_new()
    dueTimes = makeSwitch()
    snooze = adw_combo_row_new()
    login = makeSwitch()
    loginRow = switchRow(
      login, title: tr("Start at _Login"),
      subtitle: tr("Without a window, so that reminders ring"))
    build()
  }

  private func build() {
    adw_preferences_group_set_title(cast(group), tr("Reminders"))
    let dueRow = switchRow(
      dueTimes, title: tr("_Due Times Ring"), subtitle: tr("Also without a reminder"))
    Accessibility.setLabel(tr("Due times ring"), on: dueTimes)
    Accessibility.setLabel(tr("Start at login"), on: login)
    adw_action_row_set_subtitle_lines(cast(loginRow), 0)
    let rows = [
      (time, tr("_Reminders of Days Ring At")), (snooze, tr("Button in _Notifications")),
    ]
    for (row, title) in rows { adw_preferences_row_set_title(cast(row), title) }
    for row in [time, dueRow, snooze, loginRow] {
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
    connect(dueTimes, "notify::active") { [weak self] _ in
      guard let self, !isRendering else { return }
      presenter.didSetDueTimesRing(gtk_switch_get_active(opaque(dueTimes)) != 0)
    }
    connect(login, "notify::active") { [weak self] _ in
      guard let self, !isRendering else { return }
      presenter.didSetStartsAtLogin(gtk_switch_get_active(opaque(login)) != 0)
    }
  }

  func render(_ state: PreferencesState) {
    let times = state.reminderTimes
    ComboRow.show(
      times.map(Self.text), chosen: times.firstIndex(of: state.reminderTime) ?? 0, in: time)
    ComboRow.show(
      SnoozeLength.allCases.map(\.label),
      chosen: SnoozeLength.allCases.firstIndex(of: state.snooze) ?? 0, in: snooze)
    gtk_switch_set_active(opaque(dueTimes), state.dueTimesRing.gboolean)
    gtk_switch_set_active(opaque(login), state.startsAtLogin.gboolean)
    let note = state.loginNote ?? tr("Without a window, so that reminders ring")
    adw_action_row_set_subtitle(cast(loginRow), note.escapedMarkup)
  }

  private static func text(_ minutes: Int) -> String {
    // In UTC no time is left out.
    DateText.time(milliseconds: Int64(minutes) * 60_000, zone: "UTC")
  }
}
