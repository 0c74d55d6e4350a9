import CGtk
import Platform

/// Creates the row objects of a list, and keeps the next one in reserve.
@MainActor
final class SpareRow<RowView: RowWidget> {
  private let make: @MainActor () -> RowView
  private let isKept: Bool
  /// The row in reserve, with a reference to its widget, which has no parent yet.
  private var kept: (view: RowView, widget: ObjectReference)?
  private var isComing = false

  /// - Parameter isKept: whether a row object is kept in reserve at all.
  init(isKept: Bool, _ make: @escaping @MainActor () -> RowView) {
    self.isKept = isKept
    self.make = make
  }

  /// Puts a row object into a `GtkListItem`. The next one is created when GTK is idle.
  func give(to listItem: OpaquePointer) -> RowView {
    let spare = kept
    kept = nil
    let view = spare?.view ?? make()
    gtk_list_item_set_child(listItem, view.widget)
    view.join(listItem)
    if isKept, !isComing {
      isComing = true
      MainLoop.whenIdle { [weak self] in self?.fill() }
    }
    return withExtendedLifetime(spare) { view }
  }

  private func fill() {
    isComing = false
    let view = make()
    kept = (view, ObjectReference(view.widget))
  }
}
