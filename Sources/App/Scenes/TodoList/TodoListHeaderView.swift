import CAdwaita
import CGtk

/// The header bar of the page: back, title, and the menu of a list.
@MainActor
final class TodoListHeaderView {
  let widget: Widget
  private let title: Widget
  private let back: Widget
  private let details: Widget
  private let menu: Widget
  private let presenter: TodoListPresenter

  init(presenter: TodoListPresenter, onBack: @escaping @MainActor () -> Void) {
    self.presenter = presenter
    widget = adw_header_bar_new()
    title = adw_window_title_new("", "")
    back = gtk_button_new_from_icon_name("go-previous-symbolic")
    details = gtk_button_new_from_icon_name("document-new-symbolic")
    menu = gtk_menu_button_new()
    adw_header_bar_set_title_widget(opaque(widget), title)
    gtk_widget_set_tooltip_text(back, tr("Back"))
    Accessibility.setLabel(tr("Back"), on: back)
    gtk_widget_set_visible(back, 0)
    connect(back, "clicked") { _ in onBack() }
    adw_header_bar_pack_start(opaque(widget), back)
    gtk_widget_set_tooltip_text(details, tr("New To-Do with Details"))
    Accessibility.setLabel(tr("New To-Do with Details"), on: details)
    connect(details, "clicked") { [weak presenter] _ in presenter?.didRequestDetails() }
    adw_header_bar_pack_start(opaque(widget), details)
    gtk_menu_button_set_icon_name(opaque(menu), "view-more-symbolic")
    gtk_widget_set_tooltip_text(menu, tr("List Menu"))
    Accessibility.setLabel(tr("List Menu"), on: menu)
    let actions = ActionGroup()
    actions.add("rename") { [weak presenter] in presenter?.didRequestRename() }
    actions.add("delete") { [weak presenter] in presenter?.didRequestDeleteList() }
    actions.insert(into: menu, prefix: "list")
    PopoverMenu.set(
      [[.init(tr("_Rename List…"), "list.rename"), .init(tr("_Delete List…"), "list.delete")]],
      on: menu)
    adw_header_bar_pack_end(opaque(widget), menu)
  }

  /// Puts a widget before the menu.
  func append(_ child: Widget) {
    adw_header_bar_pack_end(opaque(widget), child)
  }

  func setFolded(_ isFolded: Bool) {
    gtk_widget_set_visible(back, isFolded.gboolean)
  }

  func render(_ state: TodoListState) {
    adw_window_title_set_title(opaque(title), state.title)
    gtk_widget_set_visible(menu, state.isList.gboolean)
  }
}
