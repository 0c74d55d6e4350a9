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
