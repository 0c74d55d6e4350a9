import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// Opens the dialog with the contents of the servers.
struct ContentsRoute: Route {
  func dialog(_ services: AppServices) -> Dialog {
    let presenter = ContentsPresenter(
      store: services.store, commands: services.commands, catalogue: services.catalogue,
      names: services.names)
    return Dialog(presenter) { parent, _ in
      ContentsView(presenter: presenter, parent: parent).dialog
    }
  }
}

/// The dialog with the contents of the servers.
@MainActor
final class ContentsView {
  let dialog: DialogView
  let presenter: ContentsPresenter
  private let stack: Widget
  private let column: Widget
  private let loading: Widget
  private let spinner: Widget
  private let failed: Widget
  private let retry: Widget
  private lazy var sections = KeyedWidgets<ContentsSectionView>(
    in: gtk_box_new(GTK_ORIENTATION_VERTICAL, 24)
  ) { [unowned self] in makeSection($0) }
  private var rendered: ContentsState { presenter.screen.rendered ?? ContentsState() }

  init(presenter: ContentsPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("Contents"), parent: parent, width: 480, height: 560,
      onCancel: { [weak presenter] in presenter?.didClose() })
    stack = gtk_stack_new()
    column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 24)
    loading = gtk_spinner_new()
    spinner = gtk_spinner_new()
    failed = adw_status_page_new()
    retry = gtk_button_new_with_mnemonic(tr("_Try Again"))
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: stack)
  }

  // MARK: Building

  private func build() {
    gtk_widget_set_tooltip_text(loading, tr("Loading"))
    Accessibility.setLabel(tr("Loading"), on: loading)
    gtk_widget_set_visible(loading, 0)
    dialog.appendToHeader(loading)
    setMargins(column, 18)
    let hint: Widget = gtk_label_new(
      tr("Lists that are switched off are hidden from the main list, but still synced.")
    )
    gtk_label_set_wrap(opaque(hint), 1)
    gtk_label_set_xalign(opaque(hint), 0)
    gtk_widget_add_css_class(hint, "dim-label")
    for child in [hint, sections.container] { gtk_box_append(cast(column), child) }
    let scrolled = scrolled(column)
    gtk_stack_add_named(opaque(stack), scrolled, "sections")
    buildPages()
    gtk_widget_set_vexpand(stack, 1)
    dialog.append(stack)
    KeyboardController.addShortcut("F5|<Control>r", to: dialog.window) { [weak presenter] in
      presenter?.didRequestReload()
      return true
    }
  }

  private func buildPages() {
    let waiting: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    gtk_widget_set_valign(waiting, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(waiting, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(spinner, 32, 32)
    Accessibility.markDecorative(spinner)
    for child: Widget in [spinner, gtk_label_new(tr("Loading…"))] {
      gtk_box_append(cast(waiting), child)
    }
    gtk_stack_add_named(opaque(stack), waiting, "waiting")
    adw_status_page_set_icon_name(opaque(failed), "network-error-symbolic")
    adw_status_page_set_title(opaque(failed), tr("The Lists Could Not Be Loaded"))
    Accessibility.useTextAsLabel(of: retry)
    gtk_widget_set_halign(retry, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(retry, "pill")
    connect(retry, "clicked") { [weak presenter] _ in presenter?.didRequestRetry() }
    adw_status_page_set_child(opaque(failed), retry)
    gtk_stack_add_named(opaque(stack), failed, "failed")
    let empty: Widget = adw_status_page_new()
    adw_status_page_set_icon_name(opaque(empty), "view-list-symbolic")
    adw_status_page_set_title(opaque(empty), tr("No Lists"))
    adw_status_page_set_description(
      opaque(empty), tr("Use lists to keep related to-dos together.").escapedMarkup)
    gtk_stack_add_named(opaque(stack), empty, "empty")
    for page in [failed, empty] { gtk_widget_add_css_class(page, "compact") }
  }

  // MARK: Rendering

  func render(_ state: ContentsState) {
    let isFirst = sections.rows.isEmpty
    sections.render(state.sections)
    show(state.page)
    gtk_widget_set_visible(loading, state.isLoading.gboolean)
    gtk_spinner_set_spinning(opaque(loading), state.isLoading.gboolean)
    if state.page != rendered.page || isFirst { focus(state.page) }
  }

  private func show(_ page: ContentsState.Page) {
    let isWaiting = page == .waiting
    gtk_spinner_set_spinning(opaque(spinner), isWaiting.gboolean)
    let name =
      switch page {
      case .sections: "sections"
      case .waiting: "waiting"
      case .failed: "failed"
      case .noLists: "empty"
      }
    if case .failed(let reason) = page {
      adw_status_page_set_description(opaque(failed), reason.escapedMarkup)
    }
    gtk_stack_set_visible_child_name(opaque(stack), name)
  }

  private func focus(_ page: ContentsState.Page) {
    switch page {
    case .sections: sections.rows.first?.grabFocus()
    case .failed: gtk_widget_grab_focus(retry)
    case .waiting, .noLists: break
    }
  }

  private func makeSection(_ section: ContentsState.Section) -> ContentsSectionView {
    ContentsSectionView(section) { [weak presenter] id, isShown in
      presenter?.didToggle(id, isShown)
    } onRetry: { [weak presenter] in
      presenter?.didRequestRetry()
    }
  }
}
