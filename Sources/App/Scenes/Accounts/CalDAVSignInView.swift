import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// Opens the dialog for signing in to a CalDAV server.
struct CalDAVSignInRoute: Route {
  let mode: CalDAVSignInPresenter.Mode

  func dialog(_ services: AppServices) -> Dialog {
    let presenter = CalDAVSignInPresenter(
      mode: mode, store: services.store, commands: services.commands, sync: services.sync,
      signing: services.signing)
    return Dialog(presenter) { parent, _ in
      CalDAVSignInView(presenter: presenter, parent: parent).dialog
    }
  }
}

/// The dialog for signing in to a CalDAV server.
@MainActor
final class CalDAVSignInView {
  typealias Field = CalDAVSignInState.Field

  let dialog: DialogView
  let presenter: CalDAVSignInPresenter
  private let page: Widget
  private let group: Widget
  private let lists: Widget
  private let move: SwitchRow
  private let browser: Widget
  private let copy: Widget
  private let note = SignInNoteView()
  private var entries: [Field: FormEntryRow] = [:]
  private var rendered: CalDAVSignInState? { presenter.screen.rendered }

  init(presenter: CalDAVSignInPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: "", parent: parent, actionLabel: tr("_Sign In"), width: 460,
      onCancel: { [weak presenter] in presenter?.didCancel() },
      onAction: { [weak presenter] in presenter?.didSubmit() })
    page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    group = adw_preferences_group_new()
    move = SwitchRow(title: tr("Move this computer’s lists to this account")) {
      [weak presenter] in presenter?.didToggleMove($0)
    }
    lists = adw_preferences_group_new()
    browser = gtk_button_new_with_mnemonic(tr("Sign In in the _Browser"))
    copy = gtk_button_new_with_mnemonic(tr("Copy _Address"))
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    for (field, text) in presenter.knownTexts { entries[field]?.show(text) }
    let first: Field = rendered?.knownName == nil ? .address : .password
    if let entry = entries[first] { dialog.present(focusing: entry.widget) }
  }

  private func build() {
    setMargins(page, 18)
    for field in Field.allCases {
      let entry = makeEntry(field)
      entries[field] = entry
      adw_preferences_group_add(cast(group), entry.widget)
    }
    adw_preferences_group_add(cast(lists), move.widget)
    for child in [group, browser, lists] { gtk_box_append(cast(page), child) }
    buildBrowser()
    dialog.append(page)
    setMargins(note.widget, 18, top: 0)
    dialog.append(note.widget)
    setMargins(copy, 18, top: 0)
    dialog.append(copy)
  }

  private func buildBrowser() {
    for button in [browser, copy] {
      Accessibility.useTextAsLabel(of: button)
      gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
      gtk_widget_set_visible(button, 0)
    }
    gtk_widget_add_css_class(browser, "pill")
    connect(browser, "clicked") { [weak presenter] _ in presenter?.didChooseBrowser() }
    connect(copy, "clicked") { [weak self] _ in
      guard let self, let address = rendered?.browserAddress else { return }
      gdk_clipboard_set_text(gtk_widget_get_clipboard(copy), address)
    }
  }

  private func makeEntry(_ field: Field) -> FormEntryRow {
    let entry = FormEntryRow(
      title: Self.title(of: field), purpose: field == .address ? GTK_INPUT_PURPOSE_URL : nil,
      isPassword: field == .password
    ) { [weak presenter] in
      presenter?.didChange(field, $0)
    } onSubmit: { [weak presenter] in
      presenter?.didSubmit()
    }
    if field == .address {
      FocusController.onLeave(entry.widget) { [weak presenter] in presenter?.didLeaveAddress() }
    }
    return entry
  }

  private static func title(of field: Field) -> String {
    switch field {
    case .address: tr("Server Address or E-Mail")
    case .user: tr("User Name")
    case .password: tr("App Password")
    }
  }

  // MARK: Rendering

  func render(_ state: CalDAVSignInState) {
    gtk_window_set_title(cast(dialog.window), state.title)
    let isAgain = state.knownName != nil
    adw_preferences_group_set_title(cast(group), (state.knownName ?? "").escapedMarkup)
    adw_preferences_group_set_description(
      cast(group),
      isAgain
        ? ""
        : tr(
          "At Nextcloud you can sign in in the browser: enter its address and press Enter. App passwords are made in its settings, under Security."
        ).escapedMarkup)
    for (field, entry) in entries {
      gtk_widget_set_visible(entry.widget, (!isAgain || field != .address).gboolean)
      entry.showProblem(state.problem?.field == field ? state.problem?.text : nil)
    }
    gtk_widget_set_visible(lists, state.hasLocalLists.gboolean)
    move.show(state.isMoving)
    // GTK warns if an entry is disabled while it has the cursor.
    if state.isBusy, rendered?.isBusy != true { gtk_window_set_focus(cast(dialog.window), nil) }
    gtk_widget_set_sensitive(page, (!state.isBusy).gboolean)
    dialog.setActionSensitive(state.canSubmit)
    renderBrowser(state)
    note.show(
      state.problem?.text ?? (state.isBusy ? Self.waiting(state) : ""),
      details: state.problem?.details, isBusy: state.isBusy, isProblem: state.problem != nil)
    if let rendered, rendered.isBusy || state.problemCount != rendered.problemCount, !state.isBusy,
      let entry = entries[state.problem?.field ?? .password]
    {
      gtk_widget_grab_focus(entry.widget)
    }
  }

  private static func waiting(_ state: CalDAVSignInState) -> String {
    state.browserAddress == nil
      ? tr("Signing in…")
      : tr("Sign in in the browser. This dialog closes by itself once you have done so.")
  }

  private func renderBrowser(_ state: CalDAVSignInState) {
    let isOffered = state.offersBrowser
    gtk_widget_set_visible(browser, isOffered.gboolean)
    gtk_widget_set_visible(copy, (state.browserAddress != nil).gboolean)
    if isOffered, rendered?.offersBrowser == false {
      Accessibility.announce(tr("This server lets you sign in in the browser."), on: browser)
      // A user who has typed only the address continues with the browser button.
      if !state.canSubmit, isAddressFocused { gtk_widget_grab_focus(browser) }
    }
    if let address = state.browserAddress, rendered?.browserAddress == nil {
      gtk_widget_grab_focus(copy)
      ExternalLink.open(address, over: page) { [weak presenter] _, reason in
        presenter?.didFailToOpenBrowser(reason)
      }
    }
  }

  private var isAddressFocused: Bool {
    guard let focus = gtk_window_get_focus(cast(dialog.window)), let address = entries[.address]
    else { return false }
    return gtk_widget_is_ancestor(focus, address.widget) != 0
  }
}
