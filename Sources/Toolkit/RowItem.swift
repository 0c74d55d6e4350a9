import CGtk
import Platform

/// GTK's object for one row: its identity, its current value, and its observers.
///
/// There is at most one item per row id. It is created when GTK asks for the row and freed when GTK drops it.
@MainActor
package final class RowItem<Row: Identifiable & Equatable>: RowObjectContent
where Row.ID == String {
  package let id: String

  /// The current row. Setting another value notifies all observers.
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

  /// Notifies all observers even if the row has not changed.
  package func show() {
    for observer in observers { observer.onChange() }
  }

  /// Runs a closure on each change of the row until the owner stops observing; in it, a bound widget renders
  /// itself again.
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
