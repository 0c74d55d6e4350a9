import Basics
import CGtk
import Core
import Platform
import Sync
import Toolkit

/// The content of the popover of the sync button: each account with its pending changes and the available actions.
@MainActor
final class SyncDetailsView {
  let widget: Widget
  private let presenter: SyncStatusPresenter
  private let close: @MainActor () -> Void
  private let scroller: Widget
  private let list: Widget
  private let local: Widget
  private let footer: Widget
  private let saving: Widget
  private lazy var sections = KeyedWidgets<SyncSectionView>(in: list) { [unowned self] in
    makeSection($0)
  }
  private var isRendering = false

  /// - Parameter close: closes the popover; must be called before anything else opens.
  init(presenter: SyncStatusPresenter, close: @escaping @MainActor () -> Void) {
    self.presenter = presenter
    self.close = close
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    scroller = scrolled(list, maximumHeight: 420)
    local = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    footer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    saving = gtk_check_button_new_with_mnemonic(
      tr("Save changes from last time _without asking"))
    build()
  }

  func render(_ state: SyncStatusState) {
    isRendering = true
    defer { isRendering = false }
    gtk_widget_set_visible(scroller, (!state.sections.isEmpty).gboolean)
    gtk_widget_set_visible(local, state.sections.isEmpty.gboolean)
    gtk_widget_set_visible(footer, (!state.sections.isEmpty).gboolean)
    gtk_check_button_set_active(cast(saving), state.savesUnsentChanges.gboolean)
    // Once shown, the check box stays, so that the user can switch it on again after switching it off by mistake.
    if state.savesUnsentChanges { gtk_widget_set_visible(saving, 1) }
    let hadFocus = focus != nil
    sections.render(state.sections)
    // If the focused button was hidden or removed, the focus moves on.
    if hadFocus, focus == nil { grabFocus() }
  }

  /// Moves the focus to the first control.
  func grabFocus() {
    gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
  }

  /// The focused widget in here, if it is visible.
  private var focus: Widget? {
    guard let root = gtk_widget_get_root(widget), let focus: Widget = gtk_root_get_focus(root),
      gtk_widget_is_ancestor(focus, widget) != 0, gtk_widget_get_mapped(focus) != 0
    else { return nil }
    return focus
  }

  // MARK: Building

  private func build() {
    gtk_widget_add_css_class(widget, "sync-details")
    gtk_widget_set_size_request(widget, 300, -1)
    // It asks for the width as well as for the height, which for wrapping texts depends on the width.
    gtk_scrolled_window_set_propagate_natural_width(opaque(scroller), 1)
    buildLocal()
    buildFooter()
    for child in [scroller, local, footer] { gtk_box_append(cast(widget), child) }
  }

  private func buildLocal() {
    let text = SyncDetailsView.label(tr("Your lists are on this computer only."))
    let button: Widget = gtk_button_new_with_mnemonic(tr("_Accounts…"))
    Accessibility.useTextAsLabel(of: button)
    connect(button, "clicked") { [weak self] _ in self?.chooseAccounts() }
    for child in [text, button] { gtk_box_append(cast(local), child) }
  }

  private func buildFooter() {
    let sync: Widget = gtk_button_new_with_mnemonic(tr("_Sync Now"))
    gtk_widget_add_css_class(sync, "suggested-action")
    connect(sync, "clicked") { [weak self] _ in self?.presenter.didChooseSyncNow() }
    let resync: Widget = gtk_button_new_with_mnemonic(tr("_Resync Everything"))
    gtk_widget_add_css_class(resync, "flat")
    let help = tr("Downloads everything again. None of your changes is lost.")
    gtk_widget_set_tooltip_text(resync, help)
    Accessibility.setDescription(help, on: resync)
    connect(resync, "clicked") { [weak self] _ in self?.presenter.didChooseResync() }
    for button in [sync, resync] { Accessibility.useTextAsLabel(of: button) }
    gtk_widget_set_visible(saving, 0)
    connect(saving, "toggled") { [weak self] _ in
      guard let self, !isRendering else { return }
      presenter.didChooseSavingUnsentChanges(gtk_check_button_get_active(cast(saving)) != 0)
    }
    for child in [sync, resync, saving] { gtk_box_append(cast(footer), child) }
  }

  private func makeSection(_ state: SyncStatusState.Section) -> SyncSectionView {
    let view = SyncSectionView(
      account: state.id, presenter: presenter,
      onSignIn: { [weak self] in self?.chooseAccounts() },
      onWhy: { [weak self] in
        self?.close()
        self?.presenter.didChooseUnreadable(of: state.id)
      },
      onDecide: { [weak self] in
        self?.close()
        self?.presenter.didChooseDeciding(about: state.id)
      },
      onDiscard: { [weak self] item in
        self?.close()
        self?.presenter.didDiscard(item, of: state.id)
      })
    view.show(state)
    return view
  }

  private func chooseAccounts() {
    close()
    presenter.didChooseAccounts()
  }

  /// A label that wraps at the width of the popover.
  static func label(_ text: String? = nil, styles: [String] = []) -> Widget {
    let label = wrappingLabel(text)
    gtk_label_set_max_width_chars(opaque(label), 32)
    for style in styles { gtk_widget_add_css_class(label, style) }
    return label
  }
}
