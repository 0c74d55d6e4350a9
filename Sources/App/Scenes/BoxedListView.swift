import CGtk
import Core
import Platform
import Sync
import Toolkit

/// A list of a few rows in a frame that changes only the rows that differ, so that focus and scroll
/// position stay where they are.
@MainActor
final class BoxedListView<Row: BoxedRow> {
  /// The `GtkListBox`.
  let widget: Widget
  private(set) var rows: [Row] = []
  private var values: [Row.Value] = []
  private let make: @MainActor (Row.Value) -> Row

  /// - Parameter make: makes a row with its value.
  init(make: @escaping @MainActor (Row.Value) -> Row) {
    self.make = make
    widget = gtk_list_box_new()
    gtk_list_box_set_selection_mode(opaque(widget), GTK_SELECTION_NONE)
    gtk_widget_add_css_class(widget, "boxed-list")
  }

  /// - Returns: whether the focus was in a row that is gone and found no other row.
  @discardableResult
  func render(_ wanted: [Row.Value]) -> Bool {
    let focused = rows.firstIndex(where: \.hasFocus)
    let row = focused.map { rows[$0] }
    for step in KeyedStep.steps(from: values, to: wanted) { take(step) }
    values = wanted
    guard let focused, let row, !row.hasFocus else { return false }
    // It was moved, or is gone: then the next one takes the focus.
    let next = rows.contains { $0 === row } ? row : rows[safe: min(focused, rows.count - 1)]
    guard let next else { return true }
    gtk_widget_child_focus(next.widget, GTK_DIR_TAB_FORWARD)
    return false
  }

  private func take(_ step: KeyedStep<Row.Value>) {
    switch step {
    case .remove(let index):
      gtk_list_box_remove(opaque(widget), rows[index].widget)
      rows.remove(at: index)
    case .insert(let value, let index):
      let row = make(value)
      rows.insert(row, at: index)
      gtk_list_box_insert(opaque(widget), row.widget, Int32(index))
    case .move(let from, let to):
      let row = rows.remove(at: from)
      let reference = ObjectReference(row.widget)
      gtk_list_box_remove(opaque(widget), row.widget)
      gtk_list_box_insert(opaque(widget), cast(reference.pointer), Int32(to))
      rows.insert(row, at: to)
    case .update(let value, let index):
      rows[index].show(value)
    }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
