import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// Opens the dialog in which the user edits their profile.
struct ProfileRoute: Route {
  let account: Account

  func dialog(_ services: AppServices) -> Dialog {
    let presenter = ProfilePresenter(
      account: account, profiles: services.profiles, directory: services.directory)
    return Dialog(presenter) { parent, pictures in
      ProfileView(presenter: presenter, pictures: pictures, parent: parent).dialog
    }
  }
}

/// The dialog in which the user edits their profile.
@MainActor
final class ProfileView {
  let dialog: DialogView
  let presenter: ProfilePresenter
  private let avatar: Avatar
  private let note: Widget
  private let line: Widget
  private let group: Widget
  private let findable: SwitchRow
  private let userID: Widget
  private let toasts: Widget
  private var entries: [ProfileProblem.Field: FormEntryRow] = [:]
  private var rendered: ProfileState? { presenter.screen.rendered }
  private static let avatarSize: Int32 = 96

  /// - Parameter pictures: nil shows initials only.
  init(presenter: ProfilePresenter, pictures: (any PictureLoading)?, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("My Profile"), parent: parent, actionLabel: tr("_Save"), width: 420, height: 600,
      onCancel: { [weak presenter] in presenter?.didClose() },
      onAction: { [weak presenter] in presenter?.didSave() })
    avatar = Avatar(size: Self.avatarSize, pictures: pictures)
    note = gtk_label_new(nil)
    line =
      optimist_box_new_with_role(GTK_ORIENTATION_HORIZONTAL, 0, GTK_ACCESSIBLE_ROLE_ALERT)
      ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    group = adw_preferences_group_new()
    findable = SwitchRow(title: ProfileText.findableTitle, subtitle: ProfileText.findableDetail) {
      [weak presenter] in presenter?.didSetFindable($0)
    }
    userID = adw_action_row_new()
    toasts = cast(adw_toast_overlay_new())
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
  }

  // MARK: Building

  private func build() {
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    setMargins(page, 18)
    gtk_widget_set_halign(avatar.widget, GTK_ALIGN_CENTER)
    gtk_box_append(cast(page), avatar.widget)
    for field in ProfileProblem.Field.allCases {
      let entry = makeEntry(field)
      entries[field] = entry
      adw_preferences_group_add(cast(group), entry.widget)
    }
    adw_preferences_group_add(cast(group), findable.widget)
    buildUserID()
    adw_preferences_group_add(cast(group), userID)
    gtk_box_append(cast(page), group)
    gtk_label_set_wrap(opaque(note), 1)
    gtk_label_set_xalign(opaque(note), 0)
    gtk_widget_add_css_class(note, "error")
    gtk_box_append(cast(line), note)
    gtk_widget_set_visible(line, 0)
    gtk_box_append(cast(page), line)
    let scrolled = scrolled(page)
    adw_toast_overlay_set_child(opaque(toasts), scrolled)
    gtk_widget_set_vexpand(toasts, 1)
    dialog.append(toasts)
  }

  private func makeEntry(_ field: ProfileProblem.Field) -> FormEntryRow {
    FormEntryRow(
      title: ProfileText.title(of: field),
      purpose: field == .pictureURL ? GTK_INPUT_PURPOSE_URL : nil
    ) { [weak presenter] in
      presenter?.didChange(field, $0)
    } onSubmit: { [weak presenter] in
      presenter?.didSave()
    }
  }

  private func buildUserID() {
    adw_preferences_row_set_title(cast(userID), tr("User ID for Invitations"))
    adw_preferences_row_set_use_markup(cast(userID), 0)
    gtk_widget_add_css_class(userID, "property")
    let copy = RowButton.make("edit-copy-symbolic", named: tr("Copy the User ID"))
    adw_action_row_add_suffix(cast(userID), copy)
    connect(copy, "clicked") { [weak self] _ in
      guard let self, let id = rendered?.userID else { return }
      gdk_clipboard_set_text(gtk_widget_get_clipboard(userID), id)
      Toast(tr("User ID copied")).show(in: toasts)
    }
  }

  // MARK: Rendering

  private func render(_ state: ProfileState) {
    adw_preferences_group_set_title(cast(group), state.name.escapedMarkup)
    for (field, entry) in entries {
      entry.show(state.texts[field] ?? "")
      entry.showProblem(
        state.problem?.field == field ? state.problem.map(ProfileText.reason) : nil)
    }
    findable.show(state.isFindable)
    adw_action_row_set_subtitle(cast(userID), state.userID.shown)
    avatar.show(state.preview)
    dialog.setActionSensitive(state.canSave)
    showNote(state)
    let isFirst = state.isReady && rendered?.isReady != true
    let isNewProblem = state.problemCount != rendered?.problemCount ?? 0
    if isFirst, let first = entries[.fullname] { dialog.present(focusing: first.widget) }
    if isNewProblem, let entry = state.problem?.field.flatMap({ entries[$0] }) {
      gtk_widget_grab_focus(entry.widget)
    }
  }

  private func showNote(_ state: ProfileState) {
    let text = state.problem.map(ProfileText.reason) ?? ""
    gtk_label_set_text(opaque(note), text)
    gtk_widget_set_visible(line, (!text.isEmpty).gboolean)
    if state.problemCount != rendered?.problemCount ?? 0, !text.isEmpty {
      Accessibility.announce(text, on: note, isUrgent: true)
    }
  }
}
