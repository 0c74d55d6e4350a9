import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Sync
import Toolkit

/// The window's first pane: the pages, and the button that creates a list.
@MainActor
final class MainListView {
  let widget: Widget
  let presenter: MainListPresenter
  private let page: ToolbarPage
  private let header: Widget
  private let contents: Widget
  private let menuButton: Widget
  private let listBox: Widget
  private let newList: Widget
  private let invitations: Widget
  private let invitationText: Widget
  private let footer: Widget
  private var drop: ListDropView?
  private lazy var places = KeyedWidgets<MainListRow>(in: listBox) { [unowned self] in
    makeRow($0)
  }
  /// The list that is being dragged.
  var dragged: ListID?
  /// Where it would go; another device may delete the list there meanwhile.
  private(set) var marked: (row: WeakReference, list: ListID, isAfter: Bool)?
  private var isRendering: Bool { presenter.screen.isRendering }

  /// - Parameters:
  ///   - menu: the window's menu, which is in this pane's header bar.
  ///   - undoing: the first section of that menu.
  init(presenter: MainListPresenter, menu: [[MenuItem]], undoing: MenuSection? = nil) {
    self.presenter = presenter
    header = adw_header_bar_new()
    page = ToolbarPage(header: header)
    widget = page.widget
    contents = gtk_button_new_from_icon_name("view-reveal-symbolic")
    menuButton = gtk_menu_button_new()
    listBox = gtk_list_box_new()
    newList = gtk_button_new()
    invitations = gtk_button_new()
    invitationText = gtk_label_new(nil)
    footer = gtk_label_new(nil)
    build(menu, undoing)
    attach(self, to: widget)
    presenter.screen.attach { [weak self] in self?.render($0) }
    presenter.didLoad()
  }

  /// Whether the window shows one pane at a time; the window buttons are then in this pane too.
  func setFolded(_ isFolded: Bool) {
    adw_header_bar_set_show_end_title_buttons(opaque(header), isFolded.gboolean)
  }

  /// Puts the focus on the open page's row.
  func focus() {
    // None is selected while a hidden list is open.
    let selected: Widget? = gtk_list_box_get_selected_row(opaque(listBox)).map { cast($0) }
    if let row = selected ?? places.rows.first?.widget { gtk_widget_grab_focus(row) }
  }

  // MARK: Building

  private func build(_ menu: [[MenuItem]], _ undoing: MenuSection?) {
    adw_header_bar_set_title_widget(opaque(header), adw_window_title_new("Optimist", ""))
    gtk_widget_set_tooltip_text(contents, tr("Contents"))
    Accessibility.setLabel(tr("Contents"), on: contents)
    gtk_actionable_set_action_name(opaque(contents), "win.contents")
    adw_header_bar_pack_start(opaque(header), contents)
    gtk_menu_button_set_icon_name(opaque(menuButton), "open-menu-symbolic")
    gtk_menu_button_set_primary(opaque(menuButton), 1)
    gtk_widget_set_tooltip_text(menuButton, tr("Main Menu"))
    Accessibility.setLabel(tr("Main Menu"), on: menuButton)
    PopoverMenu.set(menu, below: undoing, on: menuButton)
    adw_header_bar_pack_end(opaque(header), menuButton)

    gtk_list_box_set_selection_mode(opaque(listBox), GTK_SELECTION_BROWSE)
    gtk_widget_add_css_class(listBox, "navigation-sidebar")
    Accessibility.setLabel(tr("Lists"), on: listBox)
    gtk_list_box_set_header_func(
      opaque(listBox), updateHeading, Unmanaged.passUnretained(self).toOpaque(), nil)
    let scrolled = scrolled(listBox)
    page.setContent(scrolled)
    buildFooter()
    connectSignals()
  }

  private func buildFooter() {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    setMargins(box, 12)
    gtk_widget_add_css_class(footer, "dim-label")
    gtk_widget_add_css_class(footer, "caption")
    gtk_label_set_wrap(opaque(footer), 1)
    let content: Widget = adw_button_content_new()
    adw_button_content_set_icon_name(opaque(content), "list-add-symbolic")
    adw_button_content_set_label(opaque(content), tr("_New List"))
    adw_button_content_set_use_underline(opaque(content), 1)
    // Otherwise the icon would be at the start of the button, away from its text.
    gtk_widget_set_halign(content, GTK_ALIGN_CENTER)
    gtk_button_set_child(cast(newList), content)
    Accessibility.useTextAsLabel(of: newList)
    connect(newList, "clicked") { [weak presenter] _ in presenter?.didRequestNewList() }
    buildInvitations()
    gtk_box_append(cast(box), invitations)
    gtk_box_append(cast(box), footer)
    gtk_box_append(cast(box), newList)
    page.addBottom(box)
  }

  /// The names in it were written by strangers, so the text is cut off at the end of the line and has no mnemonics.
  private func buildInvitations() {
    let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    let icon: Widget = gtk_image_new_from_icon_name("mail-unread-symbolic")
    Accessibility.markDecorative(icon)
    gtk_label_set_ellipsize(opaque(invitationText), PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(opaque(invitationText), 0)
    // The label takes the width of the button. If it requested the width of a long name, or the button expanded, the
    // page beside it would be pushed aside.
    gtk_label_set_max_width_chars(opaque(invitationText), 12)
    gtk_widget_set_hexpand(invitationText, 1)
    gtk_widget_set_hexpand(invitations, 0)
    for part in [icon, invitationText] { gtk_box_append(cast(line), part) }
    gtk_button_set_child(cast(invitations), line)
    gtk_widget_add_css_class(invitations, "flat")
    gtk_widget_set_visible(invitations, 0)
    connect(invitations, "clicked") { [weak presenter] _ in presenter?.didRequestInvitations() }
  }

  private func connectSignals() {
    connect(listBox, "row-selected") { [weak self] arguments in
      guard let self, !isRendering, let row = row(arguments.object(0)) else { return }
      presenter.didMoveSelection(row.row.page)
    }
    connect(listBox, "row-activated") { [weak self] arguments in
      guard let self, let row = row(arguments.object(0)) else { return }
      presenter.didSelect(row.row.page)
    }
    KeyboardController.onKeyPressed(listBox) { [weak self] key, modifiers in
      guard let self, let row = row(focusedRow()), case .list(let id) = row.row.page
      else { return false }
      switch (key, modifiers) {
      case (GDK_KEY_F2, []): presenter.didRequestEdit(id)
      case (GDK_KEY_Delete, []), (GDK_KEY_KP_Delete, []): presenter.didRequestDelete(id)
      case (GDK_KEY_Up, .alt), (GDK_KEY_KP_Up, .alt): presenter.didMove(id, by: -1)
      case (GDK_KEY_Down, .alt), (GDK_KEY_KP_Down, .alt): presenter.didMove(id, by: 1)
      default: return false
      }
      return true
    }
    RowDrag.addTarget(
      to: listBox, onMotion: { [weak self] _, y in self?.mark(at: y) },
      onLeave: { [weak self] in self?.unmark() },
      onDrop: { [weak self] _, y in self?.drop(at: y) ?? false })
    FocusChain.makeSingleStop(listBox)
    drop = ListDropView(presenter: presenter, listBox: listBox) { [weak self] in self?.row($0) }
    listNameActions()
  }

  private func listNameActions() {
    let actions = ActionGroup()
    for action in ListAction.allCases {
      actions.add(
        action.rawValue,
        target: { [weak self] in self?.didChoose(action, ListID(rawValue: $0)) })
    }
    actions.insert(into: widget, prefix: "list")
  }

  private func didChoose(_ action: ListAction, _ id: ListID) {
    switch action {
    case .edit: presenter.didRequestEdit(id)
    case .share, .members: presenter.didRequestSharing(id)
    case .delete: presenter.didRequestDelete(id)
    case .leave: presenter.didRequestLeave(id)
    }
  }

  private func makeRow(_ row: MainListState.Row) -> MainListRow {
    let made = MainListRow(row)
    guard case .list(let id) = row.page else { return made }
    RowDrag.addSource(
      to: made.widget, onBegin: { [weak self] in self?.dragged = id },
      onEnd: { [weak self] in self?.dragged = nil })
    ContextMenuGesture.add(to: made.widget) { [weak self, weak made] x, y in
      guard let self, let made, let access = made.row.access else { return }
      let menu = access.menu { .init(Self.label(of: $0), "list.\($0.rawValue)::\(id.rawValue)") }
      if !menu.isEmpty { PopoverMenu.show(menu, over: made.widget, in: widget, x: x, y: y) }
    }
    return made
  }

  // MARK: Dragging

  /// The list at a height in the list box, and whether the height is in the lower half of its row.
  private func place(at y: Double) -> (row: WeakReference, list: ListID, isAfter: Bool)? {
    guard dragged != nil, let found = gtk_list_box_get_row_at_y(opaque(listBox), Int32(y)),
      let row = row(found), case .list(let list) = row.row.page
    else { return nil }
    var (x, top) = (0.0, 0.0)
    gtk_widget_translate_coordinates(row.widget, listBox, 0, 0, &x, &top)
    let isAfter = y - top > Double(gtk_widget_get_height(row.widget)) / 2
    return (WeakReference(row.widget), list, isAfter)
  }

  func mark(at y: Double) {
    unmark()
    guard let place = place(at: y), place.list != dragged, let row = place.row.pointer else {
      return
    }
    gtk_widget_add_css_class(cast(row), place.isAfter ? "drop-after" : "drop-before")
    marked = place
  }

  func unmark() {
    if let row = marked?.row.pointer {
      for style in ["drop-before", "drop-after"] { gtk_widget_remove_css_class(cast(row), style) }
    }
    marked = nil
  }

  private func drop(at y: Double) -> Bool {
    // The lists may have moved below a mouse that stands still.
    guard let dragged, let place = marked ?? place(at: y) else { return false }
    presenter.didDrop(dragged, place.isAfter ? .after(place.list) : .before(place.list))
    return true
  }

  private static func label(of action: ListAction) -> String {
    switch action {
    case .edit: tr("_Edit…")
    case .share: tr("_Share…")
    case .members: tr("_Members…")
    case .delete: tr("_Delete…")
    case .leave: tr("_Leave List…")
    }
  }

  private func row(_ object: (some ObjectPointer)?) -> MainListRow? {
    guard let object else { return nil }
    return places.rows.first { $0.widget.rawPointer == object.rawPointer }
  }

  /// Shows the heading of a row above it; the list box calls this for each row.
  fileprivate func showHeading(of object: OpaquePointer) {
    gtk_list_box_row_set_header(cast(object), row(object)?.headingWidget())
  }

  private func focusedRow() -> Widget? {
    guard let root = gtk_widget_get_root(listBox) else { return nil }
    return gtk_root_get_focus(root)
  }

  // MARK: Rendering

  func render(_ state: MainListState) {
    places.render(state.rows)
    // None is selected while a hidden list is open.
    let selected = places.rows.first { $0.row.page == state.selection }
    gtk_list_box_select_row(opaque(listBox), selected.map { cast($0.widget) })
    gtk_label_set_text(opaque(footer), state.footer ?? "")
    gtk_widget_set_visible(footer, (state.footer != nil).gboolean)
    gtk_label_set_text(opaque(invitationText), state.invitations ?? "")
    gtk_widget_set_tooltip_text(invitations, state.invitations)
    Accessibility.setLabel(state.invitations ?? "", on: invitations)
    gtk_widget_set_visible(invitations, (state.invitations != nil).gboolean)
  }
}

/// Called by the list box, which is destroyed together with the view it passes.
private let updateHeading: GtkListBoxUpdateHeaderFunc = { row, _, view in
  guard let row, let view else { return }
  nonisolated(unsafe) let (unsafeRow, unsafeView) = (row, view)
  MainActor.assumeIsolated {
    Unmanaged<MainListView>.fromOpaque(unsafeView).takeUnretainedValue()
      .showHeading(of: OpaquePointer(unsafeRow.rawPointer))
  }
}
