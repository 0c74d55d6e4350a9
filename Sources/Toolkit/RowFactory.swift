import CGtk
import Platform

/// Creates the row objects of a list, the next one in advance.
@MainActor
final class RowFactory<RowView: RowWidget> {
  private let make: @MainActor () -> RowView
  private let prebuildsNext: Bool
  /// The next row, with a reference to its widget, which has no parent yet.
  private var prebuilt: (view: RowView, widget: ObjectReference)?
  private var isComing = false

  /// - Parameter prebuildsNext: whether the next row object is created in advance at all.
  init(prebuildsNext: Bool, _ make: @escaping @MainActor () -> RowView) {
    self.prebuildsNext = prebuildsNext
    self.make = make
  }

  /// Puts a row object into a `GtkListItem`. The next one is created when GTK is idle.
  func makeRow(in listItem: OpaquePointer) -> RowView {
    let ready = prebuilt
    prebuilt = nil
    let view = ready?.view ?? make()
    gtk_list_item_set_child(listItem, view.widget)
    view.join(listItem)
    if prebuildsNext, !isComing {
      isComing = true
      MainLoop.whenIdle { [weak self] in self?.fill() }
    }
    return withExtendedLifetime(ready) { view }
  }

  private func fill() {
    isComing = false
    let view = make()
    prebuilt = (view, ObjectReference(view.widget))
  }
}
