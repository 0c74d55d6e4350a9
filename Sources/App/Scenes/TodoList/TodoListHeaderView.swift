import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The header bar of the page: the back button, the title, and the menu of a list.
@MainActor
final class TodoListHeaderView {
  let widget: Widget
  private let title: Widget
  private let back: Widget
  private let details: Widget
  private let menu: Widget
  private let presenter: TodoListPresenter
  private let actions = ActionGroup()
  private var access: ListAccess?

  init(presenter: TodoListPresenter, onBack: @escaping @MainActor () -> Void) {
    self.presenter = presenter
    widget = adw_header_bar_new()
    optimist_header_bar_without_back(widget)
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
    gtk_widget_set_visible(menu, 0)
    for action in ListAction.allCases {
      actions.add(action.rawValue) { [weak self] in self?.didChoose(action) }
    }
    actions.addChoice("sort") { [weak presenter] value in
      if let order = ListOrder(rawValue: value) { presenter?.didChooseOrder(order) }
    }
    actions.insert(into: menu, prefix: "list")
    adw_header_bar_pack_end(opaque(widget), menu)
  }

  private func didChoose(_ action: ListAction) {
    switch action {
    case .edit: presenter.didRequestEditList()
    case .share, .members: presenter.didRequestSharing()
    case .delete: presenter.didRequestDeleteList()
    case .leave: presenter.didRequestLeave()
    }
  }

  private static func label(of action: ListAction) -> String {
    switch action {
    case .edit: tr("_Edit List…")
    case .share: tr("_Share…")
    case .members: tr("_Members…")
    case .delete: tr("_Delete List…")
    case .leave: tr("_Leave List…")
    }
  }

  /// Sets whether the window buttons are at its end.
  func setWindowControls(_ areShown: Bool) {
    adw_header_bar_set_show_end_title_buttons(opaque(widget), areShown.gboolean)
  }

  /// Puts a widget before the menu.
  func append(_ child: Widget) {
    adw_header_bar_pack_end(opaque(widget), child)
  }

  func setFolded(_ isFolded: Bool) {
    gtk_widget_set_visible(back, isFolded.gboolean)
    // With large text, the button would overlap the title in a narrow window; the window's menu has the same action.
    gtk_widget_set_visible(details, (!isFolded || !TextSize.isLarge).gboolean)
  }

  func render(_ state: TodoListState) {
    adw_window_title_set_title(opaque(title), state.title)
    gtk_widget_set_sensitive(details, state.canWrite.gboolean)
    actions.setChoice("sort", value: state.order.rawValue)
    guard state.access != access else { return }
    access = state.access
    var subtitle = ""
    var hasMenu = false
    if let access {
      let items = access.menu { .init(Self.label(of: $0), "list." + $0.rawValue) }
      let orders =
        access.canManage
        ? ListOrder.allCases.map {
          MenuItem(FieldText.name(of: $0), "list.sort::\($0.rawValue)")
        } : []
      /// Translators: above the ways in which a list can be sorted
      PopoverMenu.set([orders] + items, titles: [0: tr("Sort")], on: menu)
      hasMenu = !orders.isEmpty || !items.isEmpty
      if !access.canManage { subtitle = access.note ?? "" }
    }
    adw_window_title_set_subtitle(opaque(title), subtitle)
    gtk_widget_set_visible(menu, hasMenu.gboolean)
  }
}
