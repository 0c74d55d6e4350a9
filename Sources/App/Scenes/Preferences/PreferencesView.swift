import CAdwaita
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// Opens the preferences.
struct PreferencesRoute: Route {
  func dialog(_ services: AppServices) -> Dialog {
    let presenter = PreferencesPresenter(
      settings: services.settings, loginStart: services.loginStart, clock: services.clock,
      onReminderChange: services.remindersDidChange)
    return Dialog(presenter) { parent, _ in
      PreferencesView(presenter: presenter, parent: parent).dialog
    }
  }
}

/// The preferences.
@MainActor
final class PreferencesView {
  let dialog: DialogView
  let presenter: PreferencesPresenter
  private let style: Widget
  private let typing: SwitchRow
  private let saving: SwitchRow
  private let reminders: ReminderPreferencesView
  private var isRendering: Bool { presenter.screen.isRendering }

  init(presenter: PreferencesPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("Preferences"), parent: parent, width: 480, height: 600,
      onCancel: { [weak presenter] in presenter?.didClose() })
    style = adw_combo_row_new()
    typing = SwitchRow(
      title: tr("_Understand What Is Typed"),
      subtitle: tr("“Call Ann tomorrow 5pm !! #home every week”")
    ) { [weak presenter] in presenter?.didSetUnderstandsTyping($0) }
    saving = SwitchRow(
      title: tr("Save Changes From Last Time _Without Asking"),
      subtitle: tr("Changes that did not reach the server before Optimist was closed")
    ) { [weak presenter] in presenter?.didSetSavesUnsentChanges($0) }
    reminders = ReminderPreferencesView(presenter: presenter)
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: style)
  }

  private func build() {
    let page: Widget = adw_preferences_page_new()
    adw_preferences_page_add(cast(page), cast(appearance()))
    adw_preferences_page_add(cast(page), cast(adding()))
    adw_preferences_page_add(cast(page), cast(reminders.group))
    adw_preferences_page_add(cast(page), cast(synchronisation()))
    gtk_widget_set_vexpand(page, 1)
    dialog.append(page)
    connect(style, "notify::selected") { [weak self] _ in
      guard let self, !isRendering else { return }
      let schemes = ColorScheme.allCases
      let index = Int(adw_combo_row_get_selected(cast(style)))
      if schemes.indices.contains(index) { presenter.didChoose(schemes[index]) }
    }
  }

  private func appearance() -> Widget {
    let group: Widget = adw_preferences_group_new()
    adw_preferences_group_set_title(cast(group), tr("Appearance"))
    adw_preferences_row_set_title(cast(style), tr("_Style"))
    adw_preferences_row_set_use_underline(cast(style), 1)
    adw_preferences_group_add(cast(group), style)
    return group
  }

  private func adding() -> Widget {
    let group: Widget = adw_preferences_group_new()
    adw_preferences_group_set_title(cast(group), tr("New To-Dos"))
    adw_preferences_row_set_use_underline(cast(typing.widget), 1)
    adw_action_row_set_subtitle_lines(cast(typing.widget), 0)
    Accessibility.setLabel(tr("Understand what is typed"), on: typing.control)
    adw_preferences_group_add(cast(group), typing.widget)
    return group
  }

  private func synchronisation() -> Widget {
    let group: Widget = adw_preferences_group_new()
    adw_preferences_group_set_title(cast(group), tr("Synchronization"))
    adw_preferences_row_set_use_underline(cast(saving.widget), 1)
    adw_action_row_set_title_lines(cast(saving.widget), 0)
    Accessibility.setLabel(tr("Save changes from last time without asking"), on: saving.control)
    adw_preferences_group_add(cast(group), saving.widget)
    return group
  }

  private static func name(of scheme: ColorScheme) -> String {
    switch scheme {
    case .system: tr("Follow System")
    case .light: tr("Light")
    case .dark: tr("Dark")
    }
  }

  private func render(_ state: PreferencesState) {
    let index = ColorScheme.allCases.firstIndex(of: state.colorScheme) ?? 0
    ComboRow.show(ColorScheme.allCases.map(Self.name(of:)), chosen: index, in: style)
    typing.show(state.understandsTyping)
    saving.show(state.savesUnsentChanges)
    reminders.render(state)
  }
}
