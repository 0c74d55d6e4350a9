import CGtk
import Platform

/// Measures a widget and places its children with Swift functions (`GtkCustomLayout`,
/// https://docs.gtk.org/gtk4/class.CustomLayout.html). A box's height depends on its width.
@MainActor
final class CustomLayout {
  /// In pixels.
  typealias Size = (minimum: Int32, natural: Int32)
  /// Receives the box, the requested orientation, and the size in the other one: in pixels, or -1 for any.
  typealias Measure = @MainActor (Widget, GtkOrientation, Int32) -> Size
  /// Receives the box, and its width and height in pixels.
  typealias Allocate = @MainActor (Widget, Int32, Int32) -> Void

  private static let key = "optimist-layout"
  private let measure: Measure
  private let allocate: Allocate

  private init(_ measure: @escaping Measure, _ allocate: @escaping Allocate) {
    self.measure = measure
    self.allocate = allocate
  }

  /// Replaces the layout of a box.
  static func set(on box: Widget, measure: @escaping Measure, allocate: @escaping Allocate) {
    attach(CustomLayout(measure, allocate), to: box, key: key)
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, Self.measureBox, Self.allocateBox))
  }

  /// Replaces only the measuring of a widget; its children are placed as before.
  /// - Parameter measure: not called again until the widget's style changes or its resize is queued.
  static func setMeasure(on widget: Widget, _ measure: @escaping Measure) {
    let layout = CustomLayout(measure) { widget, width, height in
      optimist_widget_allocate_by_class(widget, width, height)
    }
    attach(layout, to: widget, key: key)
    gtk_widget_set_layout_manager(
      widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_CONSTANT_SIZE }, Self.measureBox, Self.allocateBox))
  }

  /// Called by GTK on the main thread, like the next function.
  private static let measureBox: GtkCustomMeasureFunc = {
    box, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
    guard let box else { return }
    nonisolated(unsafe) let unsafeBox = box
    let needed: Size = MainActor.assumeIsolated {
      let layout: CustomLayout? = attached(to: unsafeBox, key: key)
      return layout?.measure(unsafeBox, orientation, size) ?? (0, 0)
    }
    minimum?.pointee = needed.minimum
    natural?.pointee = needed.natural
    minimumBaseline?.pointee = -1
    naturalBaseline?.pointee = -1
  }

  private static let allocateBox: GtkCustomAllocateFunc = { box, width, height, _ in
    guard let box else { return }
    nonisolated(unsafe) let unsafeBox = box
    MainActor.assumeIsolated {
      let layout: CustomLayout? = attached(to: unsafeBox, key: key)
      layout?.allocate(unsafeBox, width, height)
    }
  }
}
