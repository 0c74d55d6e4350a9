import CGtk
import Core
import Platform
import Service
import Toolkit

/// The rows of the people, recycled by a list view.
@MainActor
final class PeopleListView {
  let widget: Widget
  private let listView: Widget
  private let rows = KeyedRowList<PersonRowModel>()

  /// - Parameter pictures: nil shows initials only.
  init(presenter: PeoplePresenter, pictures: (any PictureLoading)?) {
    listView = gtk_list_view_new(nil, nil)
    widget = scrolled(listView)
    rows.model.show(in: listView)
    let factory = ListItemFactory.make(
      setup: { [weak pictures] in PersonRow(pictures: pictures) },
      bind: { view, row in view.show(row) }, unbind: { $0.forget() },
      accessibleLabel: { (row: PersonRowModel) in row.accessibleLabel })
    gtk_list_view_set_factory(opaque(listView), factory)
    g_object_unref(UnsafeMutableRawPointer(factory))
    gtk_widget_add_css_class(listView, "todo-list")
    Accessibility.setLabel(tr("People"), on: listView)
    attach(self, to: widget)
    // Emitted by Return and double click; when choosing a person, also by a single click.
    connect(listView, "activate") { [weak self, weak presenter] arguments in
      if let row = self?.rows.model.row(at: arguments.uint(0)) { presenter?.didActivate(row.id) }
    }
  }

  /// - Parameter old: the state shown before.
  func show(_ state: PeopleState, insteadOf old: PeopleState?) {
    gtk_list_view_set_single_click_activate(opaque(listView), state.isChoosing.gboolean)
    guard state.generation == old?.generation else {
      rows.replaceAll(with: state.rows)
      let place = gtk_scrolled_window_get_vadjustment(opaque(widget))
      gtk_adjustment_set_value(place, 0)
      return
    }
    rows.update(to: state.rows)
  }

  /// Puts the focus on the first person.
  /// - Returns: false if there is none.
  func focusFirst() -> Bool {
    guard !rows.rows.isEmpty, gtk_widget_get_mapped(listView) != 0 else { return false }
    gtk_widget_activate_action_variant(listView, "list.scroll-to-item", g_variant_new_uint32(0))
    gtk_single_selection_set_selected(selection, 0)
    return gtk_widget_grab_focus(listView) != 0
  }

  /// Whether the first person has the focus, so that there is no row above.
  var isFirstFocused: Bool {
    hasFocus(within: listView) && gtk_single_selection_get_selected(selection) == 0
  }

  private var selection: OpaquePointer { opaque(gtk_list_view_get_model(opaque(listView))) }
}
