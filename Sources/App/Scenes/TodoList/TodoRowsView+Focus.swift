import CGtk
import Core
import Platform
import Toolkit

// The keyboard focus in the rows.

extension TodoRowsView {
  /// Puts the focus on the rows.
  func grabFocus() { gtk_widget_grab_focus(listView) }

  /// Puts the focus on the first row.
  /// - Returns: whether there is one.
  func focusFirst() -> Bool { moveFocus(from: -1, by: 1) }

  /// Moves the focus to another row. It skips the title of the done to-dos; before the first row is the entry.
  func moveFocus(from position: Int, by step: Int) -> Bool {
    var next = position + step
    if case .doneTitle? = model.row(at: next) { next += step }
    return next < 0 ? FocusChain.leave(listView, isBackward: true) : focusRow(at: next)
  }

  func focusedRow() -> TodoListRow? {
    guard let root = gtk_widget_get_root(listView) else { return nil }
    return gtk_root_get_focus(root).flatMap { row(around: $0) }
  }

  func row(around widget: Widget) -> TodoListRow? {
    var current: Widget? = widget
    while let widget = current, gtk_widget_get_parent(widget) != listView {
      current = gtk_widget_get_parent(widget)
    }
    return current.flatMap { gtk_widget_get_first_child($0) }.flatMap { TodoListRow.of($0) }
  }

  /// - Returns: whether there is such a row.
  func focusRow(at position: Int) -> Bool {
    guard position < model.count else { return false }
    select(position)
    if focus(where: { $0.position == position }) { return true }
    scroll(to: position)
    // Until the row has a widget, other rows may come and go.
    if case .todo(let row, _)? = model.row(at: position) {
      focusSoon { $0.id == row.id }
    } else {
      focusSoon { $0.position == position }
    }
    return true
  }

  /// Puts the focus on a row, at once or after the next frame: a row out of sight has a widget only after the list has
  /// been laid out. Then the focus stays where the user has moved it meanwhile.
  func focusSoon(where isWanted: @escaping @MainActor (TodoListRow) -> Bool) {
    if focus(where: isWanted) { return }
    let before = focusWidget.map { WeakReference($0) }
    FirstFrame.run(in: listView) { [weak self] in
      guard let self else { return }
      let isUntouched = focusWidget.map { $0.rawPointer } == before?.pointer?.rawPointer
      if isUntouched || hasFocus(within: listView) { focus(where: isWanted) }
    }
  }

  private var focusWidget: Widget? {
    gtk_widget_get_root(listView).flatMap { gtk_root_get_focus($0) }
  }

  /// The to-do whose row has the focus, and whether it is done.
  func focusedTodo() -> (id: TodoID, isDone: Bool)? {
    focusedRow().flatMap { row in row.id.map { ($0, row.isDone) } }
  }

  /// Returns the focus to a to-do whose row has moved, for instance because another device has changed a date: the next
  /// key must not act on the row that has taken its place. One that was completed or deleted leaves the focus to its
  /// neighbour.
  func keepFocus(on todo: (id: TodoID, isDone: Bool), in page: TodoPage) {
    guard focusedRow()?.id != todo.id, isFocusInRows,
      case .todo(let row, _)? = page.item(todo.id), row.isDone == todo.isDone,
      let index = page.index(of: todo.id)
    else { return }
    if !focus(where: { $0.id == todo.id }) { _ = focusRow(at: index) }
  }

  /// Returns the focus to the row of a to-do: the widget that had it may show another one by now.
  /// - Returns: whether the to-do is on the page.
  func returnFocus(to id: TodoID) -> Bool {
    if focus(where: { $0.id == id }) { return true }
    guard let index = rendered?.page.index(of: id) else { return false }
    scroll(to: index)
    focusSoon { $0.id == id }
    return true
  }

  func scroll(to position: Int) {
    _ = gtk_widget_activate_action_variant(
      listView, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  /// Whether the focus is in the rows, or in one that is gone.
  private var isFocusInRows: Bool {
    guard let focusWidget else { return true }
    return gtk_widget_get_root(focusWidget) == nil || hasFocus(within: listView)
  }

  func select(_ position: Int) {
    gtk_single_selection_set_selected(
      opaque(gtk_list_view_get_model(opaque(listView))), guint(position))
  }

  @discardableResult
  func focus(where isWanted: (TodoListRow) -> Bool) -> Bool {
    guard let row = boundRows.first(where: isWanted), let widget = gtk_widget_get_parent(row.widget)
    else { return false }
    return gtk_widget_grab_focus(widget) != 0
  }

  /// The rows that have widgets.
  var boundRows: [TodoListRow] {
    var rows: [TodoListRow] = []
    var child = gtk_widget_get_first_child(listView)
    while let widget = child {
      if let row = gtk_widget_get_first_child(widget).flatMap({ TodoListRow.of($0) }) {
        rows.append(row)
      }
      child = gtk_widget_get_next_sibling(widget)
    }
    return rows
  }
}
