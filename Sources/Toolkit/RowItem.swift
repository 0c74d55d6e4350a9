import CGtk
import Platform

/// What GTK holds for one row: its identity, its current value, and who shows it.
///
/// There is one item per row id at a time, made when GTK asks for the row and freed when GTK drops it.
@MainActor
package final class RowItem<Row: Identifiable & Equatable>: RowObjectContent
where Row.ID == String {
  package let id: String

  /// The row as it is now. Setting another value tells all observers.
  package var row: Row {
    didSet {
      if row != oldValue { show() }
    }
  }

  private var observers: [(owner: ObjectIdentifier, onChange: @MainActor () -> Void)] = []
  private weak var list: RowListContent<Row>?

  package init(_ row: Row, list: RowListContent<Row>) {
    id = row.id
    self.row = row
    self.list = list
  }

  /// Tells all observers, also of a row that is as it was.
  package func show() {
    for observer in observers { observer.onChange() }
  }

  /// Runs a closure on each change of the row until the owner stops observing; a bound widget renders
  /// itself again in it.
  package func observe(_ owner: AnyObject, _ onChange: @escaping @MainActor () -> Void) {
    stopObserving(owner)
    observers.append((ObjectIdentifier(owner), onChange))
  }

  package func stopObserving(_ owner: AnyObject) {
    observers.removeAll { $0.owner == ObjectIdentifier(owner) }
  }

  /// The item behind an object that came from a `RowListModel` of the same rows, such as a list item's
  /// or a selected one; nil for any other object.
  package static func of(_ object: (some ObjectPointer)?) -> RowItem? {
    guard let object else { return nil }
    return RowListType.content(of: object, RowListType.item) as? RowItem
  }

  package override func objectWasFinalized() {
    list?.forget(id)
  }
}
