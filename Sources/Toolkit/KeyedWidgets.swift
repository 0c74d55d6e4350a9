import CGtk
import Platform

/// A widget that shows one of the values in ``KeyedWidgets``.
@MainActor
package protocol KeyedRow: AnyObject {
  associatedtype Value: Equatable & Identifiable

  /// A `GtkListBoxRow` where the container is a list box.
  var widget: Widget { get }
  /// Shows a new value with the same ID.
  func show(_ value: Value)
}

extension KeyedRow {
  /// Whether the focus is in the row.
  package var hasFocus: Bool { Toolkit.hasFocus(within: widget) }
}

/// The children of a `GtkListBox` or a `GtkBox`, one for each value. Only children whose value differs are changed, so
/// that focus, selection and scroll position are kept.
@MainActor
package final class KeyedWidgets<Row: KeyedRow> {
  package let container: Widget
  package private(set) var rows: [Row] = []
  private var values: [Row.Value] = []
  private let isListBox: Bool
  private var isSortDue = false
  private let make: @MainActor (Row.Value) -> Row

  /// - Parameters:
  ///   - container: the list box or box; its other children come after the rows.
  ///   - make: makes a row that already shows its value.
  package init(in container: Widget, make: @escaping @MainActor (Row.Value) -> Row) {
    self.container = container
    self.make = make
    isListBox = g_type_check_instance_is_a(cast(container), gtk_list_box_get_type()) != 0
  }

  /// A list in a frame.
  package convenience init(make: @escaping @MainActor (Row.Value) -> Row) {
    let list: Widget = gtk_list_box_new()
    gtk_list_box_set_selection_mode(opaque(list), GTK_SELECTION_NONE)
    gtk_widget_add_css_class(list, "boxed-list")
    self.init(in: list, make: make)
  }

  /// - Returns: whether the focused row was removed and no other row could take the focus.
  @discardableResult
  package func render(_ wanted: [Row.Value]) -> Bool {
    let focused = rows.firstIndex(where: \.hasFocus)
    let row = focused.map { rows[$0] }
    for step in KeyedStep.steps(from: values, to: wanted) { take(step) }
    if isSortDue { sort() }
    values = wanted
    guard let focused, let row, !row.hasFocus else { return false }
    guard !rows.isEmpty else { return true }
    // If the focused row was moved, it takes the focus again; if it is gone, the next one does.
    let next = rows.first { $0 === row } ?? rows[min(focused, rows.count - 1)]
    gtk_widget_child_focus(next.widget, GTK_DIR_TAB_FORWARD)
    return false
  }

  private func take(_ step: KeyedStep<Row.Value>) {
    switch step {
    case .remove(let index):
      remove(rows.remove(at: index).widget)
    case .insert(let value, let index):
      let row = make(value)
      rows.insert(row, at: index)
      insert(row.widget, at: index)
    case .move(let from, let to):
      let row = rows.remove(at: from)
      if isListBox {
        rows.insert(row, at: to)
        isSortDue = true
        return
      }
      let reference = ObjectReference(row.widget)
      remove(row.widget)
      rows.insert(row, at: to)
      insert(cast(reference.pointer), at: to)
    case .update(let value, let index):
      rows[index].show(value)
    }
  }

  /// Sorts the rows of a list box without removing any: GTK would give the focus of a removed row to the list in the
  /// next frame.
  private func sort() {
    isSortDue = false
    let places = RowPlaces(rows.map { $0.widget.rawPointer })
    gtk_list_box_set_sort_func(
      opaque(container), compareRows, Unmanaged.passUnretained(places).toOpaque(), nil)
    gtk_list_box_set_sort_func(opaque(container), nil, nil, nil)
    withExtendedLifetime(places) {}
  }

  private func insert(_ widget: Widget, at index: Int) {
    if isListBox {
      gtk_list_box_insert(opaque(container), widget, Int32(index))
    } else {
      let last = index == 0 ? nil : rows[index - 1].widget
      gtk_box_insert_child_after(cast(container), widget, last)
    }
  }

  private func remove(_ widget: Widget) {
    if isListBox {
      gtk_list_box_remove(opaque(container), widget)
    } else {
      gtk_box_remove(cast(container), widget)
    }
  }
}

/// The positions of the rows of a list box.
@MainActor
private final class RowPlaces {
  private let places: [UnsafeMutableRawPointer: Int]

  init(_ rows: [UnsafeMutableRawPointer]) {
    places = Dictionary(zip(rows, rows.indices)) { first, _ in first }
  }

  func compare(_ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer) -> gint {
    gint(places[a, default: 0]) - gint(places[b, default: 0])
  }
}

/// Called by the list box while it sorts.
private let compareRows: GtkListBoxSortFunc = { a, b, places in
  guard let a, let b, let places else { return 0 }
  nonisolated(unsafe) let (unsafeA, unsafeB, unsafePlaces) = (a, b, places)
  return MainActor.assumeIsolated {
    Unmanaged<RowPlaces>.fromOpaque(unsafePlaces).takeUnretainedValue()
      .compare(unsafeA.rawPointer, unsafeB.rawPointer)
  }
}
