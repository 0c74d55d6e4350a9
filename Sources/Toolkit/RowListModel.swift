import Basics
import CGtk
import Platform

/// A `GListModel` over Swift values: 100 000 rows cost no objects except those that GTK asks for.
///
/// There are three ways to report changes: exactly (`splice` and `rowChanged` after each change of the
/// source), with `update(to:)` for a new version of the same list, and with `replaceAll(with:)` for another
/// list. With the first two, selection and focus stay with a row's ID.
@MainActor
package final class RowListModel<Row: Identifiable & Equatable> where Row.ID == String {
  private let content: RowListContent<Row>
  private let object: ObjectReference

  package init(_ source: some RowSource<Row>) {
    content = RowListContent(source)
    object = ObjectReference(
      adopting: RowListType.makeObject(RowListType.list, content: content))
  }

  /// The `GListModel`, borrowed.
  package var pointer: OpaquePointer { object.pointer }

  /// The `GListModel` for a function that takes ownership, such as `gtk_single_selection_new`.
  package func retained() -> OpaquePointer { object.retained() }

  /// Shows the rows in a `GtkListView`. At most one row is selected, and none at first.
  /// - Returns: the `GtkSingleSelection`, which belongs to the list view.
  @discardableResult
  package func show(in listView: Widget) -> OpaquePointer {
    let selection: OpaquePointer = gtk_single_selection_new(retained())
    gtk_single_selection_set_autoselect(selection, 0)
    gtk_single_selection_set_can_unselect(selection, 1)
    gtk_list_view_set_model(opaque(listView), selection)
    g_object_unref(selection.rawPointer)
    return selection
  }

  package var count: Int { content.count }

  /// The number of rows whose item GTK holds.
  package var liveItemCount: Int { content.liveItemCount }

  /// The row at a position, or nil beyond the end.
  package func row(at position: Int) -> Row? {
    guard let source = content.source, position >= 0, position < source.count else { return nil }
    return source.row(at: position)
  }

  /// Shows another list. Selection and focus are not carried over, so GTK need not search for their rows.
  package func replaceAll(with source: some RowSource<Row>) {
    let removed = count
    content.source = nil
    notify(at: 0, removed: removed, added: 0)
    content.source = source
    notify(at: 0, removed: 0, added: count)
  }

  /// Shows a new version of the same list: reports a single splice between the common beginning and the
  /// common end, and refreshes items whose row changed. Reads every row once; if the changes are known,
  /// `splice` is cheaper.
  package func update(to source: some RowSource<Row>) {
    guard let old = content.source else { return replaceAll(with: source) }
    let common = min(old.count, source.count)
    var changed: [Row] = []
    /// Whether both versions have the same row there; records it if its value changed.
    func isSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
      let (before, after) = (old.row(at: oldIndex), source.row(at: newIndex))
      if before == after { return true }
      guard before.id.isExactly(after.id) else { return false }
      changed.append(after)
      return true
    }
    var prefix = 0
    while prefix < common, isSame(prefix, prefix) { prefix += 1 }
    var suffix = 0
    while suffix < common - prefix,
      isSame(old.count - 1 - suffix, source.count - 1 - suffix)
    {
      suffix += 1
    }
    let (removed, added) = (old.count - prefix - suffix, source.count - prefix - suffix)
    content.source = source
    notify(at: prefix, removed: removed, added: added)
    changed.forEach(content.refresh)
    // GTK holds only items of rows that existed before. If none was removed, none can have come back with another
    // value.
    guard removed > 0 else { return }
    for position in prefix..<prefix + added { content.refresh(source.row(at: position)) }
  }

  /// Reports one change of the source that has just been made.
  ///
  /// Source and notifications must stay in step: call this once for each change, before making the next one.
  /// - Parameters:
  ///   - position: where rows were removed and added.
  ///   - removed: how many rows of the old source are gone.
  ///   - added: how many rows are new there.
  package func splice(at position: Int, removed: Int, added: Int) {
    notify(at: position, removed: removed, added: added)
  }

  /// Replaces the source by one that differs by exactly this splice.
  package func splice(at position: Int, removed: Int, added: Int, to source: some RowSource<Row>) {
    content.source = source
    notify(at: position, removed: removed, added: added)
  }

  /// Renders a row again whose value, but not its ID, changed in the source.
  package func rowChanged(at position: Int) {
    if let row = row(at: position) { content.refresh(row) }
  }

  /// Renders a row again although its value is the same, to reset widgets that changed their appearance by themselves.
  ///
  /// Removing and adding it would not work: GTK 4.12 and newer do not bind a row again whose item comes back.
  package func redraw(_ row: Row) { content.redraw(row) }

  private func notify(at position: Int, removed: Int, added: Int) {
    guard removed > 0 || added > 0 else { return }
    g_list_model_items_changed(pointer, guint(position), guint(removed), guint(added))
  }
}
