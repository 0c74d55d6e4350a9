import CGtk
import Toolkit

/// A row of a ``BoxedListView``.
@MainActor
protocol BoxedRow: AnyObject {
  associatedtype Value: Equatable & Identifiable

  /// A `GtkListBoxRow`.
  var widget: Widget { get }
  /// Shows another value of the same person or thing.
  func show(_ value: Value)
}

extension BoxedRow {
  /// Whether the focus is in the row.
  var hasFocus: Bool {
    guard let root = gtk_widget_get_root(widget), let focus: Widget = gtk_root_get_focus(root)
    else { return false }
    return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
  }
}
