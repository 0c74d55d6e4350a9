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

final class ShiftedLettersTests: XCTestCase {
  func testKeyWithoutALatinLetterStandsForThatOfAnotherLayout() throws {
    try withDisplay {
      var keys: UnsafeMutablePointer<GdkKeymapKey>?
      var count: gint = 0
      let display = gdk_display_get_default()
      XCTAssertNotEqual(gdk_display_map_keyval(display, guint(GDK_KEY_t), &keys, &count), 0)
      let code = try XCTUnwrap(keys).pointee.keycode
      g_free(keys)
      let cyrillic = guint(GDK_KEY_Cyrillic_TE)
      XCTAssertEqual(
        ShiftedLetters.trigger(of: cyrillic, code, [.control, .shift]), "<Control><Shift>t")
      XCTAssertNil(ShiftedLetters.trigger(of: cyrillic, code, [.control]), "GTK finds it itself")
      XCTAssertNil(ShiftedLetters.trigger(of: guint(GDK_KEY_T), code, [.control, .shift]))
    }
  }
}

final class KeyRepeatTests: XCTestCase {
  func testTheSameKeyWithoutARelease() {
    onMainActor {
      let keys = KeyRepeat()
      let start = ContinuousClock.now
      XCTAssertFalse(keys.press(GDK_KEY_Delete, at: start))
      XCTAssertTrue(keys.press(GDK_KEY_Delete, at: start + .milliseconds(700)))
      XCTAssertTrue(keys.press(GDK_KEY_Delete, at: start + .milliseconds(740)))
      XCTAssertFalse(keys.press(GDK_KEY_space, at: start + .milliseconds(760)))
      XCTAssertFalse(keys.press(GDK_KEY_Delete, at: start + .milliseconds(780)))
    }
  }

  func testAReleaseThatWasNotSeen() {
    onMainActor {
      let keys = KeyRepeat()
      let start = ContinuousClock.now
      XCTAssertFalse(keys.press(GDK_KEY_Delete, at: start))
      XCTAssertFalse(keys.press(GDK_KEY_Delete, at: start + .seconds(2)))
    }
  }
}

final class ReadingDirectionTests: XCTestCase {
  func testLeftAndRightAreSwappedWhereTextRunsFromTheRight() throws {
    try withDisplay {
      let label = ObjectReference(opaque(gtk_label_new("")))
      let widget: Widget = cast(label.pointer)
      let keys = [GDK_KEY_Left, GDK_KEY_KP_Right, GDK_KEY_Up]
      XCTAssertEqual(keys.map { TodoRowsView.inReadingDirection($0, of: widget) }, keys)
      gtk_widget_set_direction(widget, GTK_TEXT_DIR_RTL)
      XCTAssertEqual(
        keys.map { TodoRowsView.inReadingDirection($0, of: widget) },
        [GDK_KEY_Right, GDK_KEY_KP_Left, GDK_KEY_Up])
    }
  }
}
