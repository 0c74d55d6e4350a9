import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// Opens the dialog with the trash and the conflicts.
struct RecoveryRoute: Route {
  let page: RecoveryState.Page

  func dialog(_ services: AppServices) -> Dialog {
    let presenter = RecoveryPresenter(
      page: page, store: services.store, commands: services.commands, clock: services.clock,
      names: services.names)
    return Dialog(presenter) { parent, _ in
      RecoveryView(presenter: presenter, parent: parent).dialog
    }
  }
}

/// The dialog with the trash and the conflicts.
@MainActor
final class RecoveryView {
  let dialog: DialogView
  let presenter: RecoveryPresenter
  private let pages: OpaquePointer
  private let toasts: Widget
  private let empty: Widget
  private let switcher: Widget
  private let trash: RecoveryListView<TrashRow>
  private let conflicts: RecoveryListView<ConflictRow>
  private var rendered: RecoveryState? { presenter.screen.rendered }
  private var isRendering: Bool { presenter.screen.isRendering }

  init(presenter: RecoveryPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("Trash and Conflicts"), parent: parent, width: 520, height: 560,
      onCancel: { [weak presenter] in presenter?.didClose() })
    pages = opaque(adw_view_stack_new())
    toasts = cast(adw_toast_overlay_new())
    empty = gtk_button_new_with_mnemonic(tr("_Empty Trash…"))
    let switcher: Widget = cast(adw_view_switcher_new())
    self.switcher = switcher
    trash = Self.makeTrash(presenter) { Self.focusFirst(in: switcher) }
    conflicts = Self.makeConflicts(presenter) { Self.focusFirst(in: switcher) }
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: toasts)
  }

  // MARK: Building

  private static func makeTrash(
    _ presenter: RecoveryPresenter, onEmptied: @escaping @MainActor () -> Void
  ) -> RecoveryListView<TrashRow> {
    let restore: @MainActor (TrashRow) -> Void = { [weak presenter] row in
      presenter?.didRestore(row)
    }
    return RecoveryListView(
      label: tr("Trash"),
      emptyPage: emptyPage(
        "user-trash-symbolic", tr("The Trash Is Empty"),
        tr("Deleted to-dos and lists can be restored from here.")),
      factory: ListItemFactory.make(
        setup: { TrashItemRow(onRestore: restore) },
        bind: { view, row in view.show(row) }, accessibleLabel: TrashItemRow.accessibleLabel(of:)),
      onActivate: restore, onEmptied: onEmptied)
  }

  private static func makeConflicts(
    _ presenter: RecoveryPresenter, onEmptied: @escaping @MainActor () -> Void
  ) -> RecoveryListView<ConflictRow> {
    let restore: @MainActor (ConflictRow) -> Void = { [weak presenter] row in
      presenter?.didRestore(row)
    }
    let dismiss: @MainActor (ConflictRow) -> Void = { [weak presenter] row in
      presenter?.didDismiss(row)
    }
    return RecoveryListView(
      label: tr("Recent Conflicts"),
      emptyPage: emptyPage(
        "object-select-symbolic", tr("No Conflicts"),
        tr("If two devices change the same thing, the value that was not kept is listed here.")),
      factory: ListItemFactory.make(
        setup: { ConflictItemRow(onRestore: restore, onDismiss: dismiss) },
        bind: { view, row in view.show(row) },
        accessibleLabel: ConflictItemRow.accessibleLabel(of:)),
      onActivate: restore, onDelete: dismiss, onEmptied: onEmptied)
  }

  private static func emptyPage(_ icon: String, _ title: String, _ text: String) -> Widget {
    let page: Widget = adw_status_page_new()
    adw_status_page_set_icon_name(opaque(page), icon)
    adw_status_page_set_title(opaque(page), title)
    adw_status_page_set_description(opaque(page), text.escapedMarkup)
    gtk_widget_add_css_class(page, "compact")
    return page
  }

  private func build() {
    add(trash.widget, .trash, tr("Trash"), "user-trash-symbolic")
    add(conflicts.widget, .conflicts, tr("Conflicts"), "emblem-synchronizing-symbolic")
    adw_view_switcher_set_policy(opaque(switcher), ADW_VIEW_SWITCHER_POLICY_WIDE)
    adw_view_switcher_set_stack(opaque(switcher), pages)
    dialog.setTitle(switcher)
    buildEmptying()
    gtk_widget_set_vexpand(cast(pages), 1)
    adw_toast_overlay_set_child(opaque(toasts), cast(pages))
    gtk_widget_set_vexpand(toasts, 1)
    dialog.append(toasts)
    connect(pages, "notify::visible-child-name") { [weak self] _ in
      guard let self, !isRendering,
        let name = adw_view_stack_get_visible_child_name(pages).map({ String(cString: $0) }),
        let page = RecoveryState.Page(rawValue: name)
      else { return }
      self.presenter.didChoose(page)
    }
  }

  private func add(
    _ child: Widget, _ page: RecoveryState.Page, _ title: String, _ icon: String
  ) {
    adw_view_stack_add_titled(pages, child, page.rawValue, title)
      .map { adw_view_stack_page_set_icon_name($0, icon) }
  }

  private func buildEmptying() {
    Accessibility.useTextAsLabel(of: empty)
    setMargins(empty, top: 12, bottom: 12)
    gtk_widget_set_halign(empty, GTK_ALIGN_CENTER)
    connect(empty, "clicked") { [weak presenter] _ in presenter?.didRequestEmptying() }
    gtk_box_append(cast(trash.widget), empty)
  }

  // MARK: Rendering

  func render(_ state: RecoveryState) {
    adw_view_stack_set_visible_child_name(pages, state.page.rawValue)
    trash.show(state.trash, isLoaded: state.isLoaded)
    conflicts.show(state.conflicts, isLoaded: state.isLoaded)
    gtk_widget_set_visible(empty, (!state.trash.isEmpty).gboolean)
    if state.isLoaded, rendered?.isLoaded != true { focus(state.page) }
    if state.restoredCount > rendered?.restoredCount ?? 0 {
      Toast(tr("“%s” was restored", ErrorText.short(state.restored)), timeout: 3)
        .show(in: toasts)
    }
  }

  private static func focusFirst(in widget: Widget) {
    gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
  }

  private func focus(_ page: RecoveryState.Page) {
    switch page {
    case .trash: trash.grabFocus()
    case .conflicts: conflicts.grabFocus()
    }
  }
}
