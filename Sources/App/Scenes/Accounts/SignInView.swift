import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// Opens the dialog for signing in through Firebase.
struct SignInRoute: Route {
  let mode: SignInPresenter.Mode

  func dialog(_ services: AppServices) -> Dialog {
    let presenter = SignInPresenter(
      mode: mode, store: services.store, commands: services.commands, sync: services.sync,
      signing: services.signing, profiles: services.profiles)
    return Dialog(presenter) { parent, _ in
      SignInView(presenter: presenter, parent: parent).dialog
    }
  }
}

/// The dialog for signing in through Firebase.
@MainActor
final class SignInView {
  let dialog: DialogView
  let presenter: SignInPresenter
  private let page: Widget
  private let advanced: Widget
  private let move: SwitchRow
  private let newUser: Widget
  private let findable: SwitchRow
  private let create: Widget
  private let help: FirebaseHelpRow
  private let note = SignInNoteView()
  private var entries: [SignInForm.Field: FormEntryRow] = [:]
  private var rendered: SignInState? { presenter.screen.rendered }

  init(presenter: SignInPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: "", parent: parent, actionLabel: tr("_Sign In"), width: 460,
      height: presenter.isShort ? nil : 640,
      onCancel: { [weak presenter] in presenter?.didCancel() },
      onAction: { [weak presenter] in presenter?.didSubmit() })
    page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    advanced = adw_expander_row_new()
    move = SwitchRow(title: tr("Move this computer’s lists to this account")) {
      [weak presenter] in presenter?.didToggleMove($0)
    }
    newUser = adw_preferences_group_new()
    findable = SwitchRow(title: ProfileText.findableTitle, subtitle: ProfileText.findableDetail) {
      [weak presenter] in presenter?.didSetFindable($0)
    }
    create = gtk_button_new_with_mnemonic(tr("C_reate Account"))
    help = FirebaseHelpRow { [weak presenter] in presenter?.didFailToHelp($0) }
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    focusFirst()
  }

  // MARK: Building

  private func build() {
    setMargins(page, 18)
    for field in SignInForm.Field.allCases { entries[field] = makeEntry(field) }
    buildAdvanced()
    buildNewUser()
    let project: Widget = group([.project, .apiKey])
    adw_preferences_group_set_title(cast(project), "Cloud Firestore")
    adw_preferences_group_set_description(
      cast(project),
      tr(
        "Firebase’s console shows both under Project settings, General, Your apps. You can copy all of “firebaseConfig” there and paste it here."
      ).escapedMarkup)
    adw_preferences_group_add(cast(project), help.widget)
    let others: Widget = adw_preferences_group_new()
    for row in [advanced, move.widget] { adw_preferences_group_add(cast(others), row) }
    for child in [project, group([.user, .email, .password]), newUser, others] {
      gtk_box_append(cast(page), child)
    }
    let scrolled = scrolled(page, isFocusable: true, maximumHeight: 640)
    gtk_widget_set_vexpand(scrolled, 1)
    dialog.append(scrolled)
    dialog.append(footer())
  }

  private func makeEntry(_ field: SignInForm.Field) -> FormEntryRow {
    let purpose: GtkInputPurpose? =
      switch field {
      case .email: GTK_INPUT_PURPOSE_EMAIL
      case .host, .identityHost, .tokenHost: GTK_INPUT_PURPOSE_URL
      default: nil
      }
    return FormEntryRow(
      title: Self.title(of: field), purpose: purpose, isPassword: field == .password
    ) { [weak presenter] in
      presenter?.didChange(field, $0)
    } onSubmit: { [weak presenter] in
      presenter?.didSubmit()
    }
  }

  private static func title(of field: SignInForm.Field) -> String {
    switch field {
    case .project: tr("Project ID")
    case .apiKey: tr("API Key")
    case .user: tr("User ID")
    case .email: tr("E-Mail")
    case .password: tr("Password")
    case .username: ProfileText.title(of: .username)
    case .database: tr("Database (optional)")
    case .host: tr("Host (optional)")
    case .identityHost: tr("Host for Signing In (optional)")
    case .tokenHost: tr("Host for Staying Signed In (optional)")
    }
  }

  private func group(_ fields: [SignInForm.Field]) -> Widget {
    let group: Widget = adw_preferences_group_new()
    for field in fields {
      if let entry = entries[field] { adw_preferences_group_add(cast(group), entry.widget) }
    }
    return group
  }

  private func buildAdvanced() {
    adw_preferences_row_set_title(cast(advanced), tr("Advanced"))
    adw_expander_row_set_subtitle(
      cast(advanced), tr("For servers other than Google’s").escapedMarkup)
    for field in SignInForm.Field.allCases where field.isAdvanced {
      if let entry = entries[field] { adw_expander_row_add_row(cast(advanced), entry.widget) }
    }
  }

  private func buildNewUser() {
    adw_preferences_group_set_title(cast(newUser), tr("What Others See").escapedMarkup)
    if let entry = entries[.username] { adw_preferences_group_add(cast(newUser), entry.widget) }
    adw_preferences_group_add(cast(newUser), findable.widget)
  }

  /// The part that is always visible: the line about the progress, and the way to create a new user.
  private func footer() -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    setMargins(box, 18, top: 12)
    gtk_box_append(cast(box), note.widget)
    Accessibility.useTextAsLabel(of: create)
    gtk_widget_set_halign(create, GTK_ALIGN_CENTER)
    connect(create, "clicked") { [weak self] _ in
      guard let self else { return }
      presenter.didChooseNewUser(rendered?.isNew != true)
    }
    gtk_box_append(cast(box), create)
    return box
  }

  // MARK: Rendering

  func render(_ state: SignInState) {
    let isAgain = state.knownName != nil
    gtk_window_set_title(cast(dialog.window), state.title)
    for (field, entry) in entries {
      if field != .password { entry.show(state.texts[field] ?? "") }
      entry.showProblem(state.problem?.field == field ? state.problem?.text : nil)
      gtk_widget_set_visible(entry.widget, isShown(field, state).gboolean)
    }
    for row in [entries[.project]?.widget, advanced] {
      if let group = Self.group(around: row) { gtk_widget_set_visible(group, (!isAgain).gboolean) }
    }
    if let group = Self.group(around: entries[.password]?.widget) {
      adw_preferences_group_set_title(cast(group), (state.knownName ?? "").escapedMarkup)
    }
    let isNew = state.isNew && !state.isOpen
    gtk_widget_set_visible(newUser, isNew.gboolean)
    findable.show(state.isFindable)
    gtk_widget_set_visible(move.widget, state.hasLocalLists.gboolean)
    move.show(state.isMoving)
    // GTK warns if an entry is disabled while it has the cursor.
    if state.isBusy { gtk_window_set_focus(cast(dialog.window), nil) }
    gtk_widget_set_sensitive(page, (!state.isBusy).gboolean)
    gtk_widget_set_visible(create, (!isAgain && !state.isOpen).gboolean)
    gtk_widget_set_sensitive(create, (!state.isBusy).gboolean)
    if isNew != rendered?.isNew {
      gtk_button_set_label(cast(create), isNew ? tr("_Sign In Instead") : tr("C_reate Account"))
      Accessibility.useTextAsLabel(of: create)
    }
    dialog.setActionLabel(
      state.isOpen ? tr("C_onnect") : isNew ? tr("C_reate") : tr("_Sign In"))
    dialog.setActionSensitive(state.canSubmit)
    note.show(
      state.isBusy ? tr("Signing in…") : state.problem?.text ?? "",
      details: state.problem?.details, isBusy: state.isBusy, isProblem: state.problem != nil)
    if isNew, rendered?.isNew == false { focus(.username) }
    if let rendered, rendered.isBusy || state.problemCount != rendered.problemCount, !state.isBusy {
      focus(state.problem?.field)
    }
  }

  private func isShown(_ field: SignInForm.Field, _ state: SignInState) -> Bool {
    switch field {
    case .user: state.isOpen
    case .password: !state.isOpen
    case .email: !state.isOpen && state.knownName == nil
    default: true
    }
  }

  // MARK: Focus

  private func focusFirst() {
    let field: SignInForm.Field = rendered?.knownName == nil ? .project : .password
    if let entry = entries[field] { dialog.present(focusing: entry.widget) }
  }

  /// Moves the focus to the field to correct; without one, to the entry used last.
  private func focus(_ field: SignInForm.Field?) {
    let field = field ?? (rendered?.isOpen == true ? .user : .password)
    guard let entry = entries[field] else { return }
    if field.isAdvanced { adw_expander_row_set_expanded(cast(advanced), 1) }
    gtk_widget_grab_focus(entry.widget)
  }

  private static func group(around widget: Widget?) -> Widget? {
    widget.flatMap { gtk_widget_get_ancestor($0, adw_preferences_group_get_type()) }
  }
}
