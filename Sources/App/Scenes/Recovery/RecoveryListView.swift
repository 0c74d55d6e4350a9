import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// A page of the dialog: recycled rows, or a note that there are none.
@MainActor
final class RecoveryListView<Row: Identifiable & Equatable> where Row.ID == String {
  let widget: Widget
  private let stack: Widget
  private let listView: Widget
  private let model = RowListModel<Row>([Row]())
  private var shown: [Row] = []
  private let onEmptied: @MainActor () -> Void

  /// - Parameters:
  ///   - emptyPage: shown in place of the rows if there are none.
  ///   - factory: makes the rows, "transfer full".
  ///   - onActivate: called for Return or a double click on a row.
  ///   - onDelete: called for the Delete key on a row.
  ///   - onEmptied: called after the last row was removed while it had the focus.
  init(
    label: String, emptyPage: Widget, factory: OpaquePointer,
    onActivate: @escaping @MainActor (Row) -> Void,
    onDelete: (@MainActor (Row) -> Void)? = nil, onEmptied: @escaping @MainActor () -> Void
  ) {
    self.onEmptied = onEmptied
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    stack = gtk_stack_new()
    listView = gtk_list_view_new(nil, nil)
    model.show(in: listView)
    gtk_list_view_set_factory(opaque(listView), factory)
    g_object_unref(UnsafeMutableRawPointer(factory))
    gtk_list_view_set_show_separators(opaque(listView), 1)
    gtk_widget_add_css_class(listView, "todo-list")
    Accessibility.setLabel(label, on: listView)
    let scrolled = scrolled(listView)
    gtk_widget_set_margin_top(scrolled, 6)
    gtk_stack_add_named(opaque(stack), scrolled, "rows")
    gtk_stack_add_named(opaque(stack), emptyPage, "empty")
    gtk_widget_set_vexpand(stack, 1)
    gtk_box_append(cast(widget), stack)
    attach(self, to: widget)
    connect(listView, "activate") { [weak self] arguments in
      if let row = self?.model.row(at: arguments.uint(0)) { onActivate(row) }
    }
    if let onDelete { deleteKey(onDelete) }
  }

  func show(_ rows: [Row], isLoaded: Bool) {
    gtk_widget_set_visible(stack, isLoaded.gboolean)
    if rows != shown {
      let hadFocus = focused != nil
      shown = rows
      model.update(to: rows)
      gtk_stack_set_visible_child_name(opaque(stack), rows.isEmpty ? "empty" : "rows")
      // If the focused row is gone, the next row takes the focus.
      if hadFocus { rows.isEmpty ? onEmptied() : focusRows() }
    }
    if rows.isEmpty { gtk_stack_set_visible_child_name(opaque(stack), "empty") }
  }

  /// Gives the focus to the first row.
  func grabFocus() {
    if !shown.isEmpty { optimist_list_view_focus_first(listView) }
  }

  /// Gives the focus to the row that is now in the place of the focused one.
  private func focusRows() {
    gtk_widget_grab_focus(listView)
  }

  /// The focused widget, if it is in the list.
  private var focused: Widget? {
    guard let root = gtk_widget_get_root(listView), let focus: Widget = gtk_root_get_focus(root),
      gtk_widget_is_ancestor(focus, listView) != 0
    else { return nil }
    return focus
  }

  private func deleteKey(_ onDelete: @escaping @MainActor (Row) -> Void) {
    KeyboardController.onKeyPressed(listView) { [weak self] key, modifiers in
      let isRepeat = KeyRepeat.keyboard.press(key)
      guard let self, modifiers.isEmpty, [GDK_KEY_Delete, GDK_KEY_KP_Delete].contains(key),
        let row = focusedRow()
      else { return false }
      if !isRepeat { onDelete(row) }
      return true
    }
  }

  /// The row that has the focus, or in which a button has it. Another one may be selected.
  private func focusedRow() -> Row? {
    var current = focused
    while let widget = current, gtk_widget_get_parent(widget) != listView {
      current = gtk_widget_get_parent(widget)
    }
    return current.flatMap { gtk_widget_get_first_child($0) }.flatMap {
      ListItemFactory.row(shownBy: $0)
    }
  }
}
