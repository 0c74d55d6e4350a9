import CGtk
import Core
import Platform
import Toolkit

/// Drag and drop of rows with the mouse.
///
/// Dropping on the upper or lower quarter of a row puts the to-do before or after it, dropping on the middle makes it a
/// subtask. The area below the last row is the end of the list. A line or a frame shows the drop target.
@MainActor
final class TodoDragView {
  private let presenter: TodoListPresenter
  private let listView: Widget
  private let row: @MainActor (Widget) -> TodoListRow?
  private let item: @MainActor (Int) -> OpaquePointer?
  private var dragged: TodoID?
  /// The distance in pixels between the mouse pointer and the drag icon, which must not cover the drop target.
  private static let iconGap: gint = 12
  private var indicated: Place?

  /// - Parameters:
  ///   - row: returns the row around a widget.
  ///   - item: returns the model's object for a row, "transfer full".
  init(
    presenter: TodoListPresenter, listView: Widget,
    row: @escaping @MainActor (Widget) -> TodoListRow?,
    item: @escaping @MainActor (Int) -> OpaquePointer?
  ) {
    self.presenter = presenter
    self.listView = listView
    self.row = row
    self.item = item
    addSource()
    addTarget()
  }

  // MARK: Dragging

  private func addSource() {
    let source = opaque(gtk_drag_source_new())
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    connectReturningObject(source, "prepare") { [weak self] arguments in
      self?.prepare(arguments.emitter, arguments.double(0), arguments.double(1))
    }
    connect(source, "drag-end") { [weak self] _ in
      self?.dragged = nil
      self?.indicate(nil)
    }
    gtk_widget_add_controller(listView, source)
  }

  /// - Returns: the dragged content, "transfer full".
  private func prepare(_ source: OpaquePointer, _ x: Double, _ y: Double) -> OpaquePointer? {
    // With a finger, this gesture scrolls.
    if let device = gtk_gesture_get_device(source),
      gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
    {
      return nil
    }
    guard let row = row(at: x, y), let id = row.id, presenter.mayChange(id),
      let object = item(row.position).map({ ObjectReference(adopting: $0) })
    else { return nil }
    dragged = id
    let live = ObjectReference(adopting: gtk_widget_paintable_new(row.widget))
    // A snapshot, because the row may disappear while it is dragged.
    let icon = ObjectReference(adopting: gdk_paintable_get_current_image(live.pointer))
    gtk_drag_source_set_icon(source, icon.pointer, -Self.iconGap, -Self.iconGap)
    var value = GValue()
    g_value_init(&value, RowListType.item)
    defer { g_value_unset(&value) }
    g_value_set_object(&value, object.pointer.rawPointer)
    return opaque(gdk_content_provider_new_for_value(&value))
  }

  // MARK: Dropping

  private func addTarget() {
    let target = opaque(gtk_drop_target_new(RowListType.item, GDK_ACTION_MOVE))
    for signal in ["enter", "motion"] {
      connectReturningFlags(target, signal) { [weak self] arguments in
        self?.hover(arguments.double(0), arguments.double(1)) == true ? GDK_ACTION_MOVE.rawValue : 0
      }
    }
    connect(target, "leave") { [weak self] _ in self?.indicate(nil) }
    connectReturningBool(target, "drop") { [weak self] arguments in
      self?.drop(arguments.double(1), arguments.double(2)) == true
    }
    gtk_widget_add_controller(listView, target)
  }

  private func hover(_ x: Double, _ y: Double) -> Bool {
    let place = place(x, y)
    guard let dragged, presenter.canDrop(dragged, at: place.target) else {
      indicate(nil)
      return false
    }
    indicate(place)
    return true
  }

  private func drop(_ x: Double, _ y: Double) -> Bool {
    // The rows may have moved below a mouse that stands still: what counts is the place that was indicated.
    let seen = indicated.flatMap { $0.x == x && $0.y == y ? $0.target : nil }
    indicate(nil)
    let target = seen ?? place(x, y).target
    guard let dragged, presenter.canDrop(dragged, at: target) else { return false }
    presenter.didDrop(dragged, at: target)
    return true
  }

  /// Where a to-do goes that is dropped at a point, and how that is shown.
  private struct Place {
    let target: DropTarget
    let widget: WeakReference
    let style: String
    let x: Double
    let y: Double
  }

  private func place(_ x: Double, _ y: Double) -> Place {
    func place(_ target: DropTarget, _ widget: Widget, _ style: String) -> Place {
      Place(target: target, widget: WeakReference(widget), style: style, x: x, y: y)
    }
    guard let row = row(at: x, y) else { return place(.end, listView, "drop-end") }
    // The section title is below the last open row.
    guard let id = row.id else { return place(.end, row.widget, "drop-before") }
    var (left, top) = (0.0, 0.0)
    gtk_widget_translate_coordinates(listView, row.widget, x, y, &left, &top)
    let height = Double(gtk_widget_get_height(row.widget))
    if top < height / 4 { return place(.before(id), row.widget, "drop-before") }
    if top > height * 3 / 4 { return place(.after(id), row.widget, "drop-after") }
    return place(.onto(id), row.widget, "drop-onto")
  }

  private func row(at x: Double, _ y: Double) -> TodoListRow? {
    gtk_widget_pick(listView, x, y, GTK_PICK_DEFAULT).flatMap { $0 == listView ? nil : row($0) }
  }

  private func indicate(_ next: Place?) {
    if let indicated, let widget = indicated.widget.pointer {
      gtk_widget_remove_css_class(cast(widget), indicated.style)
    }
    indicated = next
    if let next, let widget = next.widget.pointer {
      gtk_widget_add_css_class(cast(widget), next.style)
    }
  }
}
