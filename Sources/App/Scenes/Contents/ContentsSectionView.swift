import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The section of an account: its name, the state of reading its server, and its lists.
@MainActor
final class ContentsSectionView: KeyedRow {
  let widget: Widget
  private let title: Widget
  private let waiting: Widget
  private let problem: Widget
  private let problemText: Widget
  private let retry: Widget
  private let empty: Widget
  private let lists: KeyedWidgets<ContentsRow>

  init(
    _ section: ContentsState.Section, onToggle: @escaping @MainActor (ListID, Bool) -> Void,
    onRetry: @escaping @MainActor () -> Void
  ) {
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9)
    title = wrappingLabel()
    waiting = gtk_spinner_new()
    problem = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    problemText = wrappingLabel()
    retry = gtk_button_new_with_mnemonic(tr("_Try Again"))
    empty = wrappingLabel(tr("No Lists"))
    lists = KeyedWidgets { row in ContentsRow(row) { onToggle(row.id, $0) } }
    build()
    connect(retry, "clicked") { _ in onRetry() }
    attach(self, to: widget)
    show(section)
  }

  private func build() {
    gtk_widget_add_css_class(title, "heading")
    gtk_widget_add_css_class(problemText, "caption")
    gtk_widget_set_hexpand(problemText, 1)
    gtk_widget_add_css_class(empty, "dim-label")
    Accessibility.useTextAsLabel(of: retry)
    gtk_widget_set_valign(retry, GTK_ALIGN_CENTER)
    Accessibility.setLabel(tr("Loading"), on: waiting)
    let icon: Widget = gtk_image_new_from_icon_name("dialog-warning-symbolic")
    Accessibility.markDecorative(icon)
    for child in [icon, problemText, retry] { gtk_box_append(cast(problem), child) }
    for child in [title, problem, waiting, lists.container, empty] {
      gtk_box_append(cast(widget), child)
    }
  }

  func show(_ section: ContentsState.Section) {
    gtk_label_set_text(opaque(title), section.title ?? "")
    gtk_widget_set_visible(title, (section.title != nil).gboolean)
    Accessibility.setLabel(section.title ?? tr("Lists"), on: lists.container)
    let rows = section.rows ?? []
    lists.render(rows)
    gtk_widget_set_visible(lists.container, (!rows.isEmpty).gboolean)
    gtk_widget_set_visible(empty, (section.rows?.isEmpty == true).gboolean)
    let isWaiting = section.rows == nil && section.isLoading
    gtk_widget_set_visible(waiting, isWaiting.gboolean)
    gtk_spinner_set_spinning(opaque(waiting), isWaiting.gboolean)
    show(section.problem, isLoading: section.isLoading)
  }

  private func show(_ problem: ContentsState.Problem?, isLoading: Bool) {
    let text = [problem?.reason, problem?.age].compactMap { $0 }.joined(separator: " ")
    let isNew = problem != nil && gtk_widget_get_visible(self.problem) == 0
    gtk_label_set_text(opaque(problemText), text)
    // Hiding the focused button would lose the focus.
    if problem == nil, gtk_widget_is_focus(retry) != 0 {
      gtk_widget_child_focus(lists.container, GTK_DIR_TAB_FORWARD)
    }
    gtk_widget_set_visible(self.problem, (problem != nil).gboolean)
    gtk_widget_set_sensitive(retry, (!isLoading).gboolean)
    if isNew { Accessibility.announce(text, on: widget) }
  }

  func grabFocus() {
    if let row = lists.rows.first { gtk_widget_grab_focus(row.widget) }
  }
}
