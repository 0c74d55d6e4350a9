/// The Swift object behind one recycled row of a list; it holds its widgets by plain pointers.
@MainActor
package protocol RowWidget: AnyObject {
  /// The outermost widget of the row.
  var widget: Widget { get }
}
