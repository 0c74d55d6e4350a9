import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class KeyboardControllerTests: XCTestCase {
  private final class Marker {}

  func testModifiersLeaveLocksOut() {
    let state = GDK_CONTROL_MASK.rawValue | GDK_LOCK_MASK.rawValue | GDK_BUTTON1_MASK.rawValue
    XCTAssertEqual(KeyModifiers(state: state), [.control])
  }

  func testClosuresAreFreedWithTheWidget() throws {
    try withDisplay {
      var label: ObjectReference? = ObjectReference(opaque(gtk_label_new("")))
      weak var marker: Marker?
      if let widget = label?.pointer {
        let captured = Marker()
        marker = captured
        KeyboardController.onKeyPressed(widget) { _, _ in withExtendedLifetime(captured) { false } }
        KeyboardController.addShortcut("<Control>n|F2", to: widget) {
          withExtendedLifetime(captured) { false }
        }
        ContextMenuGesture.add(to: widget) { _, _ in _ = captured }
      }
      XCTAssertNotNil(marker)
      label = nil
      XCTAssertNil(marker)
    }
  }
}
