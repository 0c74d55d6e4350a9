import CGtk
import Core
import Platform
import Toolkit

/// Moves to-dos that are dropped onto a list of the main list.
@MainActor
final class ListDropView {
  private let presenter: MainListPresenter
  private let listBox: Widget
  private let row: @MainActor (Widget?) -> MainListRow?
  private var indicated: (row: WeakReference, list: ListID, y: Double)?

  /// - Parameter row: the row whose widget this is.
  init(
    presenter: MainListPresenter, listBox: Widget,
    row: @escaping @MainActor (Widget?) -> MainListRow?
  ) {
    self.presenter = presenter
    self.listBox = listBox
    self.row = row
    let target = opaque(gtk_drop_target_new(RowListType.item, GDK_ACTION_MOVE))
    for signal in ["enter", "motion"] {
      connectReturningFlags(target, signal) { [weak self] arguments in
        self?.hover(arguments.double(1)) == true ? GDK_ACTION_MOVE.rawValue : 0
      }
    }
    connect(target, "leave") { [weak self] _ in self?.indicate(nil) }
    connectReturningBool(target, "drop") { [weak self] arguments in
      self?.drop(arguments.objectInValue(0), arguments.double(2)) == true
    }
    gtk_widget_add_controller(listBox, target)
  }

  private func hover(_ y: Double) -> Bool {
    let found = list(at: y)
    indicate(found, y)
    return found != nil
  }

  private func drop(_ object: OpaquePointer?, _ y: Double) -> Bool {
    // The lists may have moved below a mouse that stands still: what counts is the one that was indicated.
    let seen = indicated.flatMap { $0.y == y ? $0.list : nil }
    indicate(nil)
    guard let list = seen ?? list(at: y)?.list,
      case .todo(let todo, _)? = RowItem<TodoItem>.of(object)?.row
    else { return false }
    presenter.didDrop(todo, on: list)
    return true
  }

  private func list(at y: Double) -> (widget: Widget, list: ListID)? {
    guard let widget = gtk_list_box_get_row_at_y(opaque(listBox), gint(y)),
      let row = row(cast(widget)), case .list(let list) = row.row.page, presenter.canDrop(on: list)
    else { return nil }
    return (cast(widget), list)
  }

  private func indicate(_ found: (widget: Widget, list: ListID)?, _ y: Double = 0) {
    if let old = indicated?.row.pointer { gtk_widget_remove_css_class(cast(old), "drop-onto") }
    indicated = found.map { (WeakReference($0.widget), $0.list, y) }
    if let found { gtk_widget_add_css_class(found.widget, "drop-onto") }
  }
}
