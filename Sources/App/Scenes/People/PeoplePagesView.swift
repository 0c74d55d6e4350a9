import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The middle of the dialog with the people: shows them, or explains why there are none.
@MainActor
final class PeoplePagesView {
  let widget: Widget
  private let spinner: Widget
  private let failure: Widget

  var onRetry: (@MainActor () -> Void)?

  init(list: Widget) {
    widget = gtk_stack_new()
    spinner = gtk_spinner_new()
    failure = Self.page("network-error-symbolic", tr("People Could Not Be Loaded"))
    add(list, "people")
    add(loading(), "loading")
    add(
      Self.page("system-users-symbolic", tr("No People"), tr("There is nobody on the server yet.")),
      "nobody")
    add(
      Self.page(
        "system-search-symbolic", tr("Nobody Found"), tr("Try another name or user name.")),
      "noMatch")
    add(
      Self.page(
        "network-server-symbolic", tr("No Accounts"),
        tr("Add an account to see people.")), "noAccount")
    let retry: Widget = gtk_button_new_with_mnemonic(tr("_Try Again"))
    Accessibility.useTextAsLabel(of: retry)
    gtk_widget_set_halign(retry, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(retry, "pill")
    connect(retry, "clicked") { [weak self] _ in self?.onRetry?() }
    adw_status_page_set_child(opaque(failure), retry)
    add(failure, "failed")
    attach(self, to: widget)
  }

  func show(_ content: PeopleState.Content) {
    gtk_spinner_set_spinning(opaque(spinner), (content == .loading).gboolean)
    let name: String
    switch content {
    case .loading: name = "loading"
    case .people: name = "people"
    case .nobody: name = "nobody"
    case .noMatch: name = "noMatch"
    case .noAccount: name = "noAccount"
    case .failed(let reason):
      name = "failed"
      adw_status_page_set_description(opaque(failure), reason.escapedMarkup)
    }
    gtk_stack_set_visible_child_name(opaque(widget), name)
  }

  private func add(_ page: Widget, _ name: String) {
    gtk_stack_add_named(opaque(widget), page, name)
  }

  private func loading() -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(spinner, 32, 32)
    let label: Widget = gtk_label_new(tr("Loading People…"))
    for child in [spinner, label] { gtk_box_append(cast(box), child) }
    return box
  }

  private static func page(_ icon: String, _ title: String, _ text: String? = nil) -> Widget {
    let page: Widget = adw_status_page_new()
    adw_status_page_set_icon_name(opaque(page), icon)
    adw_status_page_set_title(opaque(page), title)
    if let text { adw_status_page_set_description(opaque(page), text.escapedMarkup) }
    gtk_widget_add_css_class(page, "compact")
    return page
  }
}
