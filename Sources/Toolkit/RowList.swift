import Basics
import CGtk
import Platform

/// The Swift side of an object of the types in `RowListType`.
@MainActor
package class RowObjectContent {
  /// Called when the object is finalized, just before the content is released.
  package func objectWasFinalized() {}
}

/// The untyped interface for the `GListModel`.
@MainActor
package class RowList: RowObjectContent {
  package var count: Int { 0 }

  /// The item of a row, "transfer full"; nil beyond the end.
  package func makeItem(at position: Int) -> OpaquePointer? { nil }
}

/// The rows of a `RowListModel`, and their items that GTK holds.
@MainActor
package final class RowListContent<Row: Identifiable & Equatable>: RowList where Row.ID == String {
  /// Nil means an empty list.
  package var source: (any RowSource<Row>)?
  /// Borrowed: an item removes itself when it is finalized.
  private var items: [ExactText: OpaquePointer] = [:]

  package init(_ source: (any RowSource<Row>)?) {
    self.source = source
  }

  package override var count: Int { source?.count ?? 0 }

  /// The number of items that GTK holds.
  package var liveItemCount: Int { items.count }

  package override func makeItem(at position: Int) -> OpaquePointer? {
    guard let source, position < source.count else { return nil }
    let row = source.row(at: position)
    if let object = items[ExactText(row.id)] {
      RowItem<Row>.of(object)?.row = row
      return opaque(g_object_ref(object.rawPointer))
    }
    let object = RowListType.makeObject(RowListType.item, content: RowItem(row, list: self))
    items[ExactText(row.id)] = object
    return object
  }

  /// Gives the row's item its new value, if GTK holds one.
  package func refresh(_ row: Row) {
    guard let object = items[ExactText(row.id)] else { return }
    RowItem<Row>.of(object)?.row = row
  }

  package func redraw(_ row: Row) {
    guard let object = items[ExactText(row.id)] else { return }
    RowItem<Row>.of(object)?.show()
  }

  package func forget(_ id: String) {
    items[ExactText(id)] = nil
  }
}
