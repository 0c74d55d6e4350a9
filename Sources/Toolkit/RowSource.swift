import CGtk
import Platform

/// The rows of a list, in order, as values that are created on demand.
///
/// Row ids are unique within a source and identify the same thing in every version of it.
@MainActor
package protocol RowSource<Row> {
  associatedtype Row: Identifiable & Equatable where Row.ID == String

  var count: Int { get }

  /// - Parameter index: 0..<count.
  func row(at index: Int) -> Row
}

extension Array: RowSource where Element: Identifiable & Equatable, Element.ID == String {
  package func row(at index: Int) -> Element { self[index] }
}

/// The Swift object behind one recycled row of a list; it holds its widgets by plain pointers.
@MainActor
package protocol RowWidget: AnyObject {
  /// The outermost widget of the row.
  var widget: Widget { get }

  /// Called once, before anything is shown.
  /// - Parameter listItem: the `GtkListItem` of the row, which outlives this object.
  func join(_ listItem: OpaquePointer)
}

extension RowWidget {
  package func join(_ listItem: OpaquePointer) {}
}

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
