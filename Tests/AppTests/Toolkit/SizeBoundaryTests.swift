import CGtk
import XCTest

@testable import Platform
@testable import Toolkit

final class SizeBoundaryTests: XCTestCase {
  @MainActor
  private final class Child {
    var width: Int32 = 100
    var timesAsked = 0
  }

  @MainActor
  private static func minimum(of widget: Widget, _ orientation: GtkOrientation) -> Int32 {
    var size: Int32 = 0
    gtk_widget_measure(widget, orientation, -1, &size, nil, nil, nil)
    return size
  }

  func testTheWindowDoesNotAskTheRows() throws {
    try withDisplay {
      let child: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      gtk_widget_set_vexpand(child, 1)
      let needs = Child()
      CustomLayout.set(on: child) { _, orientation, _ in
        needs.timesAsked += 1
        return orientation == GTK_ORIENTATION_HORIZONTAL ? (needs.width, needs.width) : (500, 500)
      } allocate: { _, _, _ in
      }
      let boundary = SizeBoundary.make(around: child, minimumHeight: 50)
      let window: Widget = gtk_window_new()
      gtk_window_set_child(cast(window), boundary)
      gtk_window_set_default_size(cast(window), 300, 200)
      gtk_window_present(cast(window))
      XCTAssertTrue(pump(until: { gtk_widget_get_height(child) > 0 }))
      XCTAssertEqual(gtk_widget_get_width(child), gtk_widget_get_width(boundary))
      XCTAssertEqual(gtk_widget_get_height(child), gtk_widget_get_height(boundary))
      XCTAssertEqual(Self.minimum(of: boundary, GTK_ORIENTATION_VERTICAL), 50)
      XCTAssertEqual(Self.minimum(of: boundary, GTK_ORIENTATION_HORIZONTAL), 100)

      needs.timesAsked = 0
      gtk_widget_queue_resize(child)
      XCTAssertEqual(Self.minimum(of: window, GTK_ORIENTATION_VERTICAL), 50)
      XCTAssertEqual(needs.timesAsked, 0)

      // A row that needs more than any before.
      needs.width = 250
      gtk_widget_queue_resize(child)
      XCTAssertTrue(
        pump(until: { Self.minimum(of: boundary, GTK_ORIENTATION_HORIZONTAL) == 250 }))
      gtk_window_destroy(cast(window))
    }
  }
}
