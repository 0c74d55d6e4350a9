import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// Opens the dialog with the people, to look at them or to choose one.
struct PeopleRoute: Route {
  let mode: PeopleMode

  func dialog(_ services: AppServices) -> Dialog {
    let presenter = PeoplePresenter(
      mode: mode, store: services.store, people: services.people, directory: services.directory)
    return Dialog(presenter) { parent, pictures in
      PeopleView(presenter: presenter, pictures: pictures, parent: parent).dialog
    }
  }
}

/// The dialog with the people.
@MainActor
final class PeopleView {
  let dialog: DialogView
  let presenter: PeoplePresenter
  private let accounts: Widget
  private let accountGroup: Widget
  private let search: Widget
  private let composition: Composition?
  private let typedID: Widget
  private let typedIDGroup: Widget
  private let banner = Banner()
  private let list: PeopleListView
  private let pages: PeoplePagesView
  private let skipped: Widget
  private let profile: Widget
  private var rendered: PeopleState? { presenter.screen.rendered }
  private var isRendering: Bool { presenter.screen.isRendering }

  /// - Parameter pictures: nil shows initials only.
  init(presenter: PeoplePresenter, pictures: (any PictureLoading)?, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("People"), parent: parent, width: 460, height: 620,
      onCancel: { [weak presenter] in presenter?.didClose() })
    accounts = adw_combo_row_new()
    accountGroup = adw_preferences_group_new()
    search = gtk_search_entry_new()
    composition = Composition(inEntry: search)
    typedID = adw_action_row_new()
    typedIDGroup = adw_preferences_group_new()
    list = PeopleListView(presenter: presenter, pictures: pictures)
    pages = PeoplePagesView(list: list.widget)
    skipped = gtk_label_new(nil)
    profile = gtk_button_new_with_mnemonic(tr("My _Profile…"))
    build()
    connectSignals()
    addKeys()
    dialog.show(presenter, in: self) { $0.render($1) }
  }

  // MARK: Building

  private func build() {
    attach(banner, to: banner.widget)
    adw_preferences_row_set_title(cast(accounts), tr("Account"))
    adw_preferences_group_add(cast(accountGroup), accounts)
    Accessibility.setLabel(tr("Search People"), on: search)
    let top: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    setMargins(top, 12)
    buildTypedID()
    for child in [accountGroup, search, typedIDGroup] { gtk_box_append(cast(top), child) }
    gtk_widget_set_visible(accountGroup, 0)
    gtk_widget_add_css_class(skipped, "dim-label")
    gtk_widget_add_css_class(skipped, "caption")
    gtk_label_set_wrap(opaque(skipped), 1)
    setMargins(skipped, top: 6, bottom: 6)
    Accessibility.useTextAsLabel(of: profile)
    gtk_widget_set_halign(profile, GTK_ALIGN_CENTER)
    setMargins(profile, top: 12, bottom: 12)
    gtk_widget_set_vexpand(pages.widget, 1)
    for child in [banner.widget, top, pages.widget, skipped, profile] { dialog.append(child) }
  }

  private func buildTypedID() {
    adw_preferences_row_set_use_markup(cast(typedID), 0)
    adw_preferences_row_set_title(cast(typedID), tr("Invite the Person with This User ID"))
    gtk_list_box_row_set_activatable(cast(typedID), 1)
    let icon: Widget = gtk_image_new_from_icon_name("list-add-symbolic")
    Accessibility.markDecorative(icon)
    adw_action_row_add_prefix(cast(typedID), icon)
    adw_preferences_group_add(cast(typedIDGroup), typedID)
    gtk_widget_set_visible(typedIDGroup, 0)
    connect(typedID, "activated") { [weak presenter] _ in presenter?.didChooseTypedID() }
  }

  private func connectSignals() {
    // "search-changed" is not used because it is emitted with a delay, for slow searches.
    connect(search, "changed") { [weak self] _ in
      guard let self, !isRendering else { return }
      presenter.didChangeQuery(String(cString: gtk_editable_get_text(opaque(search))))
      // The entry also captures keys typed elsewhere in the dialog.
      if !isSearching { focusSearch() }
    }
    connect(search, "activate") { [weak presenter] _ in presenter?.didSubmitQuery() }
    // Emitted for Escape in an empty entry, which does not pass the key on to the dialog.
    connect(search, "stop-search") { [weak presenter] _ in presenter?.didClose() }
    connect(accounts, "notify::selected") { [weak self] _ in
      guard let self, !isRendering else { return }
      presenter.didChooseAccount(Int(adw_combo_row_get_selected(cast(accounts))))
    }
    connect(profile, "clicked") { [weak presenter] _ in presenter?.didRequestProfile() }
    pages.onRetry = { [weak presenter] in presenter?.didRequestRetry() }
  }

  private func addKeys() {
    gtk_search_entry_set_key_capture_widget(opaque(search), dialog.window)
    KeyboardController.addShortcut(
      "<Control>f", to: dialog.window, scope: GTK_SHORTCUT_SCOPE_GLOBAL
    ) { [weak self] in
      self?.focusSearch()
      return true
    }
    // In the capture phase, before the entry and the dialog handle them.
    KeyboardController.onKeyPressed(dialog.window, phase: GTK_PHASE_CAPTURE) {
      [weak self] key, modifiers in
      guard let self, modifiers.isEmpty, composition?.isGoingOn != true else { return false }
      switch key {
      case GDK_KEY_Escape: return presenter.didPressEscape()
      case GDK_KEY_Down, GDK_KEY_KP_Down:
        return hasFocus(within: typedID) ? list.focusFirst() : isSearching && focusFirst()
      case GDK_KEY_Up, GDK_KEY_KP_Up:
        guard list.isFirstFocused || hasFocus(within: typedID) else { return false }
        focusSearch()
        return true
      // Otherwise the entry would capture this key too.
      case _ where KeyboardController.isEnter(key):
        guard hasFocus(within: typedID) else { return false }
        presenter.didChooseTypedID()
        return true
      default: return false
      }
    }
  }

  private func focusSearch() {
    gtk_widget_grab_focus(search)
  }

  private func focusFirst() -> Bool {
    guard rendered?.typedID != nil else { return list.focusFirst() }
    gtk_window_set_focus_visible(cast(dialog.window), 1)
    return gtk_widget_grab_focus(typedID) != 0
  }

  private var isSearching: Bool { hasFocus(within: search) }

  // MARK: Rendering

  func render(_ state: PeopleState) {
    gtk_window_set_title(cast(dialog.window), state.title)
    renderAccounts(state)
    if String(cString: gtk_editable_get_text(opaque(search))) != state.query {
      gtk_editable_set_text(opaque(search), state.query)
    }
    gtk_widget_set_sensitive(search, (state.content != .noAccount).gboolean)
    // GTK 4.10 is the first version in which the search entry itself can set this.
    if state.takesID != rendered?.takesID, let text = gtk_editable_get_delegate(opaque(search)) {
      gtk_text_set_placeholder_text(
        cast(text), state.takesID ? tr("Name, user name or user ID") : tr("Name or user name"))
    }
    if state.typedID != rendered?.typedID { showTypedID(state.typedID) }
    list.show(state, insteadOf: rendered)
    if state.content != rendered?.content { pages.show(state.content) }
    if state.notice != rendered?.notice {
      banner.setText(state.notice, button: state.notice.map { _ in tr("_Try Again") }) {
        [weak presenter] in presenter?.didRequestRetry()
      }
    }
    gtk_label_set_text(opaque(skipped), state.skipped ?? "")
    gtk_widget_set_visible(skipped, (state.skipped != nil).gboolean)
    gtk_widget_set_visible(profile, (state.canEditProfile && !state.isChoosing).gboolean)
    let isFirst = state.isReady && rendered?.isReady != true
    if isFirst { dialog.present(focusing: search) }
  }

  private func showTypedID(_ id: String?) {
    gtk_widget_set_visible(typedIDGroup, (id != nil).gboolean)
    guard let id else { return }
    adw_action_row_set_subtitle(cast(typedID), id.shown)
    Accessibility.setLabel(tr("Invite the person with the user ID %s", id), on: typedID)
  }

  private func renderAccounts(_ state: PeopleState) {
    gtk_widget_set_visible(accountGroup, (state.accounts.count > 1).gboolean)
    ComboRow.show(state.accounts, chosen: state.chosenAccount, in: accounts)
  }
}
