import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class LifetimeTests: XCTestCase {
  private final class Controller {}

  func testReferenceOwnsAFloatingWidget() throws {
    try withDisplay {
      var reference: ObjectReference? = ObjectReference(try XCTUnwrap(gtk_label_new("a")))
      let weak = WeakReference(try XCTUnwrap(reference).pointer)
      XCTAssertNotNil(weak.pointer)
      reference = nil
      XCTAssertNil(weak.pointer)
    }
  }

  func testAttachedObjectsLiveAsLongAsTheWidget() throws {
    try withDisplay {
      var label: ObjectReference? = ObjectReference(try XCTUnwrap(gtk_label_new("a")))
      weak var first: Controller?
      weak var second: Controller?
      do {
        let (a, b) = (Controller(), Controller())
        (first, second) = (a, b)
        attach(a, to: try XCTUnwrap(label).pointer)
        attach(b, to: try XCTUnwrap(label).pointer)
      }
      XCTAssertNotNil(first)
      XCTAssertNotNil(second)
      label = nil
      XCTAssertNil(first)
      XCTAssertNil(second)
    }
  }

  func testKeyFindsItsObjectAndReplacesIt() {
    onMainActor {
      let group = ObjectReference(adopting: opaque(g_simple_action_group_new()))
      weak var first: Controller?
      do {
        let controller = Controller()
        first = controller
        attach(controller, to: group.pointer, key: "test")
        let found: Controller? = attached(to: group.pointer, key: "test")
        XCTAssertTrue(found === controller)
      }
      attach(Controller(), to: group.pointer, key: "test")
      XCTAssertNil(first)
      detach(from: group.pointer, key: "test")
      let none: Controller? = attached(to: group.pointer, key: "test")
      XCTAssertNil(none)
    }
  }

  func testDestroyIsReported() throws {
    try withDisplay {
      let window: Widget = gtk_window_new()
      var count = 0
      onDestroy(window) { count += 1 }
      gtk_window_destroy(cast(window))
      XCTAssertEqual(count, 1)
    }
  }
}
